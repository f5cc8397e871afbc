/** The claims of a study: what was said, what was found, and where the two lie. */
import { logarithmic, logTicks } from "./axis.js";
import { badge } from "./badge.js";
import { h, s } from "./dom.js";
import { digits } from "./format.js";

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
            h("div", { class: "grow" }, h("b", {}, claim.says), h("p", { class: "quiet" }, told(claim))),
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

function told({ contrast, value, interval, atLeast, atMost, published, source, why }) {
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
