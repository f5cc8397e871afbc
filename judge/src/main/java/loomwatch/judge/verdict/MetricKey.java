package loomwatch.judge.verdict;

import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/** Identifies a line of a verdict. */
public record MetricKey(String scenario, JudgedMode mode, Metric metric) {
  public static MetricKey of(String scenario, Mode mode, Metric metric) {
    return new MetricKey(scenario, JudgedMode.of(mode), metric);
  }

  /** Returns the unit of the values: the metric's base unit, or {@code ratio}. */
  String unit() {
    return mode == JudgedMode.RATIO ? "ratio" : metric.unit().symbol();
  }
}
