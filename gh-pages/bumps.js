/** What each Tomcat and JDK line does against the one before it, where the two were compared. */
import { badge } from "./badge.js";
import { load } from "./data.js";
import { choice, h } from "./dom.js";
import { percent, plural, when } from "./format.js";
import { changed, metricName, steadiest, shortRevision } from "./metrics.js";
import { keep, link } from "./route.js";
import { behind } from "./table.js";
import { reasons } from "./why.js";

const MODES = ["platform", "virtual"];

export async function bumpsPage(query) {
  const [overview, bumps] = await Promise.all([load("overview"), load("bumps")]);
  const seen = [...bumps.runtimes, ...bumps.comparisons.flatMap((each) => [each.base, each.head])];
  const tomcats = linesOf(
    seen.map((each) => each.tomcat),
    tomcatLine,
  );
  const jdks = linesOf(
    seen.map((each) => each.jdk),
    jdkLine,
  );
  const scenarios = unique(bumps.comparisons.flatMap((each) => each.lines.map((line) => line.scenario)));
  const metrics = unique(bumps.comparisons.flatMap((each) => each.lines.map((line) => line.metric)));
  const state = {
    scenario: scenarios.includes(query.scenario) ? query.scenario : scenarios[0],
    metric: metrics.includes(query.metric) ? query.metric : steadiest(metrics),
  };
  const matrix = h("div", {});
  const draw = () => matrix.replaceChildren(matrixOf(bumps, tomcats, jdks, state));
  const set = (change) => {
    Object.assign(state, change);
    keep("bumps", state);
    draw();
  };
  draw();
  return {
    title: "Bumps",
    newest: overview.recent.time[0],
    nodes: [
      h("h1", {}, "Tomcat and JDK, line by line"),
      h(
        "p",
        { class: "prose" },
        "Each cell is what was measured of a Tomcat line on a JDK line. A change is shown only where both versions served side by side in one comparison. Runs of different days differ for other reasons too.",
      ),
      seen.length === 0 && h("p", {}, "No run with a known runtime yet."),
      scenarios.length > 0 &&
        h(
          "div",
          { class: "controls" },
          scenarios.length > 1 &&
            choice(
              "Scenario",
              scenarios.map((each) => [each, each]),
              state.scenario,
              (scenario) => set({ scenario }),
            ),
          select("Metric", metrics, state.metric, (metric) => set({ metric })),
        ),
      seen.length > 0 && matrix,
      compared(bumps),
    ],
  };
}

function select(label, values, chosen, choose) {
  return h(
    "label",
    {},
    `${label} `,
    h(
      "select",
      { change: (event) => choose(event.target.value) },
      values.map((value) => h("option", { value, selected: value === chosen }, metricName(value))),
    ),
  );
}

function matrixOf(bumps, tomcats, jdks, state) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Tomcat lines by JDK lines" },
    h(
      "table",
      { class: "matrix" },
      h(
        "caption",
        {},
        state.metric
          ? `${state.scenario}, ${metricName(state.metric)}; ▲ is worse, in brackets the 90 % interval`
          : "What was measured",
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          jdks.map((jdk) => h("th", { scope: "col" }, jdk === "none" ? "no JDK" : `JDK ${jdk}`)),
        ),
      ),
      h(
        "tbody",
        {},
        tomcats.map((tomcat, row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, tomcat === "none" ? "no Tomcat" : `Tomcat ${tomcat}`),
            jdks.map((jdk, column) =>
              h(
                "td",
                {},
                cell(
                  bumps,
                  state,
                  { tomcat, jdk },
                  [
                    row > 0 && { tomcat: tomcats[row - 1], jdk },
                    column > 0 && { tomcat, jdk: jdks[column - 1] },
                  ].filter(Boolean),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function cell(bumps, state, at, befores) {
  const here = bumps.runtimes.filter((each) => tomcatLine(each.tomcat) === at.tomcat && jdkLine(each.jdk) === at.jdk);
  const variant = bumps.comparisons.flatMap((each) => [each.head, each.base]).find((each) => isIn(each, at));
  if (here.length === 0 && !variant) {
    return h("span", { class: "quiet" }, "not measured");
  }
  const found = bumps.comparisons.filter((each) => each.lines.some((line) => isChosen(line, state)));
  const within = found.find((each) => isIn(each.base, at) && isIn(each.head, at));
  return [
    here.length > 0
      ? measured(here)
      : h("p", {}, `${variant.tomcat} on ${variant.jdk}`, h("span", { class: "quiet" }, " in comparisons only")),
    befores.map((before) =>
      change(
        found.find((each) => isIn(each.base, before) && isIn(each.head, at)),
        state,
        before.jdk === at.jdk ? `against Tomcat ${before.tomcat}` : `against JDK ${before.jdk}`,
      ),
    ),
    within && change(within, state, `${bumpOf(within)}, within the line`),
  ];
}

function measured(here) {
  const newest = here.reduce((a, b) => (b.time > a.time ? b : a));
  const runs = here.reduce((sum, each) => sum + each.runs, 0);
  return h(
    "p",
    {},
    h("a", { href: link("run", { id: newest.newest }) }, `${newest.tomcat} on ${newest.jdk}`),
    h("span", { class: "quiet" }, ` ${plural(runs, "run")}`),
  );
}

const isChosen = (line, state) => line.scenario === state.scenario && line.metric === state.metric;

function change(comparison, state, words) {
  const lines = MODES.map((mode) => [
    mode,
    comparison?.lines.find((line) => isChosen(line, state) && line.mode === mode),
  ]);
  const own = (worse) => changed(state.metric, worse);
  if (!lines.some(([, line]) => line)) {
    return h("p", { class: "quiet" }, `${words}: not compared`);
  }
  const both = comparison.base.revision !== comparison.head.revision;
  return h(
    "div",
    {},
    h(
      "p",
      {},
      h("a", { href: link("compare", { id: comparison.id }) }, words),
      both && h("span", { class: "quiet" }, " (other code too)"),
      comparison.verdict === "invalid" && [" ", badge("invalid", "invalid as a whole")],
    ),
    h(
      "ul",
      {},
      lines.map(([mode, line]) =>
        h(
          "li",
          {},
          h("span", { class: `key ${mode}` }, mode),
          " ",
          line
            ? [
                h("b", { class: side(line) }, `${mark(line)}${percent(own(line.percent))}`),
                line.low === null ? "" : ` (${ends([own(line.low), own(line.high)])})`,
              ]
            : h("span", { class: "quiet" }, "not compared"),
        ),
      ),
    ),
  );
}

function ends(interval) {
  return interval
    .sort((a, b) => a - b)
    .map((end) => percent(end))
    .join(" to ");
}

/** Shape and colour only where the whole interval lies on one side. */
function side({ low, high }) {
  return low === null || (low <= 0 && high >= 0) ? "" : low > 0 ? "worse" : "better";
}

function mark(line) {
  return { worse: "▲ ", better: "▼ " }[side(line)] ?? "";
}

function compared(bumps) {
  const columns = [
    { name: "time", text: (each) => when(each.time) },
    { name: "bump", text: bumpOf },
    { name: "base", text: (each) => shortRevision(each.base.revision) },
    { name: "head", text: (each) => shortRevision(each.head.revision) },
    { name: "verdict", text: (each) => each.verdict },
  ];
  return h(
    "section",
    {},
    h("h2", {}, "Comparisons of runtimes"),
    bumps.comparisons.length === 0
      ? h(
          "p",
          {},
          "None yet. ",
          h("code", {}, "./loomwatch compare --base jdk=21 --head jdk=25"),
          " makes one, which is shown once the history has it.",
        )
      : [
          h(
            "ul",
            { class: "records" },
            bumps.comparisons
              .slice(0, 12)
              .map((each) =>
                h(
                  "li",
                  {},
                  badge(each.verdict),
                  h("a", { href: link("compare", { id: each.id }) }, when(each.time)),
                  h("span", {}, bumpOf(each)),
                  h("span", { class: "grow" }, each.title),
                  reasons(each.whys),
                ),
              ),
          ),
          behind("Comparisons of runtimes", columns, bumps.comparisons, "bumps"),
        ],
  );
}

function bumpOf({ base, head }) {
  return [
    ["Tomcat", base.tomcat, head.tomcat],
    ["JDK", base.jdk, head.jdk],
  ]
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} ${was} → ${is}`)
    .join(", ");
}

function isIn(variant, at) {
  return tomcatLine(variant.tomcat) === at.tomcat && jdkLine(variant.jdk) === at.jdk;
}

/** Tomcat's lines are 10.1 and 11.0; a JDK's is its feature release. */
function tomcatLine(version) {
  return version.split(".").slice(0, 2).join(".");
}

function jdkLine(version) {
  return version.match(/^\d+/)?.[0] ?? version;
}

function linesOf(versions, line) {
  return unique(versions.map(line)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

function unique(values) {
  return [...new Set(values)];
}
