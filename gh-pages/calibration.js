/** How far the host can be trusted: what comparisons of one service with itself showed. */
import { h } from "./dom.js";
import { ago, percent, plural } from "./format.js";
import { isHeadline, metricName } from "./metrics.js";
import { link } from "./route.js";
import { table } from "./table.js";

/** In one sentence, of the host of the newest run. */
export function trust(overview) {
  const known = overview.calibrations.filter((each) => each.newest);
  const [one] = known.sort((a, b) => b.comparisons - a.comparisons);
  if (!one) {
    return [
      overview.calibrations.length === 0 ? "Not calibrated" : "The host of the newest run is not calibrated",
      ": how far equal code differs here is not known. ",
      h("a", { href: link("about") }, "What that means"),
    ];
  }
  const floors = one.noise.filter((noise) => isHeadline(noise.metric)).map((noise) => noise.floor);
  return [
    `Calibrated${one.measured === null ? "" : ` ${ago(one.measured)}`}: equal code was called regressed in ${falseAlarms(one)}`,
    floors.length > 0 &&
      `; it differs by up to ${percent(Math.min(...floors)).replace("+", "")} to ${percent(Math.max(...floors)).replace("+", "")}, by metric`,
    ". ",
    h("a", { href: link("about") }, "Noise and smallest effects"),
  ];
}

/** All that is known, for the page that says how to read the others. */
export function calibrations(overview) {
  const all = overview.calibrations;
  return h(
    "section",
    { id: "calibration" },
    h("h2", {}, "How far this host can be trusted"),
    all.length === 0
      ? h(
          "p",
          { class: "prose" },
          "Not calibrated: nobody has measured here how far equal code differs, so how large a change must be to be seen is not known. ",
          h("code", {}, "./loomwatch calibrate"),
          " finds out in a night; the folder of its result, beside the history or given as ",
          h("code", {}, "--calibration"),
          ", is shown here.",
        )
      : all.map(calibration),
  );
}

const FAULTS = [
  { name: "fault", text: (row) => row.fault },
  { name: "caught", number: true, text: (row) => `${row.caught} of ${row.of}` },
  { name: "at least, 95 % sure", number: true, text: (row) => percent(100 * row.low).replace("+", "") },
  { name: "minutes", number: true, text: (row) => row.minutes.toFixed(1) },
  { name: "shown by", text: (row) => row.by.map(metricName).join(", ") },
];

function calibration(one) {
  const columns = [
    { name: "metric", text: (row) => `${row.scenario} ${metricName(row.metric)}` },
    { name: "mode", text: (row) => row.mode },
    { name: "noise floor", number: true, text: (row) => percent(row.floor).replace("+", "") },
    {
      name: "smallest effect found",
      number: true,
      text: (row) => (row.mde === null ? "–" : percent(row.mde).replace("+", "")),
    },
    { name: "tolerance", number: true, text: (row) => percent(row.tolerance).replace("+", "") },
  ];
  return [
    h(
      "h3",
      {},
      `Profile ${one.profile}, generator ${one.generator}`,
      !one.newest && h("span", { class: "quiet" }, ", another host than that of the newest run"),
    ),
    h(
      "p",
      { class: "prose" },
      `${one.measured === null ? "" : `Measured ${ago(one.measured)}. `}Equal code was called regressed in ${falseAlarms(one)}: at most ${percent(100 * one.falseAlarms.high).replace("+", "")} of comparisons, with 95 % confidence.`,
    ),
    table(
      "Noise floor: what 95 % of comparisons of equal code differ by at most. Smallest effect: found with about 90 % power at the last look",
      columns,
      one.noise,
    ),
    one.faults.length > 0 &&
      table("Faults that were put in on purpose, and how often a comparison called them regressed", FAULTS, one.faults),
    one.warnings.length > 0 &&
      h(
        "ul",
        {},
        one.warnings.map((text) => h("li", {}, text)),
      ),
  ];
}

function falseAlarms(one) {
  const { count, of } = one.falseAlarms;
  return `${count === 0 ? "none" : count} of ${plural(of, "comparison")}`;
}
