/** What is said of single points of a chart: in a line, in a list, in a table. */
import { badge } from "./badge.js";
import { h } from "./dom.js";
import { percent, plural, quantity, runtime, when } from "./format.js";
import { shortRevision } from "./metrics.js";
import { link } from "./route.js";

export function isRun({ row }) {
  return row.kind === "run";
}

/** Whether a chart has a place for it: a run, or an earlier commit that could be measured afterwards. */
export function isPoint(point) {
  return isRun(point) || (point.row.kind === "backfill" && Object.keys(point.modes).length > 0);
}

/** One run with all its modes, in a line; `name` says what a mode is called. */
export function describe({ row, modes }, unit, name) {
  const values = Object.entries(modes).map(
    ([mode, point]) =>
      `${name(mode)} ${quantity(point.value, unit(mode))}`.trim() +
      (point.low === null ? "" : ` (${quantity(point.low, unit(mode))} to ${quantity(point.high, unit(mode))})`),
  );
  return `${when(row.time)} · ${shortRevision(row.revision)}${row.title && ` ${row.title}`} · ${values.join(" · ")}`;
}

/** One or two runs that were picked, and how far two differ. */
export function picked(points, modes, unit, name) {
  const lines = points.map((point) =>
    h(
      "p",
      {},
      badge(point.row.verdict),
      " ",
      h("a", { href: link("run", { id: point.row.id }) }, "Open this run"),
      ` ${[describe(point, unit, name), ...runtime(point.row), point.row.remark].join(" · ")}`,
    ),
  );
  if (points.length < 2) {
    return lines;
  }
  const [a, b] = points;
  const changes = modes
    .filter((mode) => a.modes[mode] && b.modes[mode])
    .map((mode) => {
      const [was, is] = [a.modes[mode].value, b.modes[mode].value];
      return `${name(mode)} ${percent(was > 0 ? 100 * (is / was - 1) : null)}`.trim();
    });
  return [
    ...lines,
    h(
      "p",
      {},
      h("a", { class: "strong", href: link("compare", { a: a.row.id, b: b.row.id }) }, "Compare the two"),
      ` ${changes.join(" · ")}`,
    ),
  ];
}

/** What the marks in the chart say, for whoever cannot point at them. */
export function marks(points, events, modes) {
  const rows = new Map(points.map((point) => [point.index, point.row]));
  const shown = events.filter(
    ({ index, mode }) => rows.has(index) && (!mode || mode === "ratio" || modes.includes(mode)),
  );
  return shown.length === 0
    ? []
    : [
        h(
          "details",
          { class: "happened", open: shown.length <= 8 },
          h("summary", {}, `${plural(shown.length, "mark")} in the chart`),
          h(
            "ul",
            {},
            shown
              .toReversed()
              .map(({ index, text }) =>
                h(
                  "li",
                  {},
                  h("a", { href: link("run", { id: rows.get(index).id }) }, when(rows.get(index).time)),
                  " ",
                  h("span", { class: "commit" }, shortRevision(rows.get(index).revision)),
                  ` ${text}`,
                ),
              ),
          ),
        ),
      ];
}

/** The columns of the table behind the chart. */
export function columnsOf(modes, unit, name) {
  return [
    { name: "time", text: ({ row }) => when(row.time) },
    { name: "run", text: ({ row }) => row.id },
    { name: "commit", text: ({ row }) => shortRevision(row.revision), value: ({ row }) => row.revision },
    { name: "title", text: ({ row }) => row.title },
    ...modes.flatMap((mode) =>
      [
        ["value", ""],
        ["low", " low"],
        ["high", " high"],
      ].map(([field, end]) => ({
        name: `${name(mode)}${end}`.trim() || "value",
        number: true,
        text: (point) => quantity(point.modes[mode]?.[field], unit(mode)),
        value: (point) => point.modes[mode]?.[field] ?? null,
      })),
    ),
    {
      name: "launches",
      number: true,
      text: (point) => String(Math.max(0, ...Object.values(point.modes).map((mode) => mode.launches.length)) || "–"),
    },
  ];
}
