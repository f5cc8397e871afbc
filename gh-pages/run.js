/** Everything of one record. */
import { badge } from "./badge.js";
import { DataError, embedded, load } from "./data.js";
import { entryPage } from "./entry.js";
import { choice, h } from "./dom.js";
import { ago, plural, quantity, runtime, when } from "./format.js";
import { shortRevision } from "./metrics.js";
import { seconds, spectrum } from "./loads.js";
import { modeName } from "./names.js";
import { resources } from "./resources.js";
import { keep, link } from "./route.js";

export async function recordOf(id) {
  const here = embedded();
  if (here !== null && (id === undefined || here.id === id)) {
    return here;
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id ?? "")) {
    throw new DataError("A run's address must name its id, such as #run?id=20261121T095935Z-d386.");
  }
  return load(
    `runs/${id}`,
    `${id} has no page: of an older run the charts show values, and its whole record is not kept.`,
  );
}

export async function runPage(query) {
  const run = await recordOf(query.id);
  if (run.kind === "entry") {
    return entryPage(run);
  }
  const style = (load) => ({ name: `${load.mode} threads`, class: load.mode });
  return {
    title: `Run of ${when(run.time)}`,
    nodes: [
      ...heading(run, "Run"),
      judgedLines(run),
      scenarioSections(run, "run", query, (name, scenario) => [
        scenario && [spectrum(name, scenario.loads, style), seconds(name, scenario.loads, style)],
        resources(name, linesOf(run, name), launchesOf(run, name, "head")),
      ]),
      surroundings(run),
    ],
  };
}

export function linesOf(run, scenario) {
  return run.verdict.metrics.filter((line) => line.scenario === scenario);
}

export function launchesOf(run, scenario, variant) {
  return run.launches.filter(
    (launch) => launch.scenario === scenario && launch.variant === variant && launch.invalid.length === 0,
  );
}

export function heading(run, kind) {
  const { head } = run.variants;
  return [
    embedded() === null &&
      h("p", { class: "crumbs" }, h("a", { href: link("overview") }, "Overview"), ` / ${kind} ${run.id}`),
    h("h1", {}, `${kind} of ${when(run.time)} `, badge(run.verdict.verdict)),
    h(
      "p",
      {},
      h("span", { class: "commit" }, shortRevision(head.revision) + (head.dirty ? "+" : "")),
      " ",
      run.title,
      h(
        "span",
        { class: "quiet" },
        ` ${[ago(run.time), ...runtime(head)].join(" · ")} · profile ${run.profile}${run.scenarios.length > 0 ? ` · generator ${run.generator}` : ""}${head.fault ? ` · fault ${head.fault}` : ""}`,
      ),
    ),
    notes(run),
  ];
}

function notes(run) {
  const { invalid, warnings } = run.verdict;
  return (
    invalid.length + warnings.length > 0 &&
    h(
      "details",
      { class: "notes" },
      h(
        "summary",
        {},
        [
          invalid.length > 0 && `${plural(invalid.length, "discarded measurement")}`,
          warnings.length > 0 && plural(warnings.length, "remark"),
        ]
          .filter(Boolean)
          .join(", "),
      ),
      h(
        "ul",
        {},
        [...invalid, ...warnings].map((note) => h("li", {}, note)),
      ),
    )
  );
}

function judgedLines(run) {
  const lines = run.verdict.metrics.filter((line) => line.verdict);
  const held = lines.filter((line) => line.verdict === "pass");
  return (
    lines.length > 0 &&
    h(
      "section",
      {},
      h("h2", {}, "Limits"),
      limits(lines.filter((line) => line.verdict !== "pass")),
      held.length > 0 &&
        h("details", {}, h("summary", {}, badge("pass", `${plural(held.length, "limit")} held`)), limits(held)),
    )
  );
}

function limits(lines) {
  return h(
    "ul",
    { class: "verdicts" },
    lines.map((line) =>
      h(
        "li",
        {},
        badge(line.verdict),
        " ",
        h("b", {}, line.scenario),
        ` ${[line.metric, modeName(line.scenario, line.mode)].join(" ").trim()}: ${line.reason}`,
        !line.gate && h("span", { class: "quiet" }, " (informational)"),
      ),
    ),
  );
}

/** A mix has no path of its own, and a service's pool may be its own affair. */
function sentTo(scenario) {
  const sent = scenario.path ?? "A mix of requests";
  const rate = `${quantity(scenario.requestsPerSecond, "1")} requests per second`;
  const pool = scenario.maxThreads ? `; platform pool of ${plural(scenario.maxThreads, "thread")}` : "";
  return `${sent} at ${rate} over ${plural(scenario.connections, "connection")}${pool}`;
}

/** Of benchmarks there may be hundreds. */
const MOST_BUTTONS = 12;

function oneOf(names, first, choose) {
  return h(
    "select",
    { "aria-label": "Scenario", change: (event) => choose(event.currentTarget.value) },
    names.map((name) => h("option", { value: name, selected: name === first }, name)),
  );
}

/** One scenario at a time; which one is in the address. */
export function scenarioSections(run, page, query, content) {
  const names = [...new Set(run.verdict.metrics.map((line) => line.scenario))];
  const body = h("div", {});
  const show = (name) => {
    const scenario = run.scenarios.find((each) => each.name === name);
    body.replaceChildren(
      ...[h("h2", {}, name), scenario && h("p", { class: "quiet" }, sentTo(scenario)), content(name, scenario)]
        .flat(4)
        .filter(Boolean),
    );
  };
  const first = names.includes(query.scenario) ? query.scenario : names[0];
  if (first === undefined) {
    return h("p", {}, "Nothing was measured validly.");
  }
  show(first);
  const choose = (name) => {
    keep(page, { ...query, scenario: name });
    show(name);
  };
  return h(
    "section",
    {},
    names.length > MOST_BUTTONS
      ? oneOf(names, first, choose)
      : names.length > 1 &&
          choice(
            "Scenario",
            names.map((name) => [name, name]),
            first,
            choose,
          ),
    body,
  );
}

function places({ host, scenarios }) {
  return scenarios.length > 0
    ? `server on ${host.serverCores.join(", ")}, generator on ${host.generatorCores.join(", ")}`
    : `benchmarks on ${[...new Set([...host.serverCores, ...host.generatorCores])].join(", ")}`;
}

export function surroundings(run) {
  const { host } = run;
  const facts = (pairs) =>
    h(
      "dl",
      {},
      pairs.map(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))]),
    );
  return h(
    "section",
    {},
    h("h2", {}, "Host and runtime"),
    facts([
      ["CPU", `${host.cpuModel}, ${plural(host.cores, "core")}; ${places(run)}`],
      ["Memory", quantity(host.memoryBytes, "B")],
      ["Kernel", host.kernel],
      ["Governor", host.governor],
      ["Turbo", host.turbo],
      ["SMT", host.smt],
      ["Idle states", host.idleStates],
    ]),
    Object.entries(run.variants).map(([name, variant]) => [
      h("h3", {}, name),
      facts([
        ["Revision", variant.revision + (variant.dirty ? ", with changes" : "")],
        ...(variant.tomcat === "none" ? [] : [["Tomcat", variant.tomcat]]),
        ...(variant.jdk === "none" ? [] : [["JDK", `${variant.jdk}, ${variant.jdkVendor}`]]),
        ["JVM flags", variant.jvmFlags.join(" ")],
        ...(variant.fault ? [["Fault", variant.fault]] : []),
      ]),
    ]),
    facts([
      ["Fingerprint", run.verdict.fingerprint],
      ["Rule", run.verdict.rule],
      ["Seed", run.seed],
      ["Record", run.id],
    ]),
  );
}
