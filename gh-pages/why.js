/** Why something got worse: the sentences of its causes, as text. */
import { h } from "./dom.js";

/** Nothing where nobody looked. */
export function reasons(whys) {
  return (
    whys !== undefined &&
    h(
      "ul",
      { class: "whys" },
      whys.map((why) => h("li", {}, why)),
    )
  );
}
