package loomwatch.judge.calibration;

import loomwatch.judge.verdict.GatedPairs;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.results.Metric;

/** What a change is of. */
public record Place(String scenario, JudgedMode mode, Metric metric) {

  public static Place of(GatedPairs pairs) {
    return new Place(pairs.scenario(), JudgedMode.of(pairs.mode()), pairs.metric());
  }

  static Place of(MetricVerdict line) {
    return new Place(line.scenario(), line.mode(), line.metric());
  }
}
