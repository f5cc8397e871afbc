/** The first page's pictures: one for each series, with its newest values. */
import { badge } from "./badge.js";
import { h } from "./dom.js";
import { percent, quantity } from "./format.js";
import { meaningOf, metricName } from "./metrics.js";
import { isNotable, isWorse } from "./ranking.js";
import { modeName } from "./names.js";
import { link } from "./route.js";
import { sparkline } from "./sparkline.js";

/** What the colours of lines are, if any of the series has modes. */
export function legend(all) {
  const modes = ["platform", "virtual"].filter((mode) =>
    all.some((series) => series.modes[mode] && modeName(series.scenario, mode)),
  );
  return h(
    "p",
    { class: "legend" },
    modes.map((mode) => h("span", { class: `key ${mode}` }, `${mode} threads`)),
    h(
      "span",
      { class: "quiet" },
      "Each picture is the last 60 runs; percentages are the newest against the median of up to 20 before it on the same host and runtime.",
    ),
  );
}

export function seriesLink(series) {
  return link("metric", { scenario: series.scenario, metric: series.metric });
}

/** The verdict of a series in its worst mode, if it says anything, and how that is shown. */
export function stateOf(series) {
  const open = Object.values(series.modes)
    .map((mode) => mode.open)
    .find(Boolean);
  const verdict = open
    ? "regressed"
    : ["regressed", "inconclusive", "improved"].find((each) =>
        Object.values(series.modes).some((mode) => mode.verdict === each && (mode.gate || each === "regressed")),
      );
  return { verdict, shown: badge(verdict, open ?? verdict) };
}

export function card(series, name = series.scenario) {
  const { verdict, shown } = stateOf(series);
  return h(
    "a",
    { class: `card ${verdict ?? ""}`, href: seriesLink(series), title: meaningOf(series.metric) },
    h("span", { class: "card-title" }, h("b", {}, name), " ", metricName(series.metric), " ", shown),
    sparkline(series.modes),
    h(
      "span",
      { class: "card-values" },
      ["imported", "platform", "virtual"].map((mode) => series.modes[mode] && valueOf(series, mode)),
    ),
  );
}

function valueOf(series, mode) {
  const judged = series.modes[mode];
  const last = judged.spark.findLast((value) => value !== null) ?? null;
  const notable = isNotable(judged);
  return h(
    "span",
    { class: "value-line" },
    h("span", { class: `key ${mode}` }, modeName(series.scenario, mode)),
    h("span", { class: "number" }, quantity(last, judged.unit)),
    h(
      "span",
      { class: `number moved ${notable ? (isWorse(judged) ? "worse" : "better") : ""}` },
      judged.movement
        ? `${notable ? (judged.movement.percent > 0 ? "▲ " : "▼ ") : ""}${percent(judged.movement.percent)}`
        : "",
    ),
  );
}
