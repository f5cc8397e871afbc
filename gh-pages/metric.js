/** One metric of one scenario along the history, both modes, and virtual ÷ platform on its own axis. */
import { badge } from "./badge.js";
import { DataError, load, slice } from "./data.js";
import { choice, h, responsive } from "./dom.js";
import { percent, plural, quantity, shortRevision, when } from "./format.js";
import { meaningOf, metricName } from "./metrics.js";
import { keep, link } from "./route.js";
import { behind } from "./table.js";
import { eventsOf } from "./events.js";
import { trendPlot } from "./trendplot.js";

/** A first view: more than a season of daily runs, and one or two files. */
const FIRST_VIEW = 200;

/** The shape that a state of a judged history has. */
const STATES = { worse: "regressed", better: "improved", steady: "pass", missing: "invalid" };

const NAMES = { platform: "platform threads", virtual: "virtual threads", imported: "imported" };

export async function metricPage(query) {
  const overview = await load("overview");
  const series = overview.series.find((each) => each.scenario === query.scenario && each.metric === query.metric);
  if (!series) {
    return missing(query);
  }
  const view = new MetricView(overview, series, query);
  Object.assign(view, await view.fetch(view.from, view.to));
  view.draw();
  return { title: `${series.scenario}, ${metricName(series.metric)}`, newest: overview.recent.time[0], nodes: view.nodes() };
}

function missing(query) {
  return { title: "No such series", nodes: [
    h("h1", {}, "No such series"),
    h("p", {}, `There is no ${query.metric ?? "metric"} of ${query.scenario ?? "any scenario"} here. It may have been renamed or removed, or never been measured. `,
      h("a", { href: link("overview", { show: "all" }) }, "All series")),
  ] };
}

class MetricView {
  constructor(overview, series, query) {
    this.overview = overview;
    this.series = series;
    const known = Object.keys(series.modes).filter((mode) => mode !== "contrast");
    const asked = (query.modes ?? "").split(",").filter((mode) => known.includes(mode));
    this.known = known;
    this.modes = asked.length > 0 ? asked : known;
    this.log = query.scale === "log";
    this.relative = query.relative === "1";
    this.to = clampInt(query.to, 1, overview.records, overview.records);
    this.from = clampInt(query.from, 0, this.to - 1, Math.max(0, this.to - FIRST_VIEW));
    this.picked = (query.pick ?? "").split(",").filter(Boolean);
    this.cursor = null;
    this.turn = 0;
    this.points = [];
    this.charts = [this.chart(false), ...(series.modes.contrast ? [this.chart(true)] : [])];
    this.readout = h("p", { class: "readout", role: "status" });
    this.picks = h("section", { class: "picks", "aria-label": "Picked runs" });
    this.happened = h("div", {});
    this.data = h("div", {});
    this.range = h("p", { class: "quiet" });
  }

  async fetch(from, to) {
    const all = await slice(this.overview, this.series.number, from, to);
    return { from, to, events: eventsOf(all, this.series, this.overview.trend), points: all.filter((point) => point.row.kind === "run") };
  }

  nodes() {
    const { scenario, metric } = this.series;
    return [
      h("p", { class: "crumbs" }, h("a", { href: link("overview") }, "Overview"), " / ", scenario),
      h("h1", {}, scenario, " ", h("span", { class: "thin" }, metricName(metric))),
      h("p", {}, `${meaningOf(metric) || "Imported from another tool"}; ${this.direction() === "lower" ? "lower" : "higher"} is better.`),
      this.verdicts(), this.controls(), this.range,
      h("p", { class: "legend" }, this.known.map((mode) => h("span", { class: `key ${mode}` }, NAMES[mode])),
        h("span", { class: "quiet" }, "line: mean over launches; band: its 90 % interval; dots: launches")),
      this.charts, this.readout, this.picks, this.happened, this.data,
    ];
  }

  direction() {
    return Object.values(this.series.modes)[0].direction;
  }

  unit(mode) {
    return this.series.modes[mode].unit;
  }

  verdicts() {
    const judged = Object.entries(this.series.modes).filter(([, mode]) => mode.verdict || mode.state);
    return judged.length > 0 && h("ul", { class: "verdicts" }, judged.map(([mode, each]) =>
      h("li", {}, badge(each.verdict ?? STATES[each.state] ?? "other", each.verdict ?? each.state), ` ${mode}: ${each.reason}`)));
  }

  controls() {
    const records = this.overview.records;
    const last = (count) => this.zoom(Math.max(0, records - count), records);
    return h("div", { class: "controls" },
      this.known.length > 1 && choice("Modes", [["", "Both modes"], ...this.known.map((mode) => [mode, mode])],
        this.modes.length > 1 ? "" : this.modes[0], (mode) => this.set({ modes: mode === "" ? this.known : [mode] })),
      choice("Values", [[false, "Absolute"], [true, "Relative"]], this.relative, (relative) => this.set({ relative })),
      choice("Scale", [[false, "Linear"], [true, "Log"]], this.log, (log) => this.set({ log })),
      h("div", { class: "choice", role: "group", "aria-label": "Range" },
        [[50, "Last 50"], [200, "200"], [1000, "1,000"], [records, "All"]].filter(([count], i) => i === 3 || count < records)
          .map(([count, text]) => h("button", { type: "button", click: () => last(count) }, text))));
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
    const all = this.overview.records;
    return {
      scenario, metric, modes: this.modes.length === this.known.length ? null : this.modes.join(","),
      scale: this.log ? "log" : null, relative: this.relative ? "1" : null,
      from: this.to === all && this.from === Math.max(0, all - FIRST_VIEW) ? null : this.from,
      to: this.to === all ? null : this.to, pick: this.picked.join(","),
    };
  }

  changed() {
    keep("metric", this.address());
    this.draw();
  }

  draw() {
    const { scenario, metric } = this.series;
    const few = this.points.length;
    this.range.textContent = few === 0 ? "No runs in this range."
      : `${plural(few, "run")}, ${when(this.points[0].row.time)} to ${when(this.points.at(-1).row.time)}. Drag to zoom, double-click for all; arrow keys read, Enter opens, space picks, + and − zoom.`;
    this.charts.forEach((chart) => chart.redraw());
    this.move(this.cursor);
    this.data.replaceChildren(behind(`${scenario} ${metricName(metric)}`, this.columns(), this.points.toReversed(), `${scenario}-${metric}`));
    this.drawPicks();
    this.drawEvents();
  }

  /** What the marks in the chart say, for whoever cannot point at them. */
  drawEvents() {
    const rows = new Map(this.points.map((point) => [point.index, point.row]));
    const shown = this.events.filter(({ index, mode }) => rows.has(index) && (!mode || mode === "contrast" || this.modes.includes(mode)));
    this.happened.replaceChildren(...shown.length === 0 ? [] : [h("details", { class: "happened", open: shown.length <= 8 },
      h("summary", {}, `${plural(shown.length, "mark")} in the chart`),
      h("ul", {}, shown.toReversed().map(({ index, text }) => h("li", {},
        h("a", { href: link("run", { id: rows.get(index).id }) }, when(rows.get(index).time)), " ",
        h("span", { class: "commit" }, shortRevision(rows.get(index).revision)), ` ${text}`))))]);
  }

  move(index) {
    this.cursor = index;
    const point = this.points.find((each) => each.index === index);
    const text = point ? this.describe(point) : "";
    this.readout.textContent = text;
    this.charts.forEach((chart) => {
      chart.setAttribute("aria-valuemax", String(Math.max(0, this.points.length - 1)));
      chart.setAttribute("aria-valuenow", String(point ? this.points.indexOf(point) : Math.max(0, this.points.length - 1)));
      chart.setAttribute("aria-valuetext", text || "no run chosen");
      chart.mark();
    });
  }

  describe({ row, modes }) {
    const values = Object.entries(modes).map(([mode, point]) =>
      `${mode === "contrast" ? "virtual ÷ platform" : mode} ${quantity(point.value, this.unit(mode))}`
      + (point.low === null ? "" : ` (${quantity(point.low, this.unit(mode))} to ${quantity(point.high, this.unit(mode))})`));
    return `${when(row.time)} · ${shortRevision(row.revision)}${row.title && ` ${row.title}`} · ${values.join(" · ")}`;
  }

  chart(contrast) {
    const { scenario, metric } = this.series;
    const name = `${scenario} ${metricName(metric)}${contrast ? ", virtual divided by platform" : ""}`;
    let plot = null;
    const chart = responsive((width) => {
      plot = trendPlot({
        points: this.points, modes: contrast ? ["contrast"] : this.modes, unit: this.unit(contrast ? "contrast" : this.modes[0]),
        log: this.log, relative: this.relative, height: contrast ? 170 : 320, name, events: this.events,
        label: contrast ? "virtual ÷ platform" : metricName(metric),
      }, width);
      chart.mark();
      return plot.root;
    }, { tabindex: "0", role: "slider", "aria-label": `${name}, run by run`, "aria-valuemin": "0" });
    chart.mark = () => plot?.mark(
      this.points.filter((point) => this.picked.includes(point.row.id)).map((point) => point.index), this.cursor);
    const at = (event) => nearest(this.points, plot.sx.invert(event.clientX - chart.getBoundingClientRect().left));
    this.listen(chart, at);
    return chart;
  }

  listen(chart, at) {
    let start = null;
    chart.addEventListener("pointerdown", (event) => { start = { x: event.clientX, point: at(event) }; });
    chart.addEventListener("pointermove", (event) => {
      const index = at(event)?.index ?? null;
      if (index !== this.cursor) {
        this.move(index);
      }
    });
    chart.addEventListener("pointerleave", () => { start = null; });
    chart.addEventListener("pointerup", (event) => {
      const end = at(event);
      if (start?.point && end && Math.abs(event.clientX - start.x) > 12) {
        this.zoom(Math.min(start.point.index, end.index), Math.max(start.point.index, end.index) + 1);
      } else if (start && end) {
        this.pick(end);
      }
      start = null;
    });
    chart.addEventListener("dblclick", () => this.zoom(0, this.overview.records));
    chart.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const place = this.points.findIndex((point) => point.index === this.cursor);
    const last = this.points.length - 1;
    const to = { ArrowLeft: place < 0 ? last : place - 1, ArrowRight: place < 0 ? last : place + 1, Home: 0, End: last, PageUp: place - 20, PageDown: place + 20 }[event.key];
    const point = this.points[place];
    if (to !== undefined && last >= 0) {
      this.move(this.points[Math.min(last, Math.max(0, to))].index);
    } else if (event.key === "Enter" && point) {
      location.hash = link("run", { id: point.row.id });
    } else if (event.key === " " && point) {
      this.pick(point);
    } else if (event.key === "+" || event.key === "-") {
      const middle = point?.index ?? Math.floor((this.from + this.to) / 2);
      const half = Math.ceil((this.to - this.from) * (event.key === "+" ? 0.25 : 1));
      this.zoom(middle - half, middle + half);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The first click picks, a click on another adds it, a third begins anew. */
  pick(point) {
    const { id } = point.row;
    this.picked = this.picked.includes(id) ? this.picked.filter((each) => each !== id)
      : this.picked.length >= 2 ? [id] : [...this.picked, id];
    this.changed();
  }

  drawPicks() {
    const points = this.points.filter((point) => this.picked.includes(point.row.id));
    this.picks.replaceChildren(...points.map((point) => h("p", {}, badge(point.row.verdict), " ",
      h("a", { href: link("run", { id: point.row.id }) }, "Open this run"), ` ${this.describe(point)} · Tomcat ${point.row.tomcat} · JDK ${point.row.jdk} · ${point.row.remark}`)));
    if (points.length === 2) {
      const [a, b] = points;
      const changes = this.modes.filter((mode) => a.modes[mode] && b.modes[mode]).map((mode) =>
        `${mode} ${percent(100 * (b.modes[mode].value / a.modes[mode].value - 1))}`);
      this.picks.append(h("p", {}, h("a", { class: "strong", href: link("compare", { a: a.row.id, b: b.row.id }) }, "Compare the two"), ` ${changes.join(" · ")}`));
    }
  }

  columns() {
    const modes = Object.keys(this.series.modes);
    return [
      { name: "time", text: ({ row }) => when(row.time) },
      { name: "run", text: ({ row }) => row.id },
      { name: "commit", text: ({ row }) => shortRevision(row.revision), value: ({ row }) => row.revision },
      { name: "title", text: ({ row }) => row.title },
      ...modes.flatMap((mode) => [["value", ""], ["low", " low"], ["high", " high"]].map(([field, end]) => ({
        name: `${mode}${end}`, number: true,
        text: (point) => quantity(point.modes[mode]?.[field], this.unit(mode)), value: (point) => point.modes[mode]?.[field] ?? null,
      }))),
      { name: "launches", number: true, text: (point) => String(Math.max(0, ...Object.values(point.modes).map((mode) => mode.launches.length)) || "–") },
    ];
  }
}

function nearest(points, index) {
  return points.reduce((best, point) => best === null || Math.abs(point.index - index) < Math.abs(best.index - index) ? point : best, null);
}

function clampInt(text, low, high, otherwise) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? otherwise : Math.min(high, Math.max(low, number));
}
