package loomwatch.gate.calibration;

import loomwatch.gate.verdict.GatedPairs;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.results.Metric;

/** What a change is of. */
record Place(String scenario, JudgedMode mode, Metric metric) {

  static Place of(GatedPairs pairs) {
    return new Place(pairs.scenario(), JudgedMode.of(pairs.mode()), pairs.metric());
  }

  static Place of(MetricVerdict line) {
    return new Place(line.scenario(), line.mode(), line.metric());
  }
}
