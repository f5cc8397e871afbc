/** Verdicts by shape, word and colour, so that none of the three is needed alone. */
import { h } from "./dom.js";

const SHAPES = { regressed: "▲", improved: "▼", pass: "✓", inconclusive: "◆", invalid: "✕" };

export function badge(verdict, text = verdict) {
  return verdict
    ? h(
        "span",
        { class: `badge ${verdict in SHAPES ? verdict : "other"}` },
        h("span", { "aria-hidden": "true" }, SHAPES[verdict] ?? "•"),
        ` ${text}`,
      )
    : null;
}
