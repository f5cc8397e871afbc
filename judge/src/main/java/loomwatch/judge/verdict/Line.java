package loomwatch.judge.verdict;

import loomwatch.results.Metric;

/** One line of the verdict: what it is about. */
record Line(String scenario, JudgedMode mode, Metric metric, String unit) {

  MetricVerdict verdict(Measured measured, Ruling ruling) {
    return new MetricVerdict(
        scenario,
        mode,
        metric,
        unit,
        metric.direction(),
        ruling.gate(),
        ruling.limit(),
        measured.value(),
        measured.interval(),
        measured.launches(),
        ruling.verdict(),
        ruling.reason(),
        ruling.why(),
        measured.doubts(),
        null,
        null);
  }
}
