/** The first page: is anything worse than it was, where, and how sure. */
import { alertLine } from "./alerts.js";
import { badge } from "./badge.js";
import { trust } from "./calibration.js";
import { legend, seriesLink } from "./cards.js";
import { load, rowAt } from "./data.js";
import { choice, h } from "./dom.js";
import { ago, plural, runtime, when } from "./format.js";
import { groups } from "./groups.js";
import { metricName, shortRevision } from "./metrics.js";
import { classOf, seriesName } from "./names.js";
import { hasMoved, isKey, isWorse, markOpen, weight } from "./ranking.js";
import { keep, link } from "./route.js";

/** Open changes that are named on this page. */
const LISTED = 6;

export async function overviewPage(query) {
  const overview = await load("overview");
  markOpen(overview);
  const state = {
    show: query.show ?? "key",
    sort: query.sort ?? "significant",
    text: query.text ?? "",
    open: query.open ?? "",
  };
  const grid = h("div", {});
  const count = h("p", { class: "quiet", role: "status" });
  const draw = () => {
    const shown = chosen(overview, state);
    grid.replaceChildren(...groups(shown, state, unfold).flat().filter(Boolean));
    count.textContent = `${shown.length} of ${overview.series.length} series, a picture each`;
  };
  const unfold = (change) => {
    Object.assign(state, change);
    keep("overview", state);
  };
  const set = (change) => {
    unfold(change);
    draw();
  };
  const controls = h(
    "div",
    { class: "controls" },
    h("input", {
      type: "search",
      placeholder: "Scenario or metric",
      "aria-label": "Filter by scenario or metric",
      value: state.text,
      input: (event) => set({ text: event.target.value }),
    }),
    choice(
      "Which metrics",
      [
        ["key", "Key metrics"],
        ["all", "All metrics"],
      ],
      state.show,
      (show) => set({ show }),
    ),
    choice(
      "Order",
      [
        ["significant", "Most significant first"],
        ["name", "By name"],
      ],
      state.sort,
      (sort) => set({ sort }),
    ),
  );
  draw();
  return {
    title: "Overview",
    newest: overview.recent.time[0],
    nodes: [
      fault(overview),
      answer(overview),
      unreadable(overview),
      overview.series.length > 0 && [h("h2", {}, "Series"), controls, legend(overview.series), count, grid],
      recent(overview),
    ],
  };
}

function chosen(overview, state) {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (series) =>
    words.every((word) =>
      `${series.scenario} ${series.metric} ${metricName(series.metric)}`.toLowerCase().includes(word),
    );
  const shown = overview.series.filter(
    (series) => fits(series) && (state.show === "all" || words.length > 0 || isKey(series)),
  );
  return state.sort === "name" ? shown : shown.sort((a, b) => weight(b) - weight(a));
}

function answer(overview) {
  if (overview.records === 0) {
    return h(
      "section",
      { class: "answer" },
      h("h1", {}, "No records yet"),
      h(
        "p",
        {},
        "Measure something first: ",
        h("code", {}, "./loomwatch run"),
        ", then ",
        h("code", {}, "./loomwatch site"),
        ".",
      ),
    );
  }
  const rows = overview.recent.id.map((_, i) => rowAt(overview.recent, i));
  const newest = rows.find((row) => row.kind === "run") ?? rows[0];
  const broken = overview.series.flatMap((series) =>
    Object.entries(series.modes)
      .filter(([, mode]) => mode.verdict === "regressed")
      .map(([mode, judged]) => ({ series, mode, judged })),
  );
  const moved = overview.series.filter((series) =>
    Object.values(series.modes).some((mode) => hasMoved(mode) && isWorse(mode)),
  );
  const open = overview.trend?.alerts ?? [];
  return h(
    "section",
    { class: "answer" },
    h(
      "h1",
      {},
      open.length > 0 ? `${plural(open.length, "change")} for the worse` : headline(overview, newest, broken, moved),
    ),
    open.length > 0 && h("ul", {}, open.slice(0, LISTED).map(alertLine)),
    open.length > LISTED && h("p", {}, h("a", { href: link("alerts") }, `and ${open.length - LISTED} more`)),
    (overview.trend?.budgets ?? []).map(budgetLine),
    overview.trend &&
      overview.trend.missing.length > 0 &&
      h("p", { class: "warning" }, h("a", { href: link("alerts") }, missing(overview.trend.missing))),
    overview.trend &&
      overview.trend.warnings.length > 0 &&
      h(
        "p",
        { class: "quiet" },
        h("a", { href: link("alerts") }, plural(overview.trend.warnings.length, "remark")),
        " about the history itself.",
      ),
    h(
      "p",
      {},
      `The newest ${newest.kind}, `,
      h("a", { href: link(newest.kind === "run" ? "run" : "compare", { id: newest.id }) }, when(newest.time)),
      `, ${ago(newest.time)}`,
      newest.verdict && [", by itself: ", badge(newest.verdict)],
      " · ",
      h("span", { class: "commit" }, shortRevision(newest.revision)),
      newest.title && ` “${newest.title}”`,
    ),
    broken.length > 0 &&
      h(
        "ul",
        {},
        broken
          .slice(0, 5)
          .map(({ series, mode, judged }) =>
            h(
              "li",
              {},
              h("a", { href: seriesLink(series) }, seriesName({ ...series, mode }, metricName(series.metric))),
              ": ",
              judged.reason,
            ),
          ),
      ),
    haveServers(overview) && h("p", { class: "quiet" }, trust(overview)),
    overview.trend &&
      h(
        "p",
        { class: "quiet" },
        "Subscribe: ",
        h("a", { href: "alerts.atom", type: "application/atom+xml" }, "Atom feed"),
        ".",
      ),
  );
}

/** Benchmarks alone are judged without a calibration. */
function haveServers({ series }) {
  return series.length === 0 || series.some(({ scenario }) => classOf(scenario) === null);
}

/** What main lost since its release or its pin, and what it still may. */
function budgetLine({ since, commit, release, allowedPercent, state, spent: [most] }) {
  const name = `Budget since ${since} ${release ?? shortRevision(commit)}: `;
  if (!most) {
    return h("p", { class: "quiet" }, name, "not known yet");
  }
  const lost = Math.max(0, most.percent);
  return h(
    "p",
    { class: state === "spent" ? "warning" : "quiet" },
    name,
    `${lost.toFixed(1)} of ${allowedPercent} % lost, `,
    state === "spent" ? "spent" : `${Math.max(0, allowedPercent - lost).toFixed(1)} % left`,
    ` (${seriesName(most, metricName(most.metric))}`,
    most.comparison ? ")" : ", by history alone)",
  );
}

function missing(gone) {
  const silent = gone.find((each) => !each.scenario);
  return silent ? `No runs arrive: ${silent.reason}` : `${gone.length} series no longer measured`;
}

function headline(overview, newest, broken, moved) {
  if (overview.runs === 0) {
    return "Only comparisons so far: no trend yet";
  }
  if (broken.length > 0) {
    return `${plural(broken.length, "limit")} broken ${overview.trend ? "in the newest run" : "when measured last"}`;
  }
  if (newest.verdict === "regressed") {
    return "A limit is broken in the newest run";
  }
  if (!overview.series.some((series) => Object.values(series.modes).some((mode) => mode.movement))) {
    return "All limits pass; too few runs yet to judge changes";
  }
  return moved.length > 0
    ? `All limits pass; ${moved.length} series moved for the worse`
    : "All limits pass, no regression";
}

function fault(overview) {
  return (
    overview.fault &&
    h(
      "section",
      { class: "warning", role: "alert" },
      h("h2", {}, `These pages are of ${when(Date.parse(overview.made))} and could not be refreshed`),
      h("p", {}, overview.fault),
    )
  );
}

function unreadable(overview) {
  return (
    overview.unreadable.length > 0 &&
    h(
      "section",
      { class: "warning" },
      h("h2", {}, `${plural(overview.unreadable.length, "record")} could not be read and not shown`),
      h(
        "ul",
        {},
        overview.unreadable.map((why) => h("li", {}, why)),
      ),
    )
  );
}

function recent(overview) {
  const rows = overview.recent.id.map((_, i) => rowAt(overview.recent, i));
  return h(
    "section",
    {},
    h("h2", {}, "Newest records"),
    h(
      "p",
      { class: "quiet" },
      "A verdict here is of one record by itself, by the limits of thresholds.yaml. Whether runs got worse from commit to commit stands at the top.",
    ),
    h(
      "ul",
      { class: "records" },
      rows.map((row) =>
        h(
          "li",
          {},
          badge(row.verdict),
          h("a", { href: link(row.kind === "run" ? "run" : "compare", { id: row.id }) }, when(row.time)),
          h("span", {}, row.kind),
          h("span", { class: "commit" }, shortRevision(row.revision)),
          h("span", { class: "grow" }, row.title),
          h("span", { class: "quiet" }, [...runtime(row), row.remark].filter(Boolean).join(", ")),
        ),
      ),
    ),
  );
}
