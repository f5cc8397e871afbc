package loomwatch.benchmarks.trend;

import java.util.List;
import loomwatch.trend.TrendAlarms;
import loomwatch.trend.TrendRules;

/** Loomwatch's alarms, steps and drift, before anything is measured again. */
record Ours() implements Rule {
  @Override
  public String name() {
    return "Loomwatch, before confirmation";
  }

  @Override
  public List<Integer> alarms(double[] values) {
    return TrendAlarms.of(values, TrendRules.STANDARD);
  }
}
