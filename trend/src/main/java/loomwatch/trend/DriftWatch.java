package loomwatch.trend;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import loomwatch.judge.statistics.Location;

/**
 * Tells at which points of a series the newest ones lie too far above an older level: that of the
 * last release, or the best one since a change was last accepted.
 */
final class DriftWatch {
  /**
   * Of what makes a climb too high, the share that keeps it so: at one threshold alone each dip of
   * a climb near it would end it, and the next rise be another.
   */
  private static final double STAYS = 0.5;

  /** The standard error of a median of n normal points is √(π/2)·σ/√n. */
  private static final double MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

  private final Steps steps;
  private final TreeSet<Integer> releases;
  private final int begun;
  private final TrendRules rules;

  /** For each point the one at or before it that was judged against the best level; or −1. */
  private final int[] best;

  /** For each point the noise last known: after a step it takes a while to be known anew. */
  private final double[] noises;

  /**
   * Of a series judged.
   *
   * @param releases the points that were released
   * @param begun the point at which the present level was accepted, or 0
   */
  DriftWatch(Steps steps, Collection<Integer> releases, int begun, TrendRules rules) {
    this.steps = steps;
    this.releases = new TreeSet<>(releases);
    this.begun = begun;
    this.rules = rules;
    noises = steps.noises().clone();
    for (int i = 1; i < noises.length; i++) {
      noises[i] = Double.isNaN(noises[i]) ? noises[i - 1] : noises[i];
    }
    best = new int[steps.levels().length];
    Arrays.fill(best, -1);
    for (int i = begun; i < best.length; i++) {
      best[i] = i > begun ? best[i - 1] : -1;
      double level = steps.levels()[i];
      if (!Double.isNaN(level) && (best[i] < 0 || level < steps.levels()[best[i]])) {
        best[i] = i;
      }
    }
  }

  /**
   * An older level.
   *
   * @param lastGood the last point it rests on
   * @param points how many it rests on
   * @param level on the scale of the rules
   * @param words what it is
   */
  record Baseline(int lastGood, int points, double level, String words) {}

  /** What the points up to that one are too far above, if anything. */
  Optional<Baseline> at(double[] x, int newest) {
    return at(x, newest, 1);
  }

  /** What they are still too far above, if they once were. */
  Optional<Baseline> stillAt(double[] x, int newest) {
    return at(x, newest, STAYS);
  }

  private Optional<Baseline> at(double[] x, int newest, double share) {
    int recent = rules.driftPoints();
    if (newest < 0 || newest - 2 * recent + 1 < begun || Double.isNaN(noises[newest])) {
      return Optional.empty();
    }
    double now = Location.medianOf(Arrays.copyOfRange(x, newest - recent + 1, newest + 1));
    double noise = noises[newest];
    return release(x, newest - recent)
        .filter(baseline -> distance(now, baseline, noise) >= share)
        .or(() ->
            best(newest - recent).filter(baseline -> distance(now, baseline, noise) >= share));
  }

  /** What that point was judged with. */
  double noise(int point) {
    return noises[point];
  }

  /** Above a level, as a share of what is too far. */
  private double distance(double now, Baseline baseline, double noise) {
    double error =
        MEDIAN_ERROR * noise * Math.sqrt(1.0 / rules.driftPoints() + 1.0 / baseline.points);
    return (now - baseline.level) / Math.max(rules.drift(), rules.driftNoise() * error);
  }

  private Optional<Baseline> release(double[] x, int until) {
    Integer at = releases.floor(until);
    int recent = rules.driftPoints();
    if (at == null || at - recent + 1 < begun) {
      return Optional.empty();
    }
    double level = Location.medianOf(Arrays.copyOfRange(x, at - recent + 1, at + 1));
    return Optional.of(new Baseline(at, recent, level, "the last release"));
  }

  private Optional<Baseline> best(int until) {
    int at = best[until];
    return at <= 0
        ? Optional.empty()
        : Optional.of(
            new Baseline(at - 1, Steps.SETTLED, steps.levels()[at], "the best accepted level"));
  }
}
