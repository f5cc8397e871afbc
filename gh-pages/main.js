/** Which page is shown, and what happens when it cannot be. */
import { aboutPage } from "./about.js";
import { alertsPage } from "./alerts.js";
import { bumpsPage } from "./bumps.js";
import { comparePage } from "./compare.js";
import { DataError, embedded, load } from "./data.js";
import { h, part } from "./dom.js";
import { ago, when } from "./format.js";
import { metricPage } from "./metric.js";
import { learnMetrics } from "./metrics.js";
import { overviewPage } from "./overview.js";
import { here, keep, link } from "./route.js";
import { recordOf, runPage } from "./run.js";
import { studiesPage } from "./studies.js";

const PAGES = {
  overview: overviewPage,
  metric: metricPage,
  run: recordPage,
  compare: comparePage,
  alerts: alertsPage,
  bumps: bumpsPage,
  studies: studiesPage,
  about: aboutPage,
};

/** A run's page would draw both variants of a comparison as one, so its address leads to the other. */
async function recordPage(query) {
  const record = await recordOf(query.id);
  if (record.kind === "entry" || record.verdict.comparison === null) {
    return runPage(query);
  }
  keep("compare", query);
  return comparePage(query);
}

/** Of a page asked for while an earlier one still loads, the earlier is dropped. */
let turn = 0;

async function show() {
  const own = ++turn;
  const { page, query } = here();
  const main = part("main");
  main.setAttribute("aria-busy", "true");
  let made;
  try {
    await learnMetrics();
    made = await pageOf(page)(query);
  } catch (e) {
    made = failed(e);
  }
  if (own !== turn) {
    return;
  }
  main.replaceChildren(...made.nodes.flat(4).filter(Boolean));
  main.removeAttribute("aria-busy");
  document.title = `${made.title} · Loomwatch`;
  navigation(page, await hasStudies());
  if (made.newest) {
    part("age").textContent = `newest record ${ago(made.newest)} (${when(made.newest)})`;
  }
}

/** A page that is one record in one file begins with it. */
function pageOf(page) {
  const record = embedded();
  if (record !== null && page !== "about") {
    return record.verdict.comparison === null ? runPage : comparePage;
  }
  return (
    PAGES[page] ??
    (() => {
      throw new DataError(`There is no page ${page}.`);
    })
  );
}

async function hasStudies() {
  const overview = embedded() === null ? await load("overview").catch(() => null) : null;
  return overview?.studies > 0;
}

function navigation(page, studies) {
  const items =
    embedded() === null
      ? [
          ["overview", "Overview"],
          ["alerts", "Alerts"],
          ["bumps", "Bumps"],
          ...(studies ? [["studies", "Studies"]] : []),
          ["about", "About"],
        ]
      : [
          ["run", "This record"],
          ["about", "About"],
        ];
  part("nav").replaceChildren(
    ...items.map(([name, text]) => h("a", { href: link(name), "aria-current": name === page && "page" }, text)),
  );
}

function failed(e) {
  if (!(e instanceof DataError)) {
    console.error(e);
  }
  return {
    title: "Error",
    nodes: [
      h(
        "section",
        { class: "warning", role: "alert" },
        h("h1", {}, "This page cannot be shown"),
        h("p", {}, e instanceof DataError ? e.message : `A fault of this page: ${e.message}`),
      ),
    ],
  };
}

part("skip").addEventListener("click", (event) => {
  event.preventDefault();
  part("main").focus();
});
let shown = null;
window.addEventListener("hashchange", () => {
  show();
  const { page } = here();
  if (page !== shown) {
    window.scrollTo(0, 0);
    part("main").focus({ preventScroll: true });
  }
  shown = page;
});
show();
