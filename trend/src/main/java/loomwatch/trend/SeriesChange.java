package loomwatch.trend;

import loomwatch.judge.verdict.Interval;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert.Change;
import org.jspecify.annotations.Nullable;

/**
 * A change in one series.
 *
 * @param scenario as in history
 * @param mode {@code platform}, {@code virtual}, {@code ratio} or {@code imported}
 * @param metric as in history
 * @param unit of {@code before} and {@code after}
 * @param direction which way the metric gets better
 * @param gate whether it decides the verdict; what is too noisy to decide informs
 * @param change which way it went
 * @param effectPercent after relative to before; positive is worse; null where it was 0 before
 * @param interval of the effect in percent, 90 %; null with it
 * @param before the level before
 * @param after the level after, by its newest points
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
   * By how much the figure itself moved, in percent: of what is better the more, positive is
   * better; null where it was 0 before.
   */
  public @Nullable Double movedPercent() {
    return effectPercent == null || direction == Direction.LOWER_IS_BETTER
        ? effectPercent
        : Double.valueOf(-effectPercent);
  }

  /** The interval of {@link #movedPercent}. */
  public @Nullable Interval movedInterval() {
    return interval == null || direction == Direction.LOWER_IS_BETTER
        ? interval
        : new Interval(-interval.high(), -interval.low());
  }

  /** Whether it is of how much is borne, which is measured only when asked for. */
  boolean ofCapacity() {
    return metric.equals(Metric.CAPACITY.label());
  }

  /** Whether the JMH suite measures it, and no server. */
  boolean ofSuite() {
    return metric.equals(Metric.TIME_PER_OPERATION.label())
        || metric.equals(Metric.ALLOCATED_PER_OPERATION.label());
  }
}
