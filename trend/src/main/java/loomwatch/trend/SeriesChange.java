package loomwatch.trend;

import loomwatch.judge.verdict.Interval;
import loomwatch.results.Count;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Metric.Unit;
import loomwatch.trend.Alert.Change;
import org.jspecify.annotations.Nullable;

/**
 * A change in one series, named as in history.
 *
 * @param unit unit of {@code before} and {@code after}
 * @param gate whether it is blocking; changes of noisy metrics are informational
 * @param effectPercent change relative to before; positive is worse; null if it was 0 before, and
 *     of an exact count
 * @param interval 90 % interval of the effect in percent; null without one
 * @param after level after the change, by its newest points
 */
public record SeriesChange(
    String scenario,
    String mode,
    String metric,
    String unit,
    Direction direction,
    boolean gate,
    Change change,
    @Nullable Double effectPercent,
    @Nullable Interval interval,
    double before,
    double after) {

  /**
   * Returns the change of the value itself, in percent: where higher is better, positive is better;
   * null if it was 0 before.
   */
  public @Nullable Double movedPercent() {
    return effectPercent == null || direction == Direction.LOWER_IS_BETTER
        ? effectPercent
        : Double.valueOf(-effectPercent);
  }

  /** Returns the interval of {@link #movedPercent}. */
  public @Nullable Interval movedInterval() {
    return interval == null || direction == Direction.LOWER_IS_BETTER
        ? interval
        : new Interval(-interval.high(), -interval.low());
  }

  /** Returns whether it is of an exact count. */
  public boolean ofExactCount() {
    return effectPercent == null
        && unit.equals(Unit.PER_REQUEST.symbol())
        && Metric.named(metric).filter(Metric::isExact).isPresent();
  }

  /** Returns an exact count before and after: {@code 12 → 13 per request}. */
  public String counts() {
    return "%s → %s per request".formatted(Count.shown(before), Count.shown(after));
  }

  /** Returns whether the metric is capacity, which is measured on request only. */
  boolean ofCapacity() {
    return metric.equals(Metric.CAPACITY.label());
  }

  /** Returns whether the metric is from the JMH suite. */
  boolean ofSuite() {
    return metric.equals(Metric.TIME_PER_OPERATION.label())
        || metric.equals(Metric.ALLOCATED_PER_OPERATION.label());
  }
}
