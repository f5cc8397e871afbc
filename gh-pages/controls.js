/** What a chart along the history shows, and how: modes, values, scale, range. */
import { choice, h } from "./dom.js";

/** @param {any} view the page's MetricView */
export function controls(view) {
  const records = view.overview.records;
  const last = (count) => view.zoom(Math.max(0, records - count), records);
  return h(
    "div",
    { class: "controls" },
    view.known.length > 1 &&
      choice(
        "Modes",
        [["", "Both modes"], ...view.known.map((mode) => [mode, mode])],
        view.modes.length > 1 ? "" : view.modes[0],
        (mode) => view.set({ modes: mode === "" ? view.known : [mode] }),
      ),
    choice(
      "Values",
      [
        [false, "Absolute"],
        [true, "Relative"],
      ],
      view.relative,
      (relative) => view.set({ relative }),
    ),
    choice(
      "Scale",
      [
        [false, "Linear"],
        [true, "Log"],
      ],
      view.log,
      (log) => view.set({ log }),
    ),
    h(
      "div",
      { class: "choice", role: "group", "aria-label": "Range" },
      [
        [50, "Last 50"],
        [200, "200"],
        [1000, "1,000"],
        [records, "All"],
      ]
        .filter(([count], i) => i === 3 || count < records)
        .map(([count, text]) => h("button", { type: "button", click: () => last(count) }, text)),
    ),
  );
}
