/** Where virtual threads are ahead of platform threads, and where behind: a map over the other factors. */
import { h } from "./dom.js";
import { digits } from "./format.js";

const PLATFORM = "platform";
const VIRTUAL = "virtual";

/** So many steps of colour, each for half as much again. */
const STEPS = 4;
const STEP = Math.log(1.5);

/** Less than that is drawn as neither. */
const EQUAL = Math.log(1.05);

/** @param lower whether less is better; nothing where the study has not both modes and two factors beside. */
export function ratioMap(study, metric, title, lower) {
  const mode = study.factors.find(({ levels }) => levels.includes(PLATFORM) && levels.includes(VIRTUAL));
  const [down, across, ...more] = study.factors.filter((factor) => factor !== mode);
  if (!mode || !across || more.length > 0) {
    return null;
  }
  const valueAt = (levels) =>
    study.cells.find((cell) => Object.entries(levels).every(([name, level]) => cell.levels[name] === level))?.values[
      metric
    ]?.value;
  const ratioAt = (row, column) => {
    const of = (which) => valueAt({ [down.name]: row, [across.name]: column, [mode.name]: which });
    return of(VIRTUAL) / of(PLATFORM);
  };
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `${title}, virtual over platform` },
    h(
      "table",
      { class: "ratios" },
      h("caption", {}, `${title}: virtual over platform threads. ▼ virtual threads are better, ▲ worse.`),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, `${down.name} \\ ${across.name}`),
          across.levels.map((level) => h("th", { scope: "col", class: "number" }, level)),
        ),
      ),
      h(
        "tbody",
        {},
        down.levels.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row),
            across.levels.map((column) => field(ratioAt(row, column), lower)),
          ),
        ),
      ),
    ),
  );
}

function field(ratio, lower) {
  if (!(ratio > 0 && ratio < Infinity)) {
    return h("td", { class: "number" }, "–");
  }
  const gain = Math.log(ratio) * (lower ? -1 : 1);
  const step = Math.min(STEPS, Math.ceil(Math.abs(gain) / STEP));
  const equal = Math.abs(gain) < EQUAL;
  const side = gain > 0 ? "ahead" : "behind";
  return h(
    "td",
    { class: equal ? "number" : `number ${side} step${step}` },
    `${equal ? "" : gain > 0 ? "▼ " : "▲ "}× ${digits(ratio)}`,
  );
}
