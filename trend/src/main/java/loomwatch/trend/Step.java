package loomwatch.trend;

import loomwatch.judge.statistics.Cusum;
import loomwatch.judge.statistics.TwoSampleT;

/**
 * A change of level in one series.
 *
 * @param points of the series
 * @param alarm how it was seen; indices are points
 * @param first the first point after it, located in hindsight where that could be done
 * @param test points before against points after, clipped at three noises
 * @param before the median level before, in the series' unit
 * @param after the median of the last points after, in the series' unit
 * @param pointsBefore how many points {@code test} has before
 * @param pointsAfter how many it has after
 * @param closed the point at which the level was back, or −1 while it is not
 * @param accepted whether the reviewed file takes it as it is
 * @param small whether {@code test} shows less than a change that matters
 */
record Step(
    Points points,
    Cusum.Alarm alarm,
    int first,
    TwoSampleT test,
    double before,
    double after,
    int pointsBefore,
    int pointsAfter,
    int closed,
    boolean accepted,
    boolean small) {

  boolean worse() {
    return alarm.worse();
  }

  /** Whether the level is still there, far enough off, and nobody took it as it is. */
  boolean open() {
    return closed < 0 && !accepted && !small;
  }

  /** The entry of history at which it was seen. */
  int detectedAt() {
    return points.entries()[alarm.at()];
  }

  /** The first entry of history after it. */
  int firstEntry() {
    return points.entries()[first];
  }

  /** The last entry of history before it. */
  int lastEntry() {
    return points.entries()[first - 1];
  }
}
