package loomwatch.benchmarks.trend;

import java.util.List;
import loomwatch.trend.TrendJudge;

/** What Loomwatch suspects, before anything is measured again. */
record Ours() implements Rule {
  /** Of a service with one scenario: those that decide, in both modes. */
  private static final int SERIES = 20;

  @Override
  public String name() {
    return "Loomwatch, before confirmation";
  }

  @Override
  public List<Integer> alarms(double[] values) {
    return TrendJudge.suspicions(values, SERIES);
  }
}
