/** The changes of a comparison: an interval for each, and the pairs of launches they rest on. */
import { linear, ticks } from "./axis.js";
import { badge } from "./badge.js";
import { h, s } from "./dom.js";
import { percent, plural, quantity } from "./format.js";
import { changed, isBetterLower, metricName } from "./metrics.js";
import { modeName } from "./names.js";
import { behind } from "./table.js";

const ORDER = ["regressed", "improved", "inconclusive", "invalid", "pass"];
const WIDTH = 260;

export function forest(run, lines) {
  const sorted = [...lines].sort(
    (a, b) =>
      Number(foundOf(b).gate) - Number(foundOf(a).gate) ||
      place(a) - place(b) ||
      (b.change.effectPercent ?? 0) - (a.change.effectPercent ?? 0),
  );
  const shown = sorted.filter((line) => line.change.found);
  const reach = reachOf(shown.length > 0 ? shown : sorted);
  const body = h("tbody", {});
  const fill = (all) => body.replaceChildren(...(all ? sorted : shown).flatMap((line) => rows(run, line, reach)));
  fill(shown.length === 0);
  return h(
    "section",
    {},
    h(
      "p",
      { class: "quiet" },
      "Head against base in pairs of launches of the same round; right of the line is worse. Bars are 90 % intervals, ticks the tolerance. Open a line to see its pairs.",
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Changes" },
      h(
        "table",
        { class: "forest" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Metric"),
            h("th", { scope: "col" }, axis(reach)),
            h("th", { scope: "col", class: "number" }, "Change"),
            h("th", { scope: "col", class: "number" }, "Base"),
            h("th", { scope: "col", class: "number" }, "Head"),
            h("th", { scope: "col" }, "Verdict"),
          ),
        ),
        body,
      ),
    ),
    shown.length > 0 &&
      shown.length < sorted.length &&
      h(
        "button",
        {
          type: "button",
          click: (event) => {
            fill(true);
            event.currentTarget.remove();
          },
        },
        `Show ${sorted.length - shown.length} more without a tolerance`,
      ),
  );
}

/** What was found of the change itself: the line's own verdict may be that of a limit on head alone. */
function foundOf(line) {
  return line.change.found ?? { verdict: null, gate: false, reason: line.reason, why: null };
}

function place(line) {
  const at = ORDER.indexOf(foundOf(line).verdict ?? "pass");
  return at < 0 ? ORDER.length : at;
}

/** Wide enough for most intervals of what gates, or of all if nothing does; what is wider is cut and has an arrow. */
function reachOf(all) {
  const gating = all.filter((line) => foundOf(line).gate);
  const lines = gating.length > 0 ? gating : all;
  const endsOf = ({ change }) => [
    change.tolerancePercent ?? 0,
    Math.abs(change.effectInterval?.low ?? 0),
    Math.abs(change.effectInterval?.high ?? 0),
  ];
  const ends = lines
    .flatMap(endsOf)
    .filter((end) => end > 0)
    .sort((a, b) => a - b);
  const decided = all.filter((line) => ["regressed", "improved"].includes(foundOf(line).verdict)).flatMap(endsOf);
  return Math.min(
    100,
    Math.max(1, (ends[Math.floor(ends.length * 0.9)] ?? 5) * 1.2, ...decided.map((end) => end * 1.1)),
  );
}

function scale(reach) {
  return linear([-reach, reach], [6, WIDTH - 6]);
}

function axis(reach) {
  const x = scale(reach);
  return s(
    "svg",
    { width: WIDTH, height: 18, role: "img", "aria-label": `from ${percent(-reach)} to ${percent(reach)}` },
    ticks([-reach * 0.85, reach * 0.85], 4).map((value) =>
      s("text", { class: "tick", x: x(value), y: 13, "text-anchor": "middle" }, value === 0 ? "0" : percent(value, 1)),
    ),
  );
}

function rows(run, line, reach) {
  const { change } = line;
  const { verdict, gate, reason, why } = foundOf(line);
  const pairs = pairsOf(run, line);
  const detail = h("tr", { class: "pairs", hidden: true });
  const button = h(
    "button",
    {
      type: "button",
      class: "plain",
      "aria-expanded": "false",
      click: () => {
        const open = detail.hidden;
        detail.hidden = !open;
        button.setAttribute("aria-expanded", String(open));
        if (open && !detail.firstChild) {
          detail.append(
            h(
              "td",
              { colspan: 6 },
              h("p", {}, reason),
              why && h("p", { class: "quiet" }, why),
              pairPlot(line, pairs),
              h(
                "p",
                { class: "quiet" },
                "The launches' own values move with the host; the change of a pair is of windows taken side by side, where there are such.",
              ),
              pairTable(line, pairs),
            ),
          );
        }
      },
    },
    h("b", {}, line.scenario),
    ` ${metricName(line.metric)} `,
    h("span", { class: `mode ${line.mode}` }, modeName(line.scenario, line.mode)),
  );
  return [
    h(
      "tr",
      {},
      h("th", { scope: "row" }, button),
      h("td", {}, interval(line, reach)),
      h("td", { class: "number" }, percent(changed(line.metric, change.effectPercent))),
      h("td", { class: "number" }, quantity(change.base, line.unit)),
      h("td", { class: "number" }, quantity(change.head, line.unit)),
      h("td", {}, badge(verdict), verdict && !gate && h("span", { class: "quiet" }, " informational")),
    ),
    detail,
  ];
}

function interval(line, reach) {
  const { change, mode } = line;
  const { verdict } = foundOf(line);
  const x = scale(reach);
  const cut = (value) => Math.min(reach, Math.max(-reach, value));
  const { effectInterval: ends, effectPercent: effect, tolerancePercent: tolerance } = change;
  return s(
    "svg",
    { class: `interval ${verdict ?? ""}`, width: WIDTH, height: 24, "aria-hidden": "true" },
    s("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: 24 }),
    tolerance !== null &&
      tolerance <= reach &&
      s("line", { class: "tolerance", x1: x(tolerance), x2: x(tolerance), y1: 4, y2: 20 }),
    ends && s("line", { class: "bar", x1: x(cut(ends.low)), x2: x(cut(ends.high)), y1: 12, y2: 12 }),
    ends && ends.high > reach && s("path", { class: "bar-end", d: `M${x(reach)} 8l5 4l-5 4z` }),
    ends && ends.low < -reach && s("path", { class: "bar-end", d: `M${x(-reach)} 8l-5 4l5 4z` }),
    effect !== null &&
      Math.abs(effect) <= reach &&
      s("circle", { class: `launch ${mode}`, cx: x(effect), cy: 12, r: 4 }),
  );
}

/** Of each round with both variants: base's and head's value, of a ratio their ratios, and the change, which is of windows taken side by side. */
function pairsOf(run, line) {
  const launch = (round, variant, mode) =>
    run.launches.find(
      (each) =>
        each.round === round &&
        each.variant === variant &&
        each.mode === mode &&
        each.scenario === line.scenario &&
        each.invalid.length === 0,
    );
  const value = (round, variant, mode) => launch(round, variant, mode)?.samples[line.metric] ?? null;
  const percentOf = (round, mode) => launch(round, "head", mode)?.percentAgainstBase?.[line.metric] ?? null;
  const change = (round) => {
    if (line.mode !== "ratio") {
      return percentOf(round, line.mode);
    }
    const [virtual, platform] = [percentOf(round, "virtual"), percentOf(round, "platform")];
    return virtual === null || platform === null ? null : 100 * ((100 + virtual) / (100 + platform) - 1);
  };
  const of = (round, variant) => {
    if (line.mode !== "ratio") {
      return value(round, variant, line.mode);
    }
    const [virtual, platform] = [value(round, variant, "virtual"), value(round, variant, "platform")];
    return virtual === null || !platform ? null : virtual / platform;
  };
  return [...new Set(run.launches.map((launch) => launch.round))]
    .sort((a, b) => a - b)
    .map((round) => ({
      round,
      base: of(round, "base"),
      head: of(round, "head"),
      change: changed(line.metric, change(round)),
    }))
    .filter((pair) => pair.base !== null && pair.head !== null);
}

function pairPlot(line, pairs) {
  if (pairs.length === 0) {
    return h("p", {}, "No round has a valid launch of both variants.");
  }
  const values = pairs.flatMap((pair) => [pair.base, pair.head]);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1;
  const y = linear([low - room, high + room], [150, 16]);
  const text = (value) => quantity(value, line.unit);
  return s(
    "svg",
    {
      class: "slopes",
      width: 320,
      height: 172,
      role: "img",
      "aria-label": `${plural(pairs.length, "pair")}: ${pairs.filter((pair) => pair.head > pair.base).length} higher in head`,
    },
    s("text", { class: "tick", x: 90, y: 168, "text-anchor": "middle" }, "base"),
    s("text", { class: "tick", x: 230, y: 168, "text-anchor": "middle" }, "head"),
    [high, low].map((value) => s("text", { class: "tick", x: 76, y: y(value) + 4, "text-anchor": "end" }, text(value))),
    pairs.map((pair) => [
      s(
        "line",
        {
          class: `slope ${pair.head > pair.base === isBetterLower(line.metric) ? "worse" : "better"}`,
          x1: 90,
          y1: y(pair.base),
          x2: 230,
          y2: y(pair.head),
        },
        s("title", {}, `round ${pair.round}: ${text(pair.base)} → ${text(pair.head)}`),
      ),
      s("circle", { class: `launch ${line.mode}`, cx: 90, cy: y(pair.base), r: 3.5 }),
      s("circle", { class: `launch ${line.mode}`, cx: 230, cy: y(pair.head), r: 3.5 }),
    ]),
  );
}

function pairTable(line, pairs) {
  const column = (name) => ({
    name,
    number: true,
    text: (pair) => quantity(pair[name], line.unit),
    value: (pair) => pair[name],
  });
  return behind(
    `${line.scenario} ${metricName(line.metric)} ${line.mode}: pairs`,
    [
      { name: "round", number: true, text: (pair) => String(pair.round), value: (pair) => pair.round },
      column("base"),
      column("head"),
      { name: "change", number: true, text: (pair) => percent(pair.change), value: (pair) => pair.change },
    ],
    pairs,
    `${line.scenario}-${line.metric}-${line.mode}-pairs`,
  );
}
