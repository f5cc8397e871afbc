package loomwatch.trend;

import java.util.Arrays;
import java.util.Optional;
import loomwatch.judge.statistics.Location;
import loomwatch.judge.statistics.TwoSampleT;
import loomwatch.trend.DriftWatch.Baseline;

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
    int since = since(x, watch);
    return since < 0
        ? Optional.empty()
        : watch
            .stillAt(x, newest)
            .map(baseline -> {
              Baseline good = goodBefore(since, x, watch, baseline);
              int from = Math.max(0, good.lastGood() + 1 - good.points());
              double[] before = Arrays.copyOfRange(x, from, good.lastGood() + 1);
              double[] after = Arrays.copyOfRange(x, x.length - rules.driftPoints(), x.length);
              double now = Location.medianOf(after);
              double noise = watch.noise(newest);
              return new Drift(
                  points,
                  since,
                  good.lastGood(),
                  good.words(),
                  TwoSampleT.of(
                      Steps.clipped(before, good.level(), noise, rules),
                      Steps.clipped(after, now, noise, rules)),
                  points.value(good.level()),
                  points.value(now),
                  before.length,
                  after.length);
            });
  }

  /** The first point that was too high of those that the newest one follows, or −1. */
  private static int since(double[] x, DriftWatch watch) {
    int since = -1;
    for (int i = x.length - 1; watch.stillAt(x, i).isPresent(); i--) {
      if (watch.at(x, i).isPresent()) {
        since = i;
      }
    }
    return since;
  }

  /** What was released amid the climb is no good one; that from before it became too high is. */
  private static Baseline goodBefore(int since, double[] x, DriftWatch watch, Baseline newest) {
    return newest.lastGood() < since ? newest : watch.at(x, since).orElse(newest);
  }
}
