package loomwatch.judge.verdict;

import java.util.Optional;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.MeasuredMean;
import loomwatch.results.Metric;

/** One line of the verdict: what it is about. */
record MetricKey(String scenario, JudgedMode mode, Metric metric, String unit) {

  MetricVerdict verdict(MeasuredMean taken, LimitRuling limit) {
    return new MetricVerdict(
        scenario,
        mode,
        metric,
        unit,
        metric.direction(),
        limit.most(),
        taken.measured(),
        taken.launches(),
        limit.ruling(),
        taken.doubts(),
        Optional.empty(),
        Optional.empty());
  }
}
