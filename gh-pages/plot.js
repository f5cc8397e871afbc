/** The frame of a chart: axes, grid and clip. Colours are the style sheet's, so themes need no drawing. */
import { s } from "./dom.js";
import { linear, logarithmic, logTicks, ticks } from "./axis.js";

let clips = 0;

/**
 * @param {any} given x: {domain, ticks: [[value, text]]}, y: {domain, log, text(value), label}
 */
export function frame({ width, height, x, y, name }) {
  const left = 58;
  const right = 10;
  const top = 22;
  const bottom = 24;
  const sx = linear(x.domain, [left, width - right]);
  const sy = (y.log ? logarithmic : linear)(y.domain, [height - bottom, top]);
  const yTicks = y.log ? logTicks(y.domain) : ticks(y.domain, Math.max(3, Math.floor(height / 50)));
  const clip = `clip${clips++}`;
  const under = s("g", { "clip-path": `url(#${clip})` });
  const over = s("g", {});
  const root = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name },
    s(
      "clipPath",
      { id: clip },
      s("rect", { x: left, y: top, width: width - left - right, height: height - top - bottom }),
    ),
    s("text", { x: 4, y: 12, class: "axis-label" }, y.label),
    yTicks.map((value) => [
      s("line", { class: "grid", x1: left, x2: width - right, y1: sy(value), y2: sy(value) }),
      s("text", { class: "tick", x: left - 6, y: sy(value) + 4, "text-anchor": "end" }, y.text(value)),
    ]),
    spaced(x.ticks, sx).map(([value, text]) =>
      s(
        "text",
        {
          class: "tick",
          x: clamp(sx(value), left, width - right - 4),
          y: height - 6,
          "text-anchor": anchor(sx(value), left, width - right),
        },
        text,
      ),
    ),
    under,
    over,
  );
  return { root, under, over, sx, sy, left, right: width - right, top, bottom: height - bottom };
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}

function anchor(at, left, right) {
  return at < left + 20 ? "start" : at > right - 40 ? "end" : "middle";
}

/** Leaves out what would stand on the text before it. */
function spaced(marks, sx) {
  const kept = [];
  let free = -Infinity;
  for (const [value, text] of marks) {
    const at = sx(value);
    if (at >= free) {
      kept.push([value, text]);
      free = at + text.length * 7 + 18;
    }
  }
  return kept;
}
