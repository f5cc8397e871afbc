/** The first page's pictures: one for each series, with its newest values. */
import { badge } from "./badge.js";
import { h } from "./dom.js";
import { percent, quantity } from "./format.js";
import { meaningOf, metricName } from "./metrics.js";
import { isNotable, isWorse } from "./ranking.js";
import { link } from "./route.js";
import { sparkline } from "./sparkline.js";

export function legend() {
  return h(
    "p",
    { class: "legend" },
    h("span", { class: "key platform" }, "platform threads"),
    h("span", { class: "key virtual" }, "virtual threads"),
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

export function card(series) {
  const open = Object.values(series.modes)
    .map((mode) => mode.open)
    .find(Boolean);
  const verdict = open
    ? "regressed"
    : ["regressed", "inconclusive", "improved"].find((each) =>
        Object.values(series.modes).some((mode) => mode.verdict === each && (mode.gate || each === "regressed")),
      );
  return h(
    "a",
    { class: `card ${verdict ?? ""}`, href: seriesLink(series), title: meaningOf(series.metric) },
    h(
      "span",
      { class: "card-title" },
      h("b", {}, series.scenario),
      " ",
      metricName(series.metric),
      " ",
      badge(verdict, open ?? verdict),
    ),
    sparkline(series.modes),
    h(
      "span",
      { class: "card-values" },
      ["imported", "platform", "virtual"].map((mode) => series.modes[mode] && valueOf(mode, series.modes[mode])),
    ),
  );
}

function valueOf(mode, judged) {
  const last = judged.spark.findLast((value) => value !== null) ?? null;
  const notable = isNotable(judged);
  return h(
    "span",
    { class: "value-line" },
    h("span", { class: `key ${mode}` }, mode),
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
