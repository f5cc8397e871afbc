/** The first page: is anything worse than it was, where, and how sure. */
import { alertLine } from "./alerts.js";
import { badge } from "./badge.js";
import { load, rowAt } from "./data.js";
import { choice, h } from "./dom.js";
import { ago, percent, plural, quantity, shortRevision, when } from "./format.js";
import { isHeadline, meaningOf, metricName } from "./metrics.js";
import { keep, link } from "./route.js";
import { trust } from "./calibration.js";
import { sparkline } from "./sparkline.js";

/** From here a move is worth a look: rare among quiet runs, common after a change. */
const NOTABLE = 4;

/** Open changes that are named on this page. */
const LISTED = 6;

export async function overviewPage(query) {
  const overview = await load("overview");
  markOpen(overview);
  const state = { show: query.show ?? "key", sort: query.sort ?? "significant", text: query.text ?? "" };
  const grid = h("div", { class: "grid-of-cards" });
  const count = h("p", { class: "quiet", role: "status" });
  const draw = () => {
    const shown = chosen(overview, state);
    grid.replaceChildren(...shown.map(card));
    count.textContent = `${shown.length} of ${overview.series.length} series, a picture each`;
  };
  const set = (change) => {
    Object.assign(state, change);
    keep("overview", state);
    draw();
  };
  const controls = h("div", { class: "controls" },
    h("input", {
      type: "search", placeholder: "Scenario or metric", "aria-label": "Filter by scenario or metric", value: state.text,
      input: (event) => set({ text: event.target.value }),
    }),
    choice("Which metrics", [["key", "Key metrics"], ["all", "All metrics"]], state.show, (show) => set({ show })),
    choice("Order", [["significant", "Most significant first"], ["name", "By name"]], state.sort, (sort) => set({ sort })));
  draw();
  return {
    title: "Overview",
    newest: overview.recent.time[0],
    nodes: [fault(overview), answer(overview), unreadable(overview), h("h2", {}, "Series"), controls, legend(), count, grid, recent(overview)],
  };
}

function chosen(overview, state) {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (series) => words.every((word) =>
    `${series.scenario} ${series.metric} ${metricName(series.metric)}`.toLowerCase().includes(word));
  const shown = overview.series.filter((series) => fits(series)
    && (state.show === "all" || words.length > 0 || isKey(series)));
  return state.sort === "name" ? shown : shown.sort((a, b) => weight(b) - weight(a));
}

/** What has an open alert stands first. */
function markOpen(overview) {
  for (const { scenario, metric, mode, status } of (overview.trend?.alerts ?? [])
    .flatMap((alert) => alert.findings.map((finding) => ({ ...finding, status: alert.status })))) {
    const series = overview.series.find((each) => each.scenario === scenario && each.metric === metric);
    if (series?.modes[mode]) {
      series.modes[mode].open = status;
    }
  }
}

function isKey(series) {
  return isHeadline(series.metric)
    || Object.values(series.modes).some((mode) => mode.gate || mode.verdict === "regressed")
    || weight(series) >= NOTABLE;
}

/** A broken limit before any move, a move for the worse before one for the better. */
function weight(series) {
  return Math.max(0, ...Object.values(series.modes).map((mode) =>
    (mode.open ? (mode.gate ? 4000 : 3000) : 0) +
    (mode.verdict === "regressed" ? (mode.gate ? 2000 : 1000) : 0)
    + (mode.verdict === "inconclusive" && mode.gate ? 1 : 0)
    + worse(mode)));
}

/** Robust standard deviations for the worse; for the better they count half. */
function worse(mode) {
  if (!mode.movement || Math.abs(mode.movement.percent) < 1) {
    return 0;
  }
  const deviations = mode.movement.deviations * (mode.direction === "lower" ? 1 : -1);
  return deviations > 0 ? deviations : -deviations / 2;
}

function answer(overview) {
  if (overview.records === 0) {
    return h("section", { class: "answer" }, h("h1", {}, "No records yet"),
      h("p", {}, "Measure something first: ", h("code", {}, "./loomwatch run"), ", then ", h("code", {}, "./loomwatch site"), "."));
  }
  const rows = overview.recent.id.map((_, i) => rowAt(overview.recent, i));
  const newest = rows.find((row) => row.kind === "run") ?? rows[0];
  const broken = overview.series.flatMap((series) => Object.entries(series.modes)
    .filter(([, mode]) => mode.verdict === "regressed")
    .map(([mode, judged]) => ({ series, mode, judged })));
  const moved = overview.series.filter((series) => Object.values(series.modes).some((mode) => worse(mode) >= NOTABLE && isWorse(mode)));
  const open = overview.trend?.alerts ?? [];
  return h("section", { class: "answer" },
    h("h1", {}, open.length > 0 ? `${plural(open.length, "change")} for the worse` : headline(overview, broken, moved)),
    open.length > 0 && h("ul", {}, open.slice(0, LISTED).map(alertLine)),
    open.length > LISTED && h("p", {}, h("a", { href: link("alerts") }, `and ${open.length - LISTED} more`)),
    overview.trend && overview.trend.missing.length > 0 && h("p", { class: "warning" }, h("a", { href: link("alerts") }, missing(overview.trend.missing))),
    overview.trend && overview.trend.warnings.length > 0 && h("p", { class: "quiet" }, h("a", { href: link("alerts") }, plural(overview.trend.warnings.length, "remark")), " about the history itself."),
    h("p", {}, `The newest ${newest.kind}, `,
      h("a", { href: link(newest.kind === "run" ? "run" : "compare", { id: newest.id }) }, when(newest.time)),
      `, ${ago(newest.time)}, by itself: `, badge(newest.verdict), " · ", h("span", { class: "commit" }, shortRevision(newest.revision)),
      newest.title && ` “${newest.title}”`),
    broken.length > 0 && h("ul", {}, broken.slice(0, 5).map(({ series, mode, judged }) =>
      h("li", {}, h("a", { href: seriesLink(series) }, `${series.scenario}, ${metricName(series.metric)}, ${mode}`), ": ", judged.reason))),
    h("p", { class: "quiet" }, trust(overview)),
    overview.trend && h("p", { class: "quiet" }, "Be told of changes: ", h("a", { href: "alerts.atom", type: "application/atom+xml" }, "Atom feed"), "."));
}

function missing(gone) {
  const silent = gone.find((each) => !each.scenario);
  return silent ? `No runs arrive: ${silent.reason}` : `${gone.length} series no longer measured`;
}

function isWorse(mode) {
  return mode.movement && mode.movement.percent * (mode.direction === "lower" ? 1 : -1) > 0;
}

function headline(overview, broken, moved) {
  if (overview.runs === 0) {
    return "Only comparisons so far: no trend yet";
  }
  if (broken.length > 0) {
    return `${plural(broken.length, "limit")} broken in the newest run`;
  }
  if (!overview.series.some((series) => Object.values(series.modes).some((mode) => mode.movement))) {
    return "No limit is broken; too few runs yet to tell what moved";
  }
  return moved.length > 0
    ? `No limit is broken; ${moved.length} series moved for the worse`
    : "No limit is broken and nothing moved for the worse";
}

function fault(overview) {
  return overview.fault && h("section", { class: "warning", role: "alert" },
    h("h2", {}, `These pages are of ${when(Date.parse(overview.made))} and could not be made anew`), h("p", {}, overview.fault));
}

function unreadable(overview) {
  return overview.unreadable.length > 0 && h("section", { class: "warning" },
    h("h2", {}, `${plural(overview.unreadable.length, "record")} could not be read and not shown`),
    h("ul", {}, overview.unreadable.map((why) => h("li", {}, why))));
}

function legend() {
  return h("p", { class: "legend" },
    h("span", { class: "key platform" }, "platform threads"), h("span", { class: "key virtual" }, "virtual threads"),
    h("span", { class: "quiet" }, "Each picture is the last 60 runs; percentages are the newest against the median of up to 20 before it on the same host and toolchain."));
}

export function seriesLink(series) {
  return link("metric", { scenario: series.scenario, metric: series.metric });
}

function card(series) {
  const open = Object.values(series.modes).map((mode) => mode.open).find(Boolean);
  const verdict = open ? "regressed" : ["regressed", "inconclusive", "improved"].find((each) =>
    Object.values(series.modes).some((mode) => mode.verdict === each && (mode.gate || each === "regressed")));
  return h("a", { class: `card ${verdict ?? ""}`, href: seriesLink(series), title: meaningOf(series.metric) },
    h("span", { class: "card-title" }, h("b", {}, series.scenario), " ", metricName(series.metric), " ", badge(verdict, open ?? verdict)),
    sparkline(series.modes),
    h("span", { class: "card-values" }, ["imported", "platform", "virtual"].map((mode) => series.modes[mode] && valueOf(mode, series.modes[mode]))));
}

function valueOf(mode, judged) {
  const last = judged.spark.findLast((value) => value !== null) ?? null;
  const notable = judged.movement && Math.abs(judged.movement.deviations) >= NOTABLE && Math.abs(judged.movement.percent) >= 1;
  return h("span", { class: "value-line" },
    h("span", { class: `key ${mode}` }, mode), h("span", { class: "number" }, quantity(last, judged.unit)),
    h("span", { class: `number moved ${notable ? (isWorse(judged) ? "worse" : "better") : ""}` },
      judged.movement ? `${notable ? (judged.movement.percent > 0 ? "▲ " : "▼ ") : ""}${percent(judged.movement.percent)}` : ""));
}

function recent(overview) {
  const rows = overview.recent.id.map((_, i) => rowAt(overview.recent, i));
  return h("section", {}, h("h2", {}, "Newest records"),
    h("p", { class: "quiet" }, "A verdict here is of one record by itself, by the limits of thresholds.yaml. Whether runs got worse from commit to commit stands at the top."),
    h("ul", { class: "records" }, rows.map((row) => h("li", {},
      badge(row.verdict),
      h("a", { href: link(row.kind === "run" ? "run" : "compare", { id: row.id }) }, when(row.time)),
      h("span", {}, row.kind), h("span", { class: "commit" }, shortRevision(row.revision)), h("span", { class: "grow" }, row.title),
      h("span", { class: "quiet" }, `Tomcat ${row.tomcat}, JDK ${row.jdk}, ${row.remark}`)))));
}
