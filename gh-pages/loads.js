/** What the load of one scenario showed: the latency spectrum, and how it went along it. */
import { domainOf } from "./axis.js";
import { h, responsive, s } from "./dom.js";
import { quantity, scaleOf, tick } from "./format.js";
import { linePath } from "./marks.js";
import { frame } from "./plot.js";
import { behind } from "./table.js";

const NARROW = "\u202f";

const NINES = [
  ["50 %", 50],
  ["90 %", 90],
  ["99 %", 99],
  ["99.9 %", 99.9],
  ["99.99 %", 99.99],
  ["99.999 %", 99.999],
];

/** @param loads of one scenario; @param style(load) gives {name, class} */
export function spectrum(scenario, loads, style) {
  const lines = loads.flatMap((load) =>
    [
      ["latency", ""],
      ["serviceTime", " dashed"],
    ]
      .filter(([kind]) => load[kind])
      .map(([kind, dashed]) => ({
        name: `${style(load).name}${kind === "latency" ? "" : ", service time"}`,
        class: style(load).class + dashed,
        points: load[kind].percentile.map((percentile, i) => ({
          index: nines(percentile),
          percentile,
          value: load[kind].seconds[i],
        })),
      })),
  );
  if (lines.length === 0) {
    return null;
  }
  const rows = lines[0].points.map((point, i) => ({
    percentile: point.percentile,
    values: lines.map((line) => line.points[i]?.value ?? null),
  }));
  return h(
    "section",
    {},
    h("h3", {}, `Latency spectrum: ${scenario}`),
    h(
      "p",
      { class: "quiet" },
      "What share of requests took at most how long, all launches pooled. Solid: from the intended start, so waiting behind a slow request counts. Dashed: from the actual send.",
    ),
    legend(lines),
    lineChart(lines, `${scenario}: latency against percentile`, "latency", (domain) => ({
      domain: [0, domain[1]],
      ticks: NINES.map(([text, percentile]) => [nines(percentile), text]).filter(([at]) => at <= domain[1]),
    })),
    behind(
      `${scenario}: latency by percentile`,
      [
        { name: "percentile", number: true, text: (row) => `${row.percentile} %`, value: (row) => row.percentile },
        ...lines.map((line, i) => ({
          name: line.name,
          number: true,
          text: (row) => quantity(row.values[i], "s"),
          value: (row) => row.values[i],
        })),
      ],
      rows,
      `${scenario}-spectrum`,
    ),
  );
}

export function seconds(scenario, loads, style) {
  const known = loads.filter((load) => load.seconds);
  if (known.length === 0) {
    return null;
  }
  const lines = known.flatMap((load) =>
    [
      ["medianSeconds", "median", ""],
      ["maxSeconds", "longest", " dashed"],
    ].map(([column, what, dashed]) => ({
      name: `${style(load).name}, ${what}`,
      class: style(load).class + dashed,
      points: load.seconds.second.map((second, i) => ({ index: second, value: load.seconds[column][i] || null })),
    })),
  );
  const rows = known.flatMap((load) => load.seconds.second.map((second, i) => ({ load, second, i })));
  const column = (name, field, unit) => ({
    name,
    number: true,
    text: ({ load, i }) => (unit ? quantity(load.seconds[field][i], unit) : String(load.seconds[field][i])),
    value: ({ load, i }) => load.seconds[field][i],
  });
  return h(
    "section",
    {},
    h("h3", {}, `Window by window: ${scenario}`),
    h(
      "p",
      { class: "quiet" },
      "A point is a window of the load, or a second of a longer one. Of the launches together, by intended start: solid the middle launch's median, dashed the longest wait of any.",
    ),
    legend(lines),
    lineChart(lines, `${scenario}: latency by window`, "latency", (domain) => ({
      domain,
      ticks: windowTicks(Math.floor(domain[1]) + 1),
    })),
    behind(
      `${scenario}: window by window`,
      [
        { name: "window", number: true, text: ({ second }) => String(second + 1), value: ({ second }) => second + 1 },
        { name: "of", text: ({ load }) => style(load).name },
        column("median", "medianSeconds", "s"),
        column("longest", "maxSeconds", "s"),
        column("offered", "offered"),
        column("completed", "completed"),
        column("errors", "errors"),
      ],
      rows,
      `${scenario}-seconds`,
    ),
  );
}

/** A dozen of them at most. */
function windowTicks(count) {
  const step = Math.ceil(count / 12);
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => [i * step, String(i * step + 1)]);
}

function nines(percentile) {
  return -Math.log10(Math.max(1e-9, 1 - percentile / 100));
}

function legend(lines) {
  return h(
    "p",
    { class: "legend" },
    lines.map((line) => h("span", { class: `key ${line.class}` }, line.name)),
  );
}

function lineChart(lines, name, label, xOf) {
  const points = lines.flatMap((line) => line.points);
  const reach = [Math.min(...points.map((point) => point.index)), Math.max(...points.map((point) => point.index), 1)];
  return responsive((width) => {
    const plot = frame({
      width,
      height: 300,
      name,
      x: xOf(reach),
      y: {
        domain: domainOf(
          points.map((point) => point.value),
          true,
        ),
        log: true,
        label: `${label}, log scale`,
        text: (value) => tick(value, scaleOf(value, "s")) + NARROW + scaleOf(value, "s").symbol,
      },
    });
    lines.forEach((line) =>
      plot.under.append(s("path", { class: `line ${line.class}`, d: linePath(line.points, plot.sx, plot.sy) })),
    );
    return plot.root;
  });
}
