/** Series on the first page: those of servers as cards, benchmarks by class, as there may be hundreds. */
import { card, stateOf } from "./cards.js";
import { h } from "./dom.js";
import { classOf } from "./names.js";
import { weight } from "./ranking.js";

/** So many series are shown unfolded. */
const FEW = 12;

/** @param series in their order; @param {any} state of the page, in which `open` has the classes that are unfolded */
export function groups(series, state, set) {
  const classes = new Map();
  for (const each of series) {
    const type = classOf(each.scenario) ?? "";
    classes.set(type, [...(classes.get(type) ?? []), each]);
  }
  const servers = classes.get("") ?? [];
  classes.delete("");
  return [
    servers.length > 0 &&
      h(
        "div",
        { class: "grid-of-cards" },
        servers.map((each) => card(each)),
      ),
    [...classes].map(([type, members]) => group(type, members, series.length <= FEW, state, set)),
  ];
}

function group(type, members, few, state, set) {
  const opened = () => state.open.split(",").filter(Boolean);
  const worst = [...members]
    .sort((a, b) => weight(b) - weight(a))
    .map(stateOf)
    .find(({ verdict }) => verdict);
  const details = h(
    "details",
    { class: "class", open: few || state.text !== "" || opened().includes(type) },
    h(
      "summary",
      {
        click: () =>
          set({ open: (details.open ? opened().filter((each) => each !== type) : [...opened(), type]).join(",") }),
      },
      h("b", {}, type),
      ` ${members.length} series `,
      worst?.shown,
    ),
    h(
      "div",
      { class: "grid-of-cards" },
      members.map((each) => card(each, each.scenario.slice(type.length + 1))),
    ),
  );
  return details;
}
