/** The claims of a study: what was said, what was found, and where the two lie. */
import { linear, logarithmic, logTicks } from "./axis.js";
import { badge } from "./badge.js";
import { h, s } from "./dom.js";
import { day, digits } from "./format.js";
import { bandPath, dotsPath, linePath } from "./marks.js";

const WIDTH = 300;
const HEIGHT = 40;
const WORDS = { holds: "holds", "does-not-hold": "does not hold", "cannot-tell": "cannot tell here" };
const BADGES = { holds: "pass", "does-not-hold": "regressed", "cannot-tell": "inconclusive" };

/** How many of each, in words. */
export function counted(study) {
  return Object.keys(WORDS)
    .map((verdict) => [study.claims.filter((claim) => claim.verdict === verdict).length, WORDS[verdict]])
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(", ");
}

export function claims(study) {
  return (
    study.claims.length > 0 && [
      h(
        "ul",
        { class: "claims" },
        study.claims.map((claim) =>
          h(
            "li",
            {},
            h("div", {}, badge(BADGES[claim.verdict], WORDS[claim.verdict])),
            h(
              "div",
              { class: "grow" },
              h("b", {}, claim.says),
              h("p", { class: "quiet" }, described(claim)),
              claim.past.length > 1 && [trail(claim.past), h("p", { class: "quiet past" }, range(claim.past))],
            ),
            claim.value !== null && strip(claim),
          ),
        ),
      ),
      h(
        "p",
        { class: "legend" },
        h(
          "span",
          { class: "quiet" },
          "Shaded: what is claimed. Bar: what was found, 90 % interval. Diamond: published.",
        ),
      ),
    ]
  );
}

function described({ contrast, value, interval, atLeast, atMost, published, source, why }) {
  const found = value === null ? "not known" : `${digits(value)}${interval ? ` [${ends(interval)}]` : ""}`;
  const bounds = [
    atLeast !== null && `at least ${round(atLeast)}`,
    atMost !== null && `at most ${round(atMost)}`,
  ].filter(Boolean);
  return [
    `${contrast} is ${found}; claimed is ${bounds.join(" and ")}`,
    published === null ? "" : `; published was ${round(published)}`,
    source === null ? "" : ` (${source})`,
    why === null ? "." : `. Not known: ${why}.`,
  ].join("");
}

function range(past) {
  const values = past.map(({ value }) => value);
  return `${past.length} times since ${day(past[0].time)}: from ${digits(Math.min(...values))} to ${digits(Math.max(...values))}.`;
}

/** What it came to each time; beside it the same is said in words. */
function trail(past) {
  const ends = past.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]);
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  // A flat line stays flat.
  const room = Math.max((high - low) * 0.1, high * 0.05);
  const x = linear([0, past.length - 1], [4, WIDTH - 4]);
  const y = linear([low - room, high + room], [HEIGHT - 2, 2]);
  const points = past.map(({ value, interval }, index) => ({
    index,
    value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  }));
  return s(
    "svg",
    { class: "strip trail", width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    s("path", { class: "band", d: bandPath(points, x, y) }),
    s("path", { class: "line", d: linePath(points, x, y) }),
    s("path", {
      class: "dots",
      d: dotsPath(
        points.map(({ index, value }) => [index, value]),
        x,
        y,
      ),
    }),
  );
}

/** As somebody wrote it, without zeros that say nothing. */
function round(number) {
  return String(Number(number.toPrecision(3)));
}

function ends({ low, high }) {
  return `${digits(low)}, ${digits(high)}`;
}

/** On a logarithmic axis, as twice and half are equally far from one. */
function strip(claim) {
  const { value, interval, atLeast, atMost, published } = claim;
  const all = [1, value, interval?.low, interval?.high, atLeast, atMost, published].filter((each) => each > 0);
  const low = Math.min(...all) / 1.08;
  const high = Math.max(...all) * 1.08;
  const x = logarithmic([low, high], [6, WIDTH - 6]);
  const from = atLeast === null ? 0 : x(atLeast);
  const to = atMost === null ? WIDTH : x(atMost);
  const middle = 12;
  return s(
    "svg",
    { class: `strip claim ${claim.verdict}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    s("rect", { class: "allowed", x: from, y: 2, width: Math.max(2, to - from), height: 20 }),
    s("line", { class: "unity", x1: x(1), x2: x(1), y1: 0, y2: 24 }),
    interval && s("line", { class: "found", x1: x(interval.low), x2: x(interval.high), y1: middle, y2: middle }),
    s("circle", { class: "found", cx: x(value), cy: middle, r: 4 }),
    published !== null && s("path", { class: "published", d: `M${x(published)} ${middle - 7}l7 7l-7 7l-7 -7Z` }),
    marks(logTicks([low, high]), x).map(([at, text]) =>
      s("text", { class: "tick", x: at, y: 36, "text-anchor": "middle" }, text),
    ),
  );
}

/** Those of the axis that do not stand on one another. */
function marks(values, x) {
  let free = 0;
  return values
    .map((value) => [Math.min(WIDTH - 14, Math.max(14, x(value))), digits(value, 2)])
    .filter(([at, text]) => {
      const fits = Number(at) - 14 >= free;
      free = fits ? Number(at) + 8 * String(text).length : free;
      return fits;
    });
}
