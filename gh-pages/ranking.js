/** What stands first on the first page. */
import { isHeadline } from "./metrics.js";

/** From here a move is worth a look: rare among quiet runs, common after a change. */
const NOTABLE = 4;

/** What has an open alert stands first. */
export function markOpen(overview) {
  for (const { scenario, metric, mode, status } of (overview.trend?.alerts ?? []).flatMap((alert) =>
    alert.findings.map((finding) => ({ ...finding, status: alert.status })),
  )) {
    const series = overview.series.find((each) => each.scenario === scenario && each.metric === metric);
    if (series?.modes[mode]) {
      series.modes[mode].open = status;
    }
  }
}

export function isKey(series) {
  return (
    isHeadline(series.metric) ||
    Object.values(series.modes).some((mode) => mode.gate || mode.verdict === "regressed") ||
    weight(series) >= NOTABLE
  );
}

/** A broken limit before any move, a move for the worse before one for the better. */
export function weight(series) {
  return Math.max(
    0,
    ...Object.values(series.modes).map(
      (mode) =>
        (mode.open ? (mode.gate ? 4000 : 3000) : 0) +
        (mode.verdict === "regressed" ? (mode.gate ? 2000 : 1000) : 0) +
        (mode.verdict === "inconclusive" && mode.gate ? 1 : 0) +
        worse(mode),
    ),
  );
}

/** Robust standard deviations for the worse; for the better they count half. */
function worse(mode) {
  if (!mode.movement || Math.abs(mode.movement.percent) < 1) {
    return 0;
  }
  const deviations = mode.movement.deviations * (mode.direction === "lower" ? 1 : -1);
  return deviations > 0 ? deviations : -deviations / 2;
}

export function isWorse(mode) {
  return mode.movement && mode.movement.percent * (mode.direction === "lower" ? 1 : -1) > 0;
}

/** Whether it got worse by so much that somebody should look. */
export function hasMoved(mode) {
  return worse(mode) >= NOTABLE;
}

/** Whether its newest value is worth a mark, either way. */
export function isNotable({ movement }) {
  return movement && Math.abs(movement.deviations) >= NOTABLE && Math.abs(movement.percent) >= 1;
}
