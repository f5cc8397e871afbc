/** Every metric of one scenario, both modes beside each other, with a dot for each launch. */
import { badge } from "./badge.js";
import { linear } from "./axis.js";
import { h, s } from "./dom.js";
import { quantity } from "./format.js";
import { grouped, metricName } from "./metrics.js";
import { classOf } from "./names.js";
import { behind } from "./table.js";

const MODES = ["platform", "virtual", "ratio"];

/** @param lines the verdict's metrics of one scenario; @param launches its valid ones, of one variant */
export function resources(scenario, lines, launches) {
  const metrics = [...new Set(lines.map((line) => line.metric))];
  const alone = classOf(scenario) && lines.every((line) => line.mode === "platform");
  const modes = alone ? MODES.slice(0, 1) : MODES;
  const sections = grouped(metrics).map(({ heading, members }) =>
    h(
      "section",
      {},
      h("h3", {}, heading),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": heading },
        h(
          "table",
          { class: "metrics" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              [
                "Metric",
                ...(alone ? ["Value"] : ["Platform", "Virtual", "Virtual ÷ platform"]),
                "Launches",
                "Verdict",
              ].map((name, i) => h("th", { scope: "col", class: i > 0 && i <= modes.length && "number" }, name)),
            ),
          ),
          h(
            "tbody",
            {},
            members.map((metric) =>
              row(
                metric,
                lines.filter((line) => line.metric === metric),
                launches,
                modes,
              ),
            ),
          ),
        ),
      ),
    ),
  );
  return [...sections, launchTable(scenario, metrics, launches)];
}

function row(metric, lines, launches, modes) {
  const of = (mode) => lines.find((line) => line.mode === mode);
  const judged = lines.filter((line) => line.verdict);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, metricName(metric)),
    modes.map((mode) => h("td", { class: "number" }, of(mode) ? valueWithInterval(of(mode)) : "–")),
    h("td", {}, strip(metric, launches)),
    h(
      "td",
      {},
      judged.map((line) => [
        h(
          "span",
          { class: "nowrap", title: line.reason },
          badge(line.verdict, modes.length > 1 ? `${line.verdict} (${line.mode})` : line.verdict),
        ),
        " ",
      ]),
    ),
  );
}

export function valueWithInterval(line) {
  if (line.value === null) {
    return "–";
  }
  const half =
    line.interval &&
    Math.max(line.value - line.interval.low, line.interval.high - line.value) / Math.abs(line.value || 1);
  return [
    quantity(line.value, line.unit),
    half
      ? h(
          "span",
          { class: "quiet" },
          half > 1 ? " ± over 100\u202f%" : ` ± ${(100 * half).toFixed(half < 0.095 ? 1 : 0)}\u202f%`,
        )
      : "",
  ];
}

function strip(metric, launches) {
  const values = launches.filter((launch) => metric in launch.samples);
  const all = values.map((launch) => launch.samples[metric]);
  if (all.length === 0) {
    return "";
  }
  const high = Math.max(...all);
  const low = Math.min(...all);
  const room = (high - low) * 0.1 || Math.abs(high) * 0.1 || 1;
  const x = linear([low - room, high + room], [4, 156]);
  return s(
    "svg",
    { class: "strip", width: 160, height: 22, "aria-hidden": "true" },
    s("line", { class: "grid", x1: 2, x2: 158, y1: 11, y2: 11 }),
    values.map((launch) =>
      s("circle", {
        class: `launch ${launch.mode}`,
        cx: x(launch.samples[metric]).toFixed(1),
        cy: launch.mode === "platform" ? 7 : 15,
        r: 3,
      }),
    ),
  );
}

function launchTable(scenario, metrics, launches) {
  return behind(
    `${scenario}: every launch`,
    [
      { name: "round", number: true, text: (launch) => String(launch.round), value: (launch) => launch.round },
      { name: "variant", text: (launch) => launch.variant },
      { name: "mode", text: (launch) => launch.mode },
      { name: "steady", text: (launch) => (launch.steady === undefined ? "" : launch.steady ? "yes" : "no") },
      ...metrics.map((metric) => ({
        name: metric,
        number: true,
        text: (launch) => (metric in launch.samples ? String(launch.samples[metric]) : "–"),
        value: (launch) => launch.samples[metric] ?? null,
      })),
    ],
    launches,
    `${scenario}-launches`,
  );
}
