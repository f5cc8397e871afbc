/** One metric of one scenario along the history, both modes, and virtual ÷ platform on its own axis. */
import { badge } from "./badge.js";
import { historyChart } from "./chart.js";
import { controls } from "./controls.js";
import { DataError, load, slice } from "./data.js";
import { h } from "./dom.js";
import { embeds } from "./embed.js";
import { eventsOf } from "./events.js";
import { plural, when } from "./format.js";
import { alertNote, alertOf, around, levelsOf, markOf } from "./levels.js";
import { meaningOf, metricName } from "./metrics.js";
import { columnsOf, describe, isPoint, isRun, marks, picked } from "./points.js";
import { modeName } from "./names.js";
import { keep, link } from "./route.js";
import { behind } from "./table.js";

/** A first view: more than a season of daily runs, and one or two files. */
const FIRST_VIEW = 200;

/** The shape that a state of a judged history has. */
const STATES = { worse: "regressed", better: "improved", steady: "pass", missing: "invalid" };

export async function metricPage(query) {
  const overview = await load("overview");
  const series = overview.series.find((each) => each.scenario === query.scenario && each.metric === query.metric);
  if (!series) {
    return missing(query);
  }
  const alert = await alertOf(query.alert, series, overview.trend);
  const view = new MetricView(overview, series, query, alert);
  Object.assign(view, await view.fetch(view.from, view.to));
  view.draw();
  return {
    title: `${series.scenario}, ${metricName(series.metric)}`,
    newest: overview.recent.time[0],
    nodes: view.nodes(),
  };
}

function missing(query) {
  return {
    title: "No such series",
    nodes: [
      h("h1", {}, "No such series"),
      h(
        "p",
        {},
        `There is no ${query.metric ?? "metric"} of ${query.scenario ?? "any scenario"} here. It may have been renamed or removed, or never been measured. `,
        h("a", { href: link("overview", { show: "all" }) }, "All series"),
      ),
    ],
  };
}

class MetricView {
  constructor(overview, series, query, alert) {
    this.overview = overview;
    this.series = series;
    this.asked = query.alert;
    this.alert = alert;
    this.first = alert
      ? around(alert, overview.records)
      : { from: Math.max(0, overview.records - FIRST_VIEW), to: overview.records };
    const known = Object.keys(series.modes).filter((mode) => mode !== "ratio");
    const asked = (query.modes ?? "").split(",").filter((mode) => known.includes(mode));
    this.known = known;
    this.modes = asked.length > 0 ? asked : known;
    this.log = query.scale === "log";
    this.relative = query.relative === "1";
    this.to = clampInt(query.to, 1, overview.records, this.first.to);
    this.from = clampInt(query.from, 0, this.to - 1, Math.min(this.first.from, this.to - 1));
    this.picked = (query.pick ?? "").split(",").filter(Boolean);
    this.cursor = null;
    this.turn = 0;
    this.points = [];
    this.events = [];
    this.charts = [this.chart(false), ...(series.modes.ratio ? [this.chart(true)] : [])];
    this.readout = h("p", { class: "readout", role: "status" });
    this.picks = h("section", { class: "picks", "aria-label": "Picked runs" });
    this.happened = h("div", {});
    this.data = h("div", {});
    this.after = h("span", { class: "key after" }, "measured afterwards");
    this.range = h("p", { class: "quiet" });
  }

  async fetch(from, to) {
    const all = await slice(this.overview, this.series.number, from, to);
    const events = eventsOf(all, this.series, this.overview.trend);
    return {
      from,
      to,
      events: this.alert ? [...events, ...markOf(this.alert, events)] : events,
      points: all.filter(isPoint),
    };
  }

  nodes() {
    const { scenario, metric } = this.series;
    return [
      h("p", { class: "crumbs" }, h("a", { href: link("overview") }, "Overview"), " / ", scenario),
      h("h1", {}, scenario, " ", h("span", { class: "thin" }, metricName(metric))),
      h(
        "p",
        {},
        `${meaningOf(metric) || "Imported from another tool"}; ${this.direction() === "lower" ? "lower" : "higher"} is better.`,
      ),
      this.asked && alertNote(this.alert),
      this.verdicts(),
      controls(this),
      this.range,
      h(
        "p",
        { class: "legend" },
        this.known.map((mode) => h("span", { class: `key ${mode}` }, this.legend(mode))),
        this.after,
        h("span", { class: "quiet" }, "line: mean over launches; band: its 90 % interval; dots: launches"),
      ),
      this.charts,
      this.readout,
      this.picks,
      this.happened,
      this.data,
      embeds(this.series, (mode) => this.legend(mode)),
    ];
  }

  direction() {
    return Object.values(this.series.modes)[0].direction;
  }

  unit(mode) {
    return this.series.modes[mode].unit;
  }

  /** What a mode is called; nothing of a benchmark, which has none. */
  name(mode) {
    return modeName(this.series.scenario, mode);
  }

  legend(mode) {
    const name = this.name(mode);
    return name === "" ? "measured" : name === "imported" ? name : `${name} threads`;
  }

  verdicts() {
    const judged = Object.entries(this.series.modes).filter(([, mode]) => mode.verdict || mode.state);
    return (
      judged.length > 0 &&
      h(
        "ul",
        { class: "verdicts" },
        judged.map(([mode, each]) =>
          h(
            "li",
            {},
            badge(each.verdict ?? STATES[each.state] ?? "other", each.verdict ?? each.state),
            ` ${[this.name(mode), each.reason].filter(Boolean).join(": ")}`,
          ),
        ),
      )
    );
  }

  set(change) {
    Object.assign(this, change);
    this.changed();
  }

  /** Of a range asked for while an earlier one still loads, the earlier is dropped; one that cannot be read changes nothing. */
  async zoom(from, to) {
    const own = ++this.turn;
    const low = Math.max(0, Math.min(from, this.overview.records - 1));
    const high = Math.min(this.overview.records, Math.max(to, low + 1));
    try {
      const fetched = await this.fetch(low, high);
      if (own === this.turn) {
        Object.assign(this, fetched, { cursor: null });
        this.changed();
      }
    } catch (e) {
      if (!(e instanceof DataError)) {
        throw e;
      }
      this.readout.textContent = e.message;
    }
  }

  /** The address of just this view; what is as at first is left out. */
  address() {
    const { scenario, metric } = this.series;
    const first = this.from === this.first.from && this.to === this.first.to;
    return {
      scenario,
      metric,
      alert: this.alert?.key,
      modes: this.modes.length === this.known.length ? null : this.modes.join(","),
      scale: this.log ? "log" : null,
      relative: this.relative ? "1" : null,
      from: first ? null : this.from,
      to: first || (this.to === this.overview.records && !this.alert) ? null : this.to,
      pick: this.picked.join(","),
    };
  }

  changed() {
    keep("metric", this.address());
    this.draw();
  }

  draw() {
    const { scenario, metric } = this.series;
    const runs = this.points.filter(isRun).length;
    const after = this.points.length - runs;
    this.range.textContent =
      this.points.length === 0
        ? "No runs in this range."
        : `${plural(runs, "run")}${after === 0 ? "" : ` and ${after} measured afterwards`}, ${when(this.points[0].row.time)} to ${when(this.points.at(-1).row.time)}. Drag to zoom, double-click for all; arrow keys read, Enter opens, space picks, + and − zoom.`;
    this.charts.forEach((chart) => chart.redraw());
    this.after.hidden = after === 0;
    this.move(this.cursor);
    const unit = (mode) => this.unit(mode);
    const name = (mode) => this.name(mode);
    this.data.replaceChildren(
      behind(
        `${scenario} ${metricName(metric)}`,
        columnsOf(Object.keys(this.series.modes), unit, name),
        this.points.toReversed(),
        `${scenario}-${metric}`,
      ),
    );
    this.picks.replaceChildren(
      ...picked(
        this.points.filter((point) => this.picked.includes(point.row.id)),
        this.modes,
        unit,
        name,
      ),
    );
    this.happened.replaceChildren(...marks(this.points, this.events, this.modes));
  }

  move(index) {
    this.cursor = index;
    const point = this.points.find((each) => each.index === index);
    const text = point
      ? describe(
          point,
          (mode) => this.unit(mode),
          (mode) => this.name(mode),
        ) + (isRun(point) ? "" : ` · ${point.row.remark}`)
      : "";
    this.readout.textContent = text;
    this.charts.forEach((chart) => {
      chart.setAttribute("aria-valuemax", String(Math.max(0, this.points.length - 1)));
      chart.setAttribute(
        "aria-valuenow",
        String(point ? this.points.indexOf(point) : Math.max(0, this.points.length - 1)),
      );
      chart.setAttribute("aria-valuetext", text || "no run chosen");
      chart.mark();
    });
  }

  chart(ratio) {
    const { scenario, metric } = this.series;
    const name = `${scenario} ${metricName(metric)}${ratio ? ", virtual divided by platform" : ""}`;
    return historyChart(this, name, () => ({
      points: this.points,
      modes: ratio ? ["ratio"] : this.modes,
      unit: this.unit(ratio ? "ratio" : this.modes[0]),
      log: this.log,
      relative: this.relative,
      height: ratio ? 170 : 320,
      name,
      events: this.events,
      levels: this.alert ? levelsOf(this.alert, this.points.filter(isRun), this.to >= this.overview.records) : [],
      label: ratio ? "virtual ÷ platform" : metricName(metric),
    }));
  }

  /** The first click picks, a click on another adds it, a third begins again. */
  pick(point) {
    const { id } = point.row;
    this.picked = this.picked.includes(id)
      ? this.picked.filter((each) => each !== id)
      : this.picked.length >= 2
        ? [id]
        : [...this.picked, id];
    this.changed();
  }
}

function clampInt(text, low, high, otherwise) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? otherwise : Math.min(high, Math.max(low, number));
}
