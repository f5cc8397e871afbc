/** One chart along the history: lines, bands, a dot for each launch, resets and bumps; with a cursor. */
import { domainOf } from "./axis.js";
import { s } from "./dom.js";
import { day, median, percent, scaleOf, tick, when } from "./format.js";
import { bandPath, dotsPath, linePath } from "./marks.js";
import { frame } from "./plot.js";

/**
 * @param {any} view {points, modes, unit, log, relative, height, label, name, events, levels}
 * @return the frame, with `mark(picked, cursor)`: what is chosen changes more often than what is drawn
 */
export function trendPlot(view, width) {
  const lines = view.modes.map((mode) => ({ mode, ...shown(view, mode) }));
  const log = view.log && !view.relative;
  const levels = lines.flatMap((line) =>
    view.levels
      .filter(({ mode }) => mode === line.mode)
      .map((level) => ({ ...level, value: line.shownAs(level.value) }))
      .filter(({ value }) => value !== null),
  );
  const domain = domainOf([...reach(lines.flatMap(({ points }) => points)), ...levels.map(({ value }) => value)], log);
  const scale = scaleOf(Math.max(...domain.map(Math.abs)), view.unit);
  const first = view.points[0]?.index ?? 0;
  const last = view.points.at(-1)?.index ?? 1;
  const plot = frame({
    width,
    height: view.height,
    name: view.name,
    x: { domain: [first - 0.5, last + 0.5], ticks: dates(view.points, width) },
    y: {
      domain,
      log,
      label: `${view.label}${view.relative ? ", against the median shown" : view.unit === "ratio" ? "" : `, ${scale.symbol || "count"}`}`,
      text: (value) => (view.relative ? percent(value) : tick(value, scale) + (view.unit === "ratio" ? "×" : "")),
    },
  });
  for (const { mode, points: all } of lines) {
    const points = all.filter(({ remark }) => remark === null);
    const pairs = points.flatMap((point) => point.launches.map((launch) => [point.index, launch]));
    plot.under.append(
      s("path", { class: `band ${mode}`, d: bandPath(points, plot.sx, plot.sy) }),
      s("path", { class: `launches ${mode}`, d: dotsPath(pairs, plot.sx, plot.sy) }),
      s("path", { class: `line ${mode}`, d: linePath(points, plot.sx, plot.sy) }),
    );
    if (points.length * 6 < width) {
      plot.under.append(
        s("path", {
          class: `dots ${mode}`,
          d: dotsPath(
            points.filter((point) => point.value !== null).map((point) => [point.index, point.value]),
            plot.sx,
            plot.sy,
          ),
        }),
      );
    }
  }
  lines.forEach((line) => drawAfter(plot, line));
  if (view.unit === "ratio" && !view.relative) {
    plot.under.append(s("line", { class: "unity", x1: plot.left, x2: plot.right, y1: plot.sy(1), y2: plot.sy(1) }));
  }
  drawEvents(plot, view, first, last);
  levels.forEach((level) => drawLevel(plot, level));
  const marks = s("g", {});
  plot.over.append(marks);
  plot.mark = (picked, cursor) =>
    marks.replaceChildren(
      ...picked.flatMap((index) => mark(plot, lines, index, "picked")),
      ...(cursor === null ? [] : mark(plot, lines, cursor, "cursor")),
    );
  return plot;
}

/** All launches, and of the intervals what does not press the launches flat. */
function reach(points) {
  const values = points.flatMap((point) => [point.value, ...point.launches]).filter((value) => value !== null);
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const room = (high - low) * 0.4;
  const ends = points.flatMap((point) => [point.low, point.high]).filter((end) => end !== null && end !== undefined);
  return [...values, ...ends.map((end) => Math.min(high + room, Math.max(low - room, end)))];
}

/** Of one mode: absolute, or in percent of the median of what is shown. */
function shown(view, mode) {
  const points = view.points.map(({ index, row, modes }) => ({
    index,
    remark: row.kind === "backfill" ? row.remark : null,
    value: null,
    low: null,
    high: null,
    launches: [],
    ...modes[mode],
  }));
  if (!view.relative) {
    return { points, shownAs: (value) => value };
  }
  const middle = median(points.map((point) => point.value).filter((value) => value !== null));
  // Against a median of 0 nothing has a percentage.
  const shownAs = (value) => (value === null || value === undefined || !middle ? null : 100 * (value / middle - 1));
  return {
    shownAs,
    points: points.map((point) => ({
      index: point.index,
      remark: point.remark,
      value: shownAs(point.value),
      low: shownAs(point.low),
      high: shownAs(point.high),
      launches: middle ? point.launches.map(shownAs) : [],
    })),
  };
}

/** What was measured afterwards: hollow, and never a part of the line that is judged. */
function drawAfter(plot, { mode, points }) {
  const after = points.filter(({ remark, value }) => remark !== null && value !== null);
  if (after.length > 0) {
    plot.under.append(
      s("path", { class: `line dashed ${mode}`, d: linePath(points, plot.sx, plot.sy) }),
      ...after.map(({ index, value, remark }) =>
        s("circle", { class: `after ${mode}`, cx: plot.sx(index), cy: plot.sy(value), r: 4 }, s("title", {}, remark)),
      ),
    );
  }
}

function dates(points, width) {
  const step = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / 130))));
  const hours = points.length > 0 ? (points.at(-1).row.time - points[0].row.time) / 3_600_000 : 0;
  const text = hours < 48 ? (millis) => when(millis).slice(5, 16) : day;
  return points.filter((_, i) => i % step === 0).map((point) => [point.index, text(point.row.time)]);
}

function drawEvents(plot, { events, modes }, first, last) {
  let free = -Infinity;
  for (const event of events) {
    if (event.index < first || event.index > last || (event.mode && !modes.includes(event.mode))) {
      continue;
    }
    const at = plot.sx(event.index - (event.kind === "change" ? 0 : 0.5));
    plot.over.append(
      s(
        "line",
        { class: `event ${event.kind}`, x1: at, x2: at, y1: plot.top, y2: plot.bottom },
        s("title", {}, event.text),
      ),
    );
    // Beside its line: right of it, or where the chart ends left of it.
    const room = event.short.length * 6.6;
    const fits = at + 3 + room <= plot.right;
    const start = fits ? at + 3 : at - 3 - room;
    if (start >= free) {
      plot.over.append(
        s(
          "text",
          {
            class: `event-text ${event.kind}`,
            x: fits ? start : at - 3,
            y: plot.top + 9,
            "text-anchor": fits ? "start" : "end",
          },
          event.short,
        ),
      );
      free = (fits ? start + room : at) + 8;
    }
  }
}

/** The level before a change, and the one after it. */
function drawLevel(plot, { mode, kind, value, from, to }) {
  const y = plot.sy(value);
  plot.over.append(
    s("line", {
      class: `level ${kind} ${mode}`,
      x1: Math.max(plot.left, plot.sx(from)),
      x2: Math.min(plot.right, plot.sx(to)),
      y1: y,
      y2: y,
    }),
  );
}

function mark(plot, lines, index, name) {
  const at = plot.sx(index);
  return [
    s("line", { class: name, x1: at, x2: at, y1: plot.top, y2: plot.bottom }),
    ...lines.flatMap(({ mode, points }) =>
      points
        .filter((point) => point.index === index && point.value !== null)
        .map((point) => s("circle", { class: `${name} ${mode}`, cx: at, cy: plot.sy(point.value), r: 4.5 })),
    ),
  ];
}
