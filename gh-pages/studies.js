/** What studies found: of each its claims, a picture of its cells, and the numbers behind both. */
import { cellsPicture } from "./cells.js";
import { claims, counted } from "./claims.js";
import { load } from "./data.js";
import { h } from "./dom.js";
import { plural, quantity, when } from "./format.js";
import { isBetterLower, metricName } from "./metrics.js";
import { ratioMap } from "./ratios.js";
import { keep, link } from "./route.js";
import { behind } from "./table.js";

/** Known to studies alone. */
const THROUGHPUT = "throughput";

export async function studiesPage(query) {
  const [overview, { studies }] = await Promise.all([
    load("overview"),
    load("studies", "No study is kept here. ./loomwatch study NAME measures one, --keep DIR keeps it for a site."),
  ]);
  const one = studies.find((each) => each.study === query.study);
  return {
    title: one?.study ?? "Studies",
    newest: overview.recent.time[0],
    nodes: [
      h("h1", {}, "Studies: what holds on this machine"),
      h(
        "p",
        { class: "prose" },
        "A study measures one server in several settings, in rounds that launch each of them once, and judges claims. A claim holds when all of its 90 % interval is where the claim says, and does not hold when none of it is.",
      ),
      one ? h("p", {}, h("a", { href: link("studies") }, "All studies")) : contents(studies),
      (one ? [one] : studies).map((study) => section(study, query.metric)),
    ],
  };
}

function contents(studies) {
  return h(
    "ul",
    { class: "records" },
    studies.map((study) =>
      h(
        "li",
        {},
        h("a", { href: link("studies", { study: study.study }) }, study.study),
        h("span", { class: "grow" }, study.title),
        h("span", { class: "quiet" }, counted(study)),
      ),
    ),
  );
}

function section(study, wanted) {
  const names = [...new Set(study.cells.flatMap((cell) => Object.keys(cell.values)))];
  const claimed = study.claims[0]?.metric;
  let metric = [wanted, claimed, names[0]].find((name) => names.includes(name));
  const picture = h("div", {});
  const draw = () =>
    picture.replaceChildren(
      ...[
        ratioMap(study, metric, titleOf(metric), metric !== THROUGHPUT && isBetterLower(metric)),
        cellsPicture(study, metric, titleOf(metric)),
      ].filter(Boolean),
    );
  if (metric) {
    draw();
  }
  return h(
    "section",
    { class: "study" },
    h("h2", {}, study.title.charAt(0).toUpperCase() + study.title.slice(1)),
    h("p", { class: "quiet" }, madeOf(study)),
    claims(study),
    metric &&
      h(
        "label",
        {},
        "Shown ",
        h(
          "select",
          {
            change: (event) => {
              metric = event.target.value;
              keep("studies", { study: study.study, metric });
              draw();
            },
          },
          names.map((name) => h("option", { value: name, selected: name === metric }, titleOf(name))),
        ),
      ),
    picture,
    behind(`${study.study}: means of launches, with 90 % intervals`, columnsOf(study, names), study.cells, study.study),
    study.warnings.length > 0 &&
      h(
        "ul",
        { class: "notes" },
        study.warnings.map((text) => h("li", {}, text)),
      ),
  );
}

function madeOf(study) {
  const loop =
    study.loop === "closed"
      ? "Closed loop: a user asks again only when answered, so time that others would have waited is in no figure. "
      : "";
  return `${loop}${plural(study.rounds, "round")}, each with one launch of every cell, on ${study.machine.cpu}, ${plural(study.machine.cores, "CPU")}, ${when(Date.parse(study.createdAt))}.`;
}

function titleOf(name) {
  return name === THROUGHPUT ? "Requests answered each second" : metricName(name);
}

function columnsOf(study, names) {
  return [
    ...study.factors.map(({ name }) => ({ name, text: (cell) => cell.levels[name] })),
    ...names.flatMap((name) => [
      figure(titleOf(name), (cell) => cell.values[name]?.value, name),
      figure(`${titleOf(name)}, low`, (cell) => cell.values[name]?.interval?.low, name),
      figure(`${titleOf(name)}, high`, (cell) => cell.values[name]?.interval?.high, name),
    ]),
    { name: "launches", number: true, text: (cell) => String(cell.launches), value: (cell) => cell.launches },
  ];
}

function figure(title, value, name) {
  return {
    name: title,
    number: true,
    text: (cell) => quantity(value(cell), cell.values[name]?.unit ?? ""),
    value: (cell) => value(cell) ?? null,
  };
}
