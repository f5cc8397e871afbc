package loomwatch.judge.verdict;

import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/** What a line of a verdict is about. */
public record MetricKey(String scenario, JudgedMode mode, Metric metric) {
  /** Of one mode alone. */
  public static MetricKey of(String scenario, Mode mode, Metric metric) {
    return new MetricKey(scenario, JudgedMode.of(mode), metric);
  }

  /** The unit of its values: the metric's base unit, or {@code ratio}. */
  String unit() {
    return mode == JudgedMode.RATIO ? "ratio" : metric.unit().symbol();
  }
}
