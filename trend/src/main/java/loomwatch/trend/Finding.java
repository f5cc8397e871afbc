package loomwatch.trend;

import loomwatch.judge.verdict.Interval;
import loomwatch.results.Direction;
import loomwatch.results.Metric;
import loomwatch.trend.Alert.Change;
import org.jspecify.annotations.Nullable;

/**
 * A change in one series.
 *
 * @param scenario as in history
 * @param mode {@code platform}, {@code virtual}, {@code contrast} or {@code imported}
 * @param metric as in history
 * @param unit of {@code before} and {@code after}
 * @param direction which way the metric gets better
 * @param gate whether it decides the verdict; what is too noisy to decide informs
 * @param change which way it went
 * @param effectPercent after relative to before; positive is worse
 * @param interval of the effect in percent, 90 %; null when there are too few points
 * @param before the median before
 * @param after the median of the last points after
 * @param pValue of a t test of the points before and after: how probable so large a difference is
 *     without a change; the place was chosen by the same points, so a small one is a hint only
 * @param qValue adjusted for all series judged (Benjamini and Hochberg 1995)
 * @param pointsBefore how many points the level before rests on
 * @param pointsAfter how many the level after rests on
 */
public record Finding(
    String scenario,
    String mode,
    String metric,
    String unit,
    Direction direction,
    boolean gate,
    Change change,
    double effectPercent,
    @Nullable Interval interval,
    double before,
    double after,
    double pValue,
    double qValue,
    int pointsBefore,
    int pointsAfter) {

  /**
   * By how much the figure itself moved, in percent: of what is better the more, positive is
   * better.
   */
  public double movedPercent() {
    return direction == Direction.HIGHER_IS_BETTER ? -effectPercent : effectPercent;
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

  /** The same, adjusted. */
  Finding withQ(double q) {
    return new Finding(
        scenario,
        mode,
        metric,
        unit,
        direction,
        gate,
        change,
        effectPercent,
        interval,
        before,
        after,
        pValue,
        q,
        pointsBefore,
        pointsAfter);
  }
}
