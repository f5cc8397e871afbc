/** What is known of metrics, units and names beforehand: of data/metrics.json, or in a page of one file. */
import { carried, load } from "./data.js";

let groups = [];
let metrics = new Map();
let units = {};
let commitDigits = 40;

/** Before anything is shown. */
export async function learnMetrics() {
  const file = carried("metrics") ?? (await load("metrics"));
  groups = file.groups;
  metrics = new Map(file.metrics.map((metric) => [metric.name, metric]));
  units = file.units;
  commitDigits = file.commitDigits;
}

/** What people are shown; of another tool's metric its own name, as words. */
export function metricName(metric) {
  return metrics.get(metric)?.heading ?? metric.replace(/-/g, " ");
}

/** One phrase, or nothing of another tool's. */
export function meaningOf(metric) {
  return metrics.get(metric)?.meaning ?? "";
}

/** Whether people ask for it before others. */
export function isHeadline(metric) {
  return metrics.get(metric)?.headline ?? false;
}

/** Whether more of it is worse. */
export function isBetterLower(metric) {
  return metrics.get(metric)?.direction !== "higher";
}

/** By how much the figure itself changed, from by how much it got worse: 50 k to 47 k requests/s is 6.4 % worse, and −6 %. */
export function changed(metric, worsePercent) {
  const known = worsePercent !== null && worsePercent !== undefined;
  return known && !isBetterLower(metric) ? (-100 * worsePercent) / (100 + worsePercent) : worsePercent;
}

/** The same of a finding over history, which says by how much the figure itself moved, above 0 where it got worse. */
export function moved(finding, worsePercent) {
  return finding.direction === "higher" ? -worsePercent : worsePercent;
}

/** What a host's noise moves least, of those given: what serving takes, before how long it takes. */
export function steadiest(names) {
  const headlines = names.filter(isHeadline);
  return headlines.find((name) => metrics.get(name).group === "work") ?? headlines[0] ?? names[0];
}

/** The groups that have any of them, in the order of pages. */
export function grouped(names) {
  const last = groups.at(-1).name;
  const groupOf = (name) => metrics.get(name)?.group ?? last;
  return groups
    .map(({ name, heading }) => ({ heading, members: names.filter((each) => groupOf(each) === name) }))
    .filter(({ members }) => members.length > 0);
}

/** The beginning of a commit's hash, with the plus sign of a changed working tree; another name as it is. */
export function shortRevision(revision) {
  return /^[0-9a-f]{40}\+?$/.test(revision)
    ? revision.slice(0, commitDigits) + (revision.endsWith("+") ? "+" : "")
    : revision;
}

/** The scales of a unit, largest first; another tool's is shown as it is. */
export function scalesOf(unit) {
  const [counted] = unit.split("/");
  return units[unit] ?? units[counted] ?? [{ from: 1, factor: 1, symbol: counted }];
}
