/** What trend found over history: each change with its commit, its metrics and modes, and how sure it is. */
import { load } from "./data.js";
import { badge } from "./badge.js";
import { h } from "./dom.js";
import { levels, percent, plural, when } from "./format.js";
import { metricName, moved, shortRevision } from "./metrics.js";
import { modeName, seriesName } from "./names.js";
import { link } from "./route.js";
import { reasons } from "./why.js";

export async function alertsPage() {
  const overview = await load("overview");
  const { trend } = overview;
  if (!trend) {
    return {
      title: "Alerts",
      newest: overview.recent.time[0],
      nodes: [
        h("h1", {}, "Alerts"),
        h(
          "p",
          {},
          "These pages were made from single runs. A history (",
          h("code", {}, "./loomwatch history add"),
          ") is judged for changes.",
        ),
      ],
    };
  }
  const { alerts: open } = trend;
  const { alerts: rest } = await load("settled");
  return {
    title: "Alerts",
    newest: overview.recent.time[0],
    nodes: [
      h("h1", {}, open.length === 0 ? "No open regressions" : `${plural(open.length, "change")} open`),
      h(
        "p",
        { class: "quiet" },
        `Judged ${when(Date.parse(trend.history.judgedAt))} by rule ${trend.rule} over ${plural(trend.history.entries, "record")}. `,
        h("a", { href: "alerts.atom", type: "application/atom+xml" }, "Atom feed"),
        " for a reader or a chat; ",
        h("a", { href: "badge.svg" }, "badge"),
        " for a README.",
      ),
      open.map(alertSection),
      trend.missing.length > 0 &&
        h(
          "section",
          {},
          h("h2", {}, "No longer measured"),
          h(
            "ul",
            {},
            trend.missing.map((gone) =>
              h(
                "li",
                {},
                gone.scenario
                  ? `${gone.scenario} ${metricName(gone.metric)} ${modeName(gone.scenario, gone.mode)}`.trim() + ": "
                  : "",
                gone.reason,
              ),
            ),
          ),
        ),
      trend.warnings.length > 0 &&
        h(
          "section",
          {},
          h("h2", {}, "Remarks"),
          h(
            "ul",
            {},
            trend.warnings.map((text) => h("li", {}, text)),
          ),
        ),
      rest.length > 0 && [
        h("p", { class: "quiet" }, "Closed, accepted, not reproduced or for the better:"),
        rest.map(alertSection),
      ],
    ],
  };
}

/** In one line: what, how much, since which commit, how sure. */
export function alertLine(alert) {
  const [first, ...others] = alert.findings;
  return h(
    "li",
    {},
    badge(alert.direction === "worse" ? "regressed" : "improved", alert.status),
    " ",
    h("a", { href: findingLink(first, alert) }, named(first)),
    effect(first),
    interval(first),
    " since ",
    commit(alert.firstBad),
    h(
      "span",
      { class: "quiet" },
      `, measured ${alert.firstBad.measuredAt.slice(0, 10)}`,
      others.length > 2
        ? `; also ${others.length} other series`
        : others.length > 0 && `; also ${others.map(named).join(" and ")}`,
      alert.status === "suspected" && `; ${alert.note ?? "not measured again yet"}`,
    ),
  );
}

function named(finding) {
  return seriesName(finding, metricName(finding.metric));
}

/** A count, or what was 0 before, has no percentage. */
function effect(finding) {
  const size = finding.effectPercent;
  return ` ${size === undefined ? levels(finding) : percent(moved(finding, size))}`;
}

function interval(finding) {
  if (!finding.interval) {
    return null;
  }
  const [low, high] = Object.values(finding.interval)
    .map((end) => moved(finding, end))
    .sort((a, b) => a - b);
  return h("span", { class: "quiet" }, ` (90 % interval ${percent(low)} to ${percent(high)})`);
}

function alertSection(alert) {
  return h(
    "section",
    { class: "alert" },
    h(
      "h2",
      {},
      badge(alert.direction === "worse" ? "regressed" : "improved", alert.status),
      alert.kind === "drift" ? " little by little, up to " : " at ",
      commit(alert.firstBad),
    ),
    h(
      "p",
      {},
      alert.lastGood ? ["Last good: ", commit(alert.lastGood), ". "] : "No other commit before it. ",
      alert.suspects.length > 1 && `Suspects: ${alert.suspects.map(shortRevision).join(", ")}. `,
      `Seen at `,
      commit(alert.detectedAt),
      ".",
    ),
    h(
      "ul",
      {},
      alert.findings.map((finding) =>
        h(
          "li",
          {},
          h("a", { href: findingLink(finding, alert) }, named(finding)),
          effect(finding),
          interval(finding),
          !finding.gate && h("span", { class: "quiet" }, ", informational"),
        ),
      ),
    ),
    reasons(alert.whys),
    alert.note &&
      h(
        "p",
        {},
        alert.status === "confirmed"
          ? h("a", { href: link("compare", { id: alert.comparison }) }, alert.note)
          : alert.note,
      ),
    alert.confirmWith && h("p", {}, "To be sure, measure again: ", h("code", {}, alert.confirmWith)),
  );
}

function commit(at) {
  return [
    h("a", { class: "commit", href: link("run", { id: at.id }) }, shortRevision(at.commit)),
    at.message ? ` “${at.message}”` : "",
  ];
}

/** The chart around the change, with its levels. */
function findingLink(finding, alert) {
  return link("metric", { scenario: finding.scenario, metric: finding.metric, alert: alert.key });
}
