/** Of the alert that a chart was opened from: where in the chart it is, and the level on each side. */
import { badge } from "./badge.js";
import { load } from "./data.js";
import { h } from "./dom.js";
import { levels, percent } from "./format.js";
import { moved, shortRevision } from "./metrics.js";
import { modeName } from "./names.js";
import { link } from "./route.js";

/** Runs on each side that make a change plain. */
const AROUND = 60;

/** The alert of that key as far as it is of one series, or null. */
export async function alertOf(key, series, trend) {
  if (!key || !trend) {
    return null;
  }
  const open = trend.alerts.find((each) => each.key === key);
  const alert = open ?? (await load("settled")).alerts.find((each) => each.key === key);
  const findings = (alert?.findings ?? []).filter(
    (each) => each.scenario === series.scenario && each.metric === series.metric,
  );
  return findings.length === 0 ? null : { ...alert, findings };
}

/** Points that a thick line goes over at most. */
const LEVEL = 30;

/** The records around the change. */
export function around({ firstBad }, records) {
  return { from: Math.max(0, firstBad.index - AROUND), to: Math.min(records, firstBad.index + AROUND) };
}

/** The change itself, where the series has no mark there already. */
export function markOf(alert, events) {
  const { index } = alert.firstBad;
  return alert.findings
    .filter(({ mode }) => !events.some((event) => event.index === index && event.mode === mode))
    .map((finding) => {
      const { scenario, mode, change, effectPercent: by } = finding;
      const size = by === undefined ? levels(finding) : percent(Math.abs(by)).slice(1);
      const name = modeName(scenario, mode);
      return {
        index,
        mode,
        kind: change === "worse" ? "change" : "better",
        short: `${change === "worse" ? "▲" : "▼"} ${name} ${size}`,
        text: `${name} got ${change}: ${size}`.trim(),
      };
    });
}

/**
 * A stretch of a level: over the runs that it was seen in, up to the change or from it on. Of a drift it was seen
 * an older level and of the newest runs, with the climb between them.
 *
 * @param whole whether the points go up to the newest run
 */
export function levelsOf(alert, points, whole) {
  const { index } = alert.firstBad;
  const isDrift = alert.kind === "drift";
  const good = isDrift ? (alert.lastGood?.index ?? -1) : index - 1;
  return alert.findings.flatMap(({ mode, before, after, change }) => {
    const known = points.filter((point) => point.modes[mode]).map((point) => point.index);
    const old = known.filter((at) => at <= good).slice(-LEVEL);
    const now = isDrift ? (whole ? known.slice(-LEVEL) : []) : known.filter((at) => at >= index).slice(0, LEVEL);
    const [end, start] = isDrift ? [old.at(-1) + 0.5, now[0] - 0.5] : [index - 0.5, index - 0.5];
    return [
      old.length > 0 && { mode, kind: "before", value: before, from: old[0] - 0.5, to: end },
      now.length > 0 && { mode, kind: change, value: after, from: start, to: now.at(-1) + 0.5 },
    ].filter(Boolean);
  });
}

/** In words, above the chart. */
export function alertNote(alert) {
  if (alert === null) {
    return h("p", { class: "warning" }, "The alert that this address names is not known here, or not of this series.");
  }
  const { firstBad, findings, direction } = alert;
  const since = h("a", { class: "commit", href: link("run", { id: firstBad.id }) }, shortRevision(firstBad.commit));
  return h(
    "section",
    { class: "alert-note" },
    h(
      "p",
      {},
      badge(direction === "worse" ? "regressed" : "improved", alert.status),
      ` ${alert.kind} since `,
      since,
      firstBad.message && ` “${firstBad.message}”`,
      ". ",
      h("a", { href: link("alerts") }, "All of this alert"),
    ),
    findings.map((finding) =>
      h(
        "p",
        {},
        modeName(finding.scenario, finding.mode) && `${modeName(finding.scenario, finding.mode)}: `,
        h("b", {}, levels(finding)),
        finding.effectPercent === undefined ? "" : ` (${percent(moved(finding, finding.effectPercent))})`,
        ", the thick lines",
      ),
    ),
  );
}
