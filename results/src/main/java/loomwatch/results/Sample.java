package loomwatch.results;

import java.util.List;

/**
 * A metric's value in one launch.
 *
 * @param metric what was measured
 * @param value in the metric's base unit; finite
 * @param doubts what weakens the number without making it invalid, such as "not steady: …"
 */
public record Sample(Metric metric, double value, List<String> doubts) {

  public Sample {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          metric.label() + " must be a finite number, was " + value + ": missing stays missing");
    }
    doubts = List.copyOf(doubts);
  }

  /** A sample without doubts. */
  public static Sample of(Metric metric, double value) {
    return new Sample(metric, value, List.of());
  }
}
