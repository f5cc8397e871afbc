/** Names of benchmarks of a team's own, and of modes, which few of these have. */

/** The class of a benchmark; null of any other scenario, whose name is no Java name with dots. */
export function classOf(scenario) {
  return /^((?:[\p{L}\w$]+\.)+)[\p{L}\w$]+(?::.*)?$/su.exec(scenario)?.[1].slice(0, -1) ?? null;
}

/** What a mode is called: nothing of a benchmark, which is measured without any. */
export function modeName(scenario, mode) {
  return mode === "ratio" ? "virtual ÷ platform" : mode === "platform" && classOf(scenario) ? "" : mode;
}

/** A series in words, such as `hello, CPU per request, virtual`. */
export function seriesName({ scenario, mode }, metric) {
  return [scenario, metric, modeName(scenario, mode)].filter(Boolean).join(", ");
}
