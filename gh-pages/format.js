/** Numbers, units and times as people read them: the same scales as the terminal's report. */
import { scalesOf } from "./metrics.js";

const MINUS = "\u2212";
const NARROW = "\u202f";

/** The factor and symbol a value is shown in. What it is per is in the metric's name. */
export function scaleOf(value, unit) {
  const scales = scalesOf(unit);
  const size = Math.abs(value);
  return scales.find(({ from, factor }) => (size === 0 ? factor === 1 : size >= from)) ?? scales.at(-1);
}

/** As a share of a percent that nobody would act on: less is shown as that. */
const LEAST_PERCENT = 0.0005;

/** Three significant digits, at most as many after the point as before it are worth. */
export function digits(number, significant = 3) {
  if (number === 0) {
    return "0";
  }
  const places = Math.max(0, Math.min(9, significant - 1 - Math.floor(Math.log10(Math.abs(number)))));
  return number.toFixed(places).replace("-", MINUS);
}

/** A number of an axis, without zeros that say nothing. */
export function tick(value, scale) {
  return String(Number((value / scale.factor).toPrecision(3))).replace("-", MINUS);
}

export function quantity(value, unit, scale = scaleOf(value, unit)) {
  if (value === null || value === undefined) {
    return "–";
  }
  const symbol = unit === "ratio" ? "×" : scale.symbol && NARROW + scale.symbol;
  return digits(value / scale.factor) + symbol;
}

export function levels({ before, after, unit }) {
  return `${quantity(before, unit)} → ${quantity(after, unit)}`;
}

export function percent(value, significant = 2) {
  if (value === null || value === undefined) {
    return "–";
  }
  const size = Math.abs(value);
  if (size < LEAST_PERCENT) {
    return `0${NARROW}%`;
  }
  // Less than a tenth of a percent is shown by its first digit.
  const shown = digits(value, size >= 10 ? 3 : size < 0.1 ? 1 : significant);
  return (value > 0 ? "+" : "") + shown + NARROW + "%";
}

/** The Tomcat and the JDK, as far as there are any: a service may be without. */
export function runtime({ tomcat, jdk }) {
  return [tomcat !== "none" && `Tomcat ${tomcat}`, jdk !== "none" && `JDK ${jdk}`].filter(Boolean);
}

export function day(millis) {
  return new Date(millis).toISOString().slice(0, 10);
}

export function when(millis) {
  return `${day(millis)} ${new Date(millis).toISOString().slice(11, 16)} UTC`;
}

/** How long ago, to one unit. */
export function ago(millis, now = Date.now()) {
  const minutes = Math.round((now - millis) / 60000);
  if (minutes < 0) {
    return "in the future by this computer's clock";
  }
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

export function plural(count, noun) {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The middle value, or the mean of the two in the middle; undefined of none. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 || sorted.length === 0 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
