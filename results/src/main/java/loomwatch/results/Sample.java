package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import loomwatch.results.Metric.Unit;

/**
 * A metric's value in one launch.
 *
 * <p>Its JSON includes the unit, so that the number is understandable by itself; a unit other than
 * the metric's is refused.
 *
 * @param value in the metric's base unit; 0, or from 1e-15 to 1e15 in size
 * @param doubts what weakens the number without making it invalid, such as "not steady: …"; for a
 *     capacity only reasons why it may be higher, see {@link #isBound}
 */
@JsonPropertyOrder({"metric", "value", "unit", "doubts"})
public record Sample(Metric metric, double value, List<String> doubts) {

  public Sample {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          metric.label() + " must be a finite number, was " + value + ": missing stays missing");
    }
    Require.size(metric.label(), value);
    doubts = List.copyOf(doubts);
  }

  public static Sample of(Metric metric, double value) {
    return new Sample(metric, value, List.of());
  }

  /** Reports whether it is a lower bound: a capacity that may be higher. */
  @JsonIgnore
  public boolean isBound() {
    return metric == Metric.CAPACITY && !doubts.isEmpty();
  }

  public static boolean isValue(double number) {
    return Require.isOfSize(number);
  }

  @JsonProperty
  public Unit unit() {
    return metric.unit();
  }

  @JsonCreator
  static Sample stored(
      @JsonProperty("metric") Metric metric,
      @JsonProperty("value") double value,
      @JsonProperty("unit") Unit unit,
      @JsonProperty("doubts") List<String> doubts) {
    Require.check(
        unit == metric.unit(),
        "unit",
        metric.unit().symbol() + " for " + metric.label(),
        unit.symbol());
    return new Sample(metric, value, doubts);
  }

  static void requireEachMetricOnce(List<Sample> samples) {
    Set<Metric> seen = EnumSet.noneOf(Metric.class);
    for (Sample sample : samples) {
      Require.check(
          seen.add(sample.metric),
          "samples",
          "one of each metric",
          "two of " + sample.metric.label());
    }
  }
}
