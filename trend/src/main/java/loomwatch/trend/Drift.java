package loomwatch.trend;

import java.util.Arrays;
import java.util.Optional;
import loomwatch.judge.statistics.Location;
import loomwatch.judge.statistics.TwoSampleT;

/**
 * A climb too slow for a step.
 *
 * @param points of the series
 * @param since the first point from which on it is too high, as an index
 * @param lastGood the last point of the level it is compared with
 * @param against what it is compared with, in words
 * @param test points of that level against the newest, clipped at three noises
 * @param before that level, in the series' unit
 * @param after the median of the newest points, in the series' unit
 * @param pointsBefore how many points {@code before} rests on
 * @param pointsAfter how many {@code after} rests on
 */
record Drift(
    Points points,
    int since,
    int lastGood,
    String against,
    TwoSampleT test,
    double before,
    double after,
    int pointsBefore,
    int pointsAfter) {

  /** The drift of a series, if there is one now. */
  static Optional<Drift> of(Points points, DriftWatch watch, TrendRules rules) {
    double[] x = points.badness();
    int newest = x.length - 1;
    return watch
        .at(x, newest)
        .map(baseline -> {
          int since = newest;
          while (watch.at(x, since - 1).isPresent()) {
            since--;
          }
          int from = Math.max(0, baseline.lastGood() + 1 - baseline.points());
          double[] before = Arrays.copyOfRange(x, from, baseline.lastGood() + 1);
          double[] after = Arrays.copyOfRange(x, x.length - rules.driftPoints(), x.length);
          double now = Location.medianOf(after);
          double noise = watch.noise(newest);
          return new Drift(
              points,
              since,
              baseline.lastGood(),
              baseline.words(),
              TwoSampleT.of(
                  Steps.clipped(before, baseline.level(), noise, rules),
                  Steps.clipped(after, now, noise, rules)),
              points.value(baseline.level()),
              points.value(now),
              before.length,
              after.length);
        });
  }
}
