/** The cells of a study in one picture: curves over a factor of numbers, or an interval for each cell. */
import { domainOf, linear, logarithmic, logTicks, ticks } from "./axis.js";
import { h, responsive, s } from "./dom.js";
import { quantity, scaleOf, tick } from "./format.js";
import { bandPath, dotsPath, linePath } from "./marks.js";
import { frame } from "./plot.js";

const MODES = ["platform", "virtual"];
const HEIGHT = 250;
const STRIP = 300;

/** Of curves that are of no mode; further ones have them again, and are dashed. */
const COLOURS = 5;

/** From there on differences of the small values would be lost. */
const WIDE = 20;

export function cellsPicture(study, metric, title) {
  const cells = study.cells.filter((cell) => cell.values[metric]);
  if (cells.length === 0) {
    return h("p", { class: "quiet" }, `${title} was measured in no launch that counts.`);
  }
  const means = cells.map(({ values }) => values[metric].value);
  const log = Math.min(...means) > 0 && Math.max(...means) / Math.min(...means) > WIDE;
  const view = {
    metric,
    title,
    unit: cells[0].values[metric].unit,
    log,
    domain: domainOf(reach(cells, metric, means), log),
  };
  const axis = study.factors.find(
    ({ levels }) => levels.length > 2 && levels.every((level) => level.trim() && level >= 0),
  );
  return axis ? curves(study, cells, axis, view) : intervals(study, cells, view);
}

/** All means, and of the intervals what does not press the means flat, nor is less than nothing. */
function reach(cells, metric, means) {
  const low = Math.min(...means);
  const high = Math.max(...means);
  const room = (high - low) * 0.4 || high * 0.4;
  const ends = cells.flatMap(({ values }) => Object.values(values[metric].interval ?? {}));
  return [...means, ...ends.map((end) => Math.min(high + room, Math.max(low < 0 ? low - room : 0, low - room, end)))];
}

/** Small multiples of another factor, so that what is left is few lines: the modes, mostly. */
function curves(study, cells, axis, view) {
  const others = study.factors.filter((factor) => factor !== axis);
  const split = others.length > 1 ? others.find(({ levels }) => !levels.includes(MODES[0])) : undefined;
  const within = others.filter((factor) => factor !== split);
  const panels = split
    ? split.levels.map((level) => [`${split.name} ${level}`, cells.filter((cell) => cell.levels[split.name] === level)])
    : [["", cells]];
  const labels = [...new Set(cells.map((cell) => labelOf(cell, within)))];
  return h(
    "div",
    {},
    labels.length > 1 &&
      h(
        "p",
        { class: "legend" },
        labels.map((label, i) => h("span", { class: `key ${classOf(label, i)}` }, label)),
      ),
    h(
      "div",
      { class: split ? "multiples" : "" },
      panels.map(([name, some]) =>
        h("figure", {}, name && h("figcaption", {}, name), curve(name, some, axis, labels, within, view)),
      ),
    ),
  );
}

function curve(name, cells, axis, labels, within, view) {
  const scale = scaleOf(Math.max(...view.domain.map(Math.abs)), view.unit);
  return responsive((width) => {
    const plot = frame({
      width,
      height: HEIGHT,
      name: `${view.title} over ${axis.name} ${name}; the table below has the numbers`,
      x: {
        domain: [-0.4, axis.levels.length - 0.6],
        ticks: axis.levels.map((level, i) => [i, i === 0 ? `${axis.name} ${level}` : level]),
      },
      y: {
        domain: view.domain,
        log: view.log,
        label: `${view.title}${scale.symbol && `, ${scale.symbol}`}`,
        text: (value) => tick(value, scale),
      },
    });
    labels.forEach((label, i) => {
      const points = axis.levels.map((level, index) => {
        const cell = cells.find((each) => each.levels[axis.name] === level && labelOf(each, within) === label);
        const found = cell?.values[view.metric];
        return {
          index,
          value: found?.value ?? null,
          low: found?.interval?.low ?? null,
          high: found?.interval?.high ?? null,
        };
      });
      const dots = points.filter(({ value }) => value !== null).map(({ index, value }) => [index, value]);
      plot.under.append(
        s("path", { class: `band ${classOf(label, i)}`, d: bandPath(points, plot.sx, plot.sy) }),
        s("path", { class: `line ${classOf(label, i)}`, d: linePath(points, plot.sx, plot.sy) }),
        s("path", { class: `dots ${classOf(label, i)}`, d: dotsPath(dots, plot.sx, plot.sy) }),
      );
    });
    return plot.root;
  }, {});
}

function labelOf(cell, factors) {
  return factors.map(({ name }) => cell.levels[name]).join(", ");
}

/** The modes have the colours that they have everywhere. */
function classOf(label, place) {
  const nth = `nth${place % COLOURS}${place < COLOURS ? "" : " dashed"}`;
  return MODES.find((mode) => label.split(", ").includes(mode) && label.split(", ").length === 1) ?? nth;
}

function intervals(study, cells, view) {
  const x = (view.log ? logarithmic : linear)(view.domain, [6, STRIP - 6]);
  const scale = scaleOf(Math.max(...view.domain.map(Math.abs)), view.unit);
  const marks = view.log ? logTicks(view.domain) : ticks(view.domain, 4);
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": view.title },
    h(
      "table",
      { class: "cells" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, study.factors.map(({ name }) => name).join(", ")),
          h("th", { scope: "col", class: "number" }, view.title),
          h(
            "th",
            {},
            s(
              "svg",
              { class: "strip", width: STRIP, height: 16, "aria-hidden": "true" },
              marks.map((value) =>
                s(
                  "text",
                  { class: "tick", x: x(value), y: 12, "text-anchor": "middle" },
                  tick(value, scale) + scale.symbol,
                ),
              ),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        cells.map((cell) => row(cell, study, view, x)),
      ),
    ),
  );
}

function row(cell, study, view, x) {
  const { value, interval, unit } = cell.values[view.metric];
  const at = (end) => x(Math.min(view.domain[1], Math.max(view.domain[0], end)));
  const mode = MODES.find((each) => Object.values(cell.levels).includes(each)) ?? "";
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, labelOf(cell, study.factors)),
    h("td", { class: "number" }, quantity(value, unit)),
    h(
      "td",
      {},
      s(
        "svg",
        { class: "strip", width: STRIP, height: 20, "aria-hidden": "true" },
        interval &&
          s("line", {
            class: `bar ${mode}`,
            x1: at(interval.low),
            x2: at(interval.high),
            y1: 10,
            y2: 10,
          }),
        s("circle", { class: `launch ${mode}`, cx: x(value), cy: 10, r: 4 }),
      ),
    ),
  );
}
