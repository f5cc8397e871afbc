/** What happened along a history: resets where host, runtime or load changed, and bumps of Tomcat and JDK. */

import { percent } from "./format.js";
import { modeName } from "./names.js";

/** Of records in order; each event lies before the run it names. */
export function eventsOf(points, series, trend) {
  const events = [];
  let before = null;
  for (const { index, row } of points) {
    if (row.kind !== "run") {
      continue;
    }
    if (before !== null && before.fingerprint !== row.fingerprint) {
      events.push(eventOf(index, before, row));
    }
    before = row;
  }
  for (const [mode, judged] of Object.entries(series.modes)) {
    const name = modeName(series.scenario, mode);
    for (const { index, change, percent: size } of judged.changes ?? []) {
      events.push({
        index,
        mode,
        kind: change === "worse" ? "change" : "better",
        short: `${change === "worse" ? "▲" : "▼"} ${name} ${percent(Math.abs(size)).slice(1)}`,
        text: `${name} got ${change} by ${percent(Math.abs(size)).slice(1)}`.trim(),
      });
    }
  }
  for (const { at, scenario, reason } of trend?.resets ?? []) {
    if (scenario === series.scenario) {
      events.push({
        index: at.index,
        kind: "reset",
        short: "other load",
        text: `Baseline reset: ${reason}; values before and after are not judged together`,
      });
    }
  }
  for (const { index, text } of trend?.annotations ?? []) {
    if (index !== null && index !== undefined) {
      events.push({ index, kind: "note", short: text.slice(0, 24), text });
    }
  }
  return events.sort((a, b) => a.index - b.index);
}

function eventOf(index, before, row) {
  const bumps = [
    ["Tomcat", before.tomcat, row.tomcat],
    ["JDK", before.jdk, row.jdk],
  ]
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} ${was} → ${is}`);
  return bumps.length > 0
    ? {
        index,
        kind: "bump",
        short: bumps.map((bump) => bump.split(" → ")[0].split(" ")[0] + " " + bump.split(" → ")[1]).join(", "),
        text: `${bumps.join(", ")}: values before and after are not judged together`,
      }
    : {
        index,
        kind: "reset",
        short: "other host or runtime",
        text: "Host, JVM flags, load generator, or the service's libraries or start changed: values before and after are not judged together",
      };
}
