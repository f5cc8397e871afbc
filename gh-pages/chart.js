/** A chart along the history that is read, picked from and zoomed by pointer and by keys. */
import { responsive } from "./dom.js";
import { link } from "./route.js";
import { trendPlot } from "./trendplot.js";

/** A drag shorter than this, in pixels, is a click. */
const DRAG = 12;

/**
 * @param {any} view points, cursor, picked, overview, from, to, move(index), pick(point), zoom(from, to)
 * @param {string} name
 * @param {() => any} plotOf what is drawn now, as trendPlot takes it
 */
export function historyChart(view, name, plotOf) {
  let plot = null;
  const chart = responsive(
    (width) => {
      plot = trendPlot(plotOf(), width);
      chart.mark();
      return plot.root;
    },
    { tabindex: "0", role: "slider", "aria-label": `${name}, run by run`, "aria-valuemin": "0" },
  );
  chart.mark = () =>
    plot?.mark(
      view.points.filter((point) => view.picked.includes(point.row.id)).map((point) => point.index),
      view.cursor,
    );
  listen(chart, view, (event) =>
    nearest(view.points, plot.sx.invert(event.clientX - chart.getBoundingClientRect().left)),
  );
  return chart;
}

function listen(chart, view, at) {
  let start = null;
  chart.addEventListener("pointerdown", (event) => {
    start = { x: event.clientX, point: at(event) };
  });
  chart.addEventListener("pointermove", (event) => {
    const index = at(event)?.index ?? null;
    if (index !== view.cursor) {
      view.move(index);
    }
  });
  chart.addEventListener("pointerleave", () => {
    start = null;
  });
  chart.addEventListener("pointerup", (event) => {
    const end = at(event);
    if (start?.point && end && Math.abs(event.clientX - start.x) > DRAG) {
      view.zoom(Math.min(start.point.index, end.index), Math.max(start.point.index, end.index) + 1);
    } else if (start && end) {
      view.pick(end);
    }
    start = null;
  });
  chart.addEventListener("dblclick", () => view.zoom(0, view.overview.records));
  chart.addEventListener("keydown", (event) => {
    const shortcut = event.ctrlKey || event.altKey || event.metaKey; // which is the browser's
    if (!shortcut && pressed(view, event.key)) {
      event.preventDefault();
    }
  });
}

/** Whether the key meant something. */
function pressed(view, key) {
  const place = view.points.findIndex((point) => point.index === view.cursor);
  const last = view.points.length - 1;
  const to = {
    ArrowLeft: place < 0 ? last : place - 1,
    ArrowRight: place < 0 ? last : place + 1,
    Home: 0,
    End: last,
    PageUp: place - 20,
    PageDown: place + 20,
  }[key];
  const point = view.points[place];
  if (to !== undefined && last >= 0) {
    view.move(view.points[Math.min(last, Math.max(0, to))].index);
  } else if (key === "Enter" && point) {
    location.hash = link("run", { id: point.row.id });
  } else if (key === " " && point) {
    view.pick(point);
  } else if (key === "+" || key === "-") {
    const middle = point?.index ?? Math.floor((view.from + view.to) / 2);
    const half = Math.ceil((view.to - view.from) * (key === "+" ? 0.25 : 1));
    view.zoom(middle - half, middle + half);
  } else {
    return false;
  }
  return true;
}

function nearest(points, index) {
  return points.reduce(
    (best, point) => (best === null || Math.abs(point.index - index) < Math.abs(best.index - index) ? point : best),
    null,
  );
}
