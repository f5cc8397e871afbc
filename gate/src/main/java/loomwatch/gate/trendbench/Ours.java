package loomwatch.gate.trendbench;

import java.util.List;
import loomwatch.gate.trend.TrendAlarms;
import loomwatch.gate.trend.TrendRules;

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
