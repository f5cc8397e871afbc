/** A comparison with its pairs, or any two runs beside each other. */
import { badge } from "./badge.js";
import { DataError } from "./data.js";
import { h } from "./dom.js";
import { entryPage } from "./entry.js";
import { percent, plural, quantity, runtime, when } from "./format.js";
import { metricName, shortRevision } from "./metrics.js";
import { modeName } from "./names.js";
import { forest } from "./forest.js";
import { spectrum } from "./loads.js";
import { resources } from "./resources.js";
import { link } from "./route.js";
import { heading, launchesOf, linesOf, recordOf, scenarioSections, surroundings } from "./run.js";
import { behind, table } from "./table.js";
import { reasons } from "./why.js";

export async function comparePage(query) {
  return query.a && query.b ? twoRuns(query) : comparison(query);
}

async function comparison(query) {
  const run = await recordOf(query.id);
  if (run.kind === "entry") {
    return entryPage(run);
  }
  const compared = run.verdict.comparison;
  const style = (load) => ({ name: load.variant, class: `${load.mode} ${load.variant}` });
  return {
    title: `Comparison of ${when(run.time)}`,
    nodes: [
      ...heading(run, "Comparison"),
      compared &&
        h(
          "p",
          {},
          "Base ",
          h("code", {}, compared.base),
          " against head ",
          h("code", {}, compared.head),
          `, ${plural(compared.rounds, "round")}`,
          compared.sameService && ", the same service on purpose",
        ),
      reasons(run.whys),
      run.flame && h("p", {}, h("a", { href: `data/flames/${run.id}.html` }, "Flame graph of what changed")),
      h("h2", {}, "What changed"),
      forest(
        run,
        run.verdict.metrics.filter((line) => line.change),
      ),
      scenarioSections(run, "compare", query, (name, scenario) => [
        scenario &&
          ["platform", "virtual"].map((mode) =>
            spectrum(
              `${name}, ${mode} threads`,
              scenario.loads.filter((load) => load.mode === mode),
              style,
            ),
          ),
        h("h3", {}, "Head"),
        resources(name, linesOf(run, name), launchesOf(run, name, "head")),
      ]),
      surroundings(run),
    ],
  };
}

async function twoRuns(query) {
  const [a, b] = await Promise.all([recordOf(query.a), recordOf(query.b)]);
  const bare = [a, b].find((run) => run.kind === "entry");
  if (bare) {
    throw new DataError(
      `${bare.id} has no whole record here, so there is nothing to put beside another; its chart shows its values.`,
    );
  }
  const same = a.verdict.fingerprint === b.verdict.fingerprint;
  const names = linesOfBoth(a, b);
  const columns = [
    { name: "metric", text: (row) => `${row.scenario} ${metricName(row.metric)}` },
    { name: "mode", text: (row) => modeName(row.scenario, row.mode) },
    { name: "first", number: true, text: (row) => quantity(row.a.value, row.a.unit), value: (row) => row.a.value },
    { name: "second", number: true, text: (row) => quantity(row.b.value, row.b.unit), value: (row) => row.b.value },
    { name: "change", number: true, text: (row) => percent(row.change), value: (row) => row.change },
    { name: "intervals", text: (row) => apart(row), value: (row) => apart(row) },
  ];
  const clear = names.filter((row) => apart(row) === "apart");
  return {
    title: "Two runs",
    nodes: [
      h("p", { class: "crumbs" }, h("a", { href: link("overview") }, "Overview"), " / two runs"),
      h("h1", {}, "Two runs side by side"),
      [
        ["First", a],
        ["Second", b],
      ].map(([name, run]) =>
        h(
          "p",
          {},
          h("b", {}, `${name}: `),
          badge(run.verdict.verdict),
          " ",
          h("a", { href: link("run", { id: run.id }) }, when(run.time)),
          ` ${[`${shortRevision(run.variants.head.revision)} ${run.title}`, ...runtime(run.variants.head)].join(" · ")}`,
        ),
      ),
      h(
        "p",
        { class: same ? "quiet" : "warning" },
        same
          ? "Measured at different times: what the host did differently is in the difference too."
          : "Host or runtime differ: this distinguishes the two installations, not the code.",
      ),
      interleaved(a.variants.head, b.variants.head),
      h("h2", {}, `${clear.length} of ${names.length} differ by more than their intervals`),
      clear.length > 0 &&
        table("Metrics whose 90 % intervals lie apart, largest change first", columns, clear.slice(0, 100)),
      behind("Every metric of both", columns, names, `${a.id}-${b.id}`),
    ],
  };
}

/** How to compare them soundly, or nothing where no SPEC distinguishes them. */
function interleaved(base, head) {
  const differs = (name) => base[name] !== head[name];
  if (differs("revision") && (base.dirty || head.dirty)) {
    return null;
  }
  const spec = (variant) =>
    [
      differs("revision") && `ref=${shortRevision(variant.revision)}`,
      differs("tomcat") && !base.service && `tomcat=${variant.tomcat}`,
      differs("jdk") && ![base.jdk, head.jdk].includes("none") && `jdk=${variant.jdk.split("+")[0]}`,
    ]
      .filter(Boolean)
      .join(",");
  // To be copied into a shell, and whoever made the records wrote it.
  if (![spec(base), spec(head)].every((text) => /^[\w.,=-]+$/.test(text))) {
    return null;
  }
  return [
    h("p", { class: "quiet" }, "To know, measure both interleaved:"),
    h("pre", {}, h("code", {}, `./loomwatch compare --base ${spec(base)} --head ${spec(head)}`)),
  ];
}

function linesOfBoth(a, b) {
  const key = (line) => JSON.stringify([line.scenario, line.metric, line.mode]);
  const others = new Map(b.verdict.metrics.map((line) => [key(line), line]));
  return a.verdict.metrics
    .flatMap((line) => {
      const other = others.get(key(line));
      return other && line.value !== null && other.value !== null
        ? [
            {
              scenario: line.scenario,
              metric: line.metric,
              mode: line.mode,
              a: line,
              b: other,
              change: line.value > 0 ? 100 * (other.value / line.value - 1) : null,
            },
          ]
        : [];
    })
    .sort((one, two) => Math.abs(two.change ?? 0) - Math.abs(one.change ?? 0));
}

function apart({ a, b }) {
  if (!a.interval || !b.interval) {
    return "unknown";
  }
  return a.interval.high < b.interval.low || b.interval.high < a.interval.low ? "apart" : "overlap";
}
