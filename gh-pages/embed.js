/** The chart and the badge of a series that decides, at addresses that stay, for other pages. */
import { h } from "./dom.js";

/**
 * @param {object} series as the overview has it
 * @param {(mode: string) => string} legend what a mode is called
 */
export function embeds(series, legend) {
  return Object.entries(series.modes)
    .filter(([, { embed }]) => embed)
    .map(([mode, { embed }]) =>
      h(
        "p",
        { class: "quiet" },
        `Embed ${mode === "ratio" ? "virtual ÷ platform" : legend(mode)}: `,
        h("a", { href: `series/${embed}.svg` }, "chart"),
        ", ",
        h("a", { href: `series/${embed}.json` }, "badge"),
      ),
    );
}
