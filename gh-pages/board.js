/** The page over several sites: what is open, what is not measured, and the newest run of each. */
import { badge } from "./badge.js";
import { carried, DataError, fetched } from "./data.js";
import { h, part } from "./dom.js";
import { ago, when } from "./format.js";
import { link } from "./route.js";

const VERDICTS = ["regressed", "invalid", "inconclusive", "pass"]; // the worst first
const PATIENCE = 10_000;

/** Characters of a text and sentences of another site, which may be none of ours. */
const LONGEST = 240;
const MOST = 3;

/** What a site says of itself, or why it says nothing. */
async function stateOf({ address }) {
  const path = `${address}data/state.json`;
  const old = `${path} is missing: build that site from a history, by this version.`;
  const state = await fetched(path, old, PATIENCE);
  if (state.kind !== "state" || !VERDICTS.includes(state.verdict) || !Array.isArray(state.open)) {
    throw new DataError(`${path} is no state of a site: check the address.`);
  }
  return state;
}

function rowOf({ address, name }, { verdict, says, open, more, newest }) {
  return h(
    "tr",
    { "data-verdict": verdict },
    h("th", { scope: "row" }, h("a", { href: address }, name)),
    h(
      "td",
      {},
      badge(verdict, cut(says)),
      h(
        "ul",
        { class: "quiet" },
        open.slice(0, MOST).map((text) => h("li", {}, cut(text))),
        more > 0 && h("li", {}, h("a", { href: address + link("alerts") }, `and ${Number(more)} more`)),
      ),
    ),
    newest
      ? [
          h(
            "td",
            {},
            h("a", { href: address + link("run", { id: newest.id }) }, when(newest.time)),
            " ",
            VERDICTS.includes(newest.verdict) && badge(newest.verdict),
            h("div", {}, h("span", { class: "commit" }, cut(newest.commit)), ` ${cut(newest.title)}`),
          ),
          h("td", { class: "nowrap" }, ago(newest.time)),
        ]
      : [h("td", {}, "–"), h("td", {}, "–")],
  );
}

function cut(text) {
  const whole = String(text);
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
}

/** Each row where it belongs as it arrives, so that nothing waits for the slowest. */
async function show(sites) {
  const title = h("h1", {}, `${sites.length} sites`);
  const status = h("p", { class: "quiet", role: "status" });
  const body = h("tbody", {});
  const found = new Map();
  const names = ["Site", "Open or not measured", "Newest run", "Measured"];
  const table = h(
    "table",
    { class: "board" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        names.map((each) => h("th", { scope: "col" }, each)),
      ),
    ),
    body,
  );
  part("main").replaceChildren(
    title,
    status,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Sites, the worst first" }, table),
  );
  const count = (verdict) => [...found.keys()].filter((row) => row.dataset.verdict === verdict).length;
  const ask = async (site, place) => {
    const row = await stateOf(site)
      .then((state) => rowOf(site, state))
      .catch((e) => rowOf(site, { verdict: "invalid", says: "not known", open: [e.message], more: 0, newest: null }));
    const rank = VERDICTS.indexOf(row.dataset.verdict) * sites.length + place;
    body.insertBefore(row, [...body.children].find((other) => found.get(other) > rank) ?? null);
    found.set(row, rank);
    title.textContent = `${count("regressed")} of ${sites.length} sites regressed, ${count("invalid")} not measured`;
    status.textContent = found.size < sites.length ? `${found.size} of ${sites.length} sites answered` : "";
  };
  await Promise.all(sites.map(ask));
  status.textContent = `Read ${when(Date.now())}. Reload the page to read it again.`;
}

const main = part("main");
main.setAttribute("aria-busy", "true");
document.title = "Sites · Loomwatch";
show(carried("sites").sites).finally(() => main.removeAttribute("aria-busy"));
