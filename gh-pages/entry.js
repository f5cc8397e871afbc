/** What history says of one run when there is no whole record of it, such as of an imported one. */
import { badge } from "./badge.js";
import { h } from "./dom.js";
import { ago, median, quantity, when } from "./format.js";
import { metricName, shortRevision } from "./metrics.js";
import { modeName } from "./names.js";
import { link } from "./route.js";
import { behind } from "./table.js";

const KINDS = { run: "Run", comparison: "Comparison", import: "Imported run", backfill: "Backfill" };

export function entryPage(entry) {
  const kind = KINDS[entry.entryKind] ?? "Run";
  const rows = entry.series.map((series) => ({ ...series, median: median(series.values) }));
  const columns = [
    {
      name: "series",
      text: (row) => `${row.scenario} ${metricName(row.metric)}`,
      value: (row) => `${row.scenario} ${row.metric}`,
    },
    { name: "mode", text: (row) => modeName(row.scenario, row.mode) },
    { name: "median", number: true, text: (row) => quantity(row.median, row.unit), value: (row) => row.median },
    { name: "launches", number: true, text: (row) => String(row.values.length) },
  ];
  const facts = [
    ["Tomcat", entry.tomcat],
    ["JDK", entry.jdk],
    ["Author", entry.author],
    ["Branch", entry.branch],
    ["Release", entry.release],
    ["Fingerprint", entry.fingerprint],
    ["Entry", entry.id],
  ].filter(([, value]) => value !== "");
  return {
    title: `${kind} of ${when(entry.time)}`,
    nodes: [
      h("p", { class: "crumbs" }, h("a", { href: link("overview") }, "Overview"), ` / ${kind} ${entry.id}`),
      h("h1", {}, `${kind} of ${when(entry.time)} `, badge(entry.verdict)),
      h(
        "p",
        {},
        h("span", { class: "commit" }, shortRevision(entry.revision)),
        " ",
        entry.title,
        h("span", { class: "quiet" }, ` ${ago(entry.time)}`),
      ),
      h(
        "p",
        { class: "quiet" },
        entry.entryKind === "import"
          ? "Read from another tool's history: that tool kept these values and nothing else."
          : rows.length > 0
            ? "Its whole record is not kept here: history has these values and nothing else."
            : "History has no values of it.",
      ),
      entry.notes.length > 0 &&
        h(
          "ul",
          {},
          entry.notes.map((note) => h("li", {}, note)),
        ),
      rows.length > 0 && [
        h("h2", {}, "Values"),
        h(
          "ul",
          { class: "verdicts" },
          rows
            .slice(0, 40)
            .map((row) =>
              h(
                "li",
                {},
                h(
                  "a",
                  { href: link("metric", { scenario: row.scenario, metric: row.metric }) },
                  `${row.scenario} ${metricName(row.metric)}`,
                ),
                `${` ${modeName(row.scenario, row.mode)}`.trimEnd()}: `,
                h("b", {}, quantity(row.median, row.unit)),
              ),
            ),
        ),
        behind("Every value", columns, rows, entry.id),
      ],
      h("h2", {}, "Where it comes from"),
      h(
        "dl",
        {},
        facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      ),
    ],
  };
}
