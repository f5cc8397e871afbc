/** A small picture of the last runs; the numbers beside it say the same to those who cannot see it. */
import { s } from "./dom.js";
import { linear } from "./axis.js";
import { linePath } from "./marks.js";

const WIDTH = 240;
const HEIGHT = 48;

export function sparkline(modes) {
  const drawn = ["imported", "platform", "virtual"].filter((mode) => modes[mode]);
  const values = drawn.flatMap((mode) => modes[mode].spark).filter((value) => value !== null);
  const low = Math.min(...values);
  const high = Math.max(...values);
  // A flat line stays flat: less than 4 % is not blown up to full height.
  const room = Math.max((high - low) * 0.08, (Math.abs(high) * 0.04 - (high - low)) / 2, 1e-12);
  const length = Math.max(2, ...drawn.map((mode) => modes[mode].spark.length));
  const x = linear([0, length - 1], [3, WIDTH - 4]);
  const y = linear([low - room, high + room], [HEIGHT - 3, 3]);
  return s(
    "svg",
    { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn.map((mode) => {
      const points = modes[mode].spark.map((value, index) => ({ index, value }));
      const last = points.findLast((point) => point.value !== null);
      return [
        s("path", { class: `line ${mode}`, d: linePath(points, x, y) }),
        last && s("path", { class: `dots ${mode}`, d: `M${x(last.index)} ${y(last.value)}h0` }),
      ];
    }),
  );
}
