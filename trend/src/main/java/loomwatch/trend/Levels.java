package loomwatch.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import loomwatch.judge.statistics.SampleStatistics;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Detects the levels of a series as its points arrive.
 *
 * <p>At each point, the mean of the newest 3, 4, 5 … 256 points is compared with the current level,
 * which its first points define. If it differs by more than noise explains, a new level begins at
 * the most likely place: a likelihood ratio over windows of limited length (Lai 1995). This detects
 * steps and drifts in both directions.
 */
final class Levels {
  /** Maximum number of first points that define a level. */
  static final int KNOWN_BY = 60;

  /** Number of points from which a level's own noise is always used. */
  static final int LEARNING = 20;

  /** Minimum number of points of a level before a change is detected. */
  private static final int FEWEST = 8;

  /** Minimum number of these points where the noise of the level before is known. */
  private static final int FEWEST_AFTER = 4;

  private static final int[] WINDOWS = {
    3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 192, 256
  };

  /** Clipping distance in standard deviations, so that two consecutive outliers make no level. */
  private static final double CLIP = 3;

  /** Variance of clipped normal points, as a share of the unclipped variance. */
  private static final double CLIPPED_VARIANCE = 0.995;

  /** Reduction of an estimated autocorrelation, in its standard errors. */
  private static final double MARGIN = 0.5;

  private Levels() {}

  /**
   * Detection parameters: the probability that noise seems to be a change for the worse at one
   * point, and the minimum change and standard deviation, on the scale of the series.
   */
  record Rule(double chance, double least, double noiseFloor) {
    private static final Map<Quantile, Double> KNOWN = new ConcurrentHashMap<>();

    private record Quantile(double chance, int freedom) {}

    /** Returns the minimum change in standard errors, by Student's t. */
    double limit(double freedom) {
      return KNOWN.computeIfAbsent(
          new Quantile(chance, (int) freedom),
          of -> TDistribution.of(of.freedom).inverseSurvivalProbability(of.chance));
    }
  }

  /**
   * The noise at one level: its standard deviation with degrees of freedom, and its autocorrelation
   * at lag 1, from 0 to .9.
   */
  record Noise(double deviation, double memory, double freedom) {

    /** Returns the standard error of the mean of consecutive points: exact for AR(1). */
    double error(int points) {
      double m = memory;
      double sum =
          (1 + m) / (1 - m) - 2 * m * (1 - Math.pow(m, points)) / (points * (1 - m) * (1 - m));
      return deviation * Math.sqrt(sum / points);
    }
  }

  /**
   * One level.
   *
   * @param to point after the last
   * @param seenAt point at which the level was distinguished from the one before, or {@code from}
   * @param forced whether the level begins at a given break
   * @param at location of the first {@code known} points
   * @param noise noise around the location; null while unknown
   */
  record Level(
      int from, int to, int seenAt, boolean forced, double at, int known, @Nullable Noise noise) {}

  /**
   * Detects the levels, which are consecutive, and at least one if there are points.
   *
   * @param x values; larger is worse
   * @param breaks points at which a level begins in any case
   * @param steps whether a level begins at a point for certain, as the next one shows
   */
  static List<Level> of(double[] x, Collection<Integer> breaks, Rule rule, IntPredicate steps) {
    TreeSet<Integer> forced = new TreeSet<>(breaks);
    List<Level> levels = new ArrayList<>();
    Open open = new Open(x, 0, 0, false, null, rule);
    for (int i = 0; i < x.length; i++) {
      if (i > 0 && forced.contains(i)) {
        levels.add(open.until(i));
        open = new Open(x, i, i, true, open.noise(i), rule);
      }
      int from = i - 1 - open.from >= FEWEST_AFTER && steps.test(i - 1) ? i - 1 : open.change(i);
      if (from >= 0) {
        Noise noise = open.noise(from);
        levels.add(open.until(from));
        open = new Open(x, from, i, false, noise, rule);
      }
    }
    if (x.length > 0) {
      levels.add(open.until(x.length));
    }
    return List.copyOf(levels);
  }

  /** Returns the mean of points around their median, clipped at {@link #CLIP} deviations. */
  static double mean(double[] x, int from, int to, Noise noise) {
    double middle = SampleStatistics.medianOf(Arrays.copyOfRange(x, from, to));
    return middle + clipped(x, from, to, middle, noise.deviation) / (to - from);
  }

  private static double clipped(double[] x, int from, int to, double around, double deviation) {
    double most = CLIP * deviation;
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += Math.clamp(x[i] - around, -most, most);
    }
    return sum;
  }

  /** The level of the newest points. */
  private static final class Open {
    private final double[] x;
    private final int from;
    private final int seenAt;
    private final boolean forced;
    private final @Nullable Noise before;
    private final Rule rule;

    /** Fits by number of points. */
    private final Fit[] fits = new Fit[KNOWN_BY + 1];

    /** Cumulative clipped distances from the fit of {@link #KNOWN_BY} points. */
    private double @Nullable [] sums;

    private int summed;

    Open(double[] x, int from, int seenAt, boolean forced, @Nullable Noise before, Rule rule) {
      this.x = x;
      this.from = from;
      this.seenAt = seenAt;
      this.forced = forced;
      this.before = before;
      this.rule = rule;
    }

    private record Fit(double at, Noise noise, double limit, double[] errors) {
      /** Returns the standard error of the difference between a window's mean and this fit. */
      double error(int window) {
        if (errors[window] == 0) {
          double mean = noise.error(window);
          errors[window] = Math.sqrt(mean * mean + errors[0] * errors[0]);
        }
        return errors[window];
      }
    }

    private int fewest() {
      return before == null ? FEWEST : FEWEST_AFTER;
    }

    Level until(int to) {
      int known = Math.min(KNOWN_BY, to - from);
      double at =
          known >= fewest()
              ? fit(known).at
              : SampleStatistics.medianOf(Arrays.copyOfRange(x, from, from + known));
      return new Level(from, to, seenAt, forced, at, known, noise(to));
    }

    /** Returns the noise known before that point. */
    @Nullable Noise noise(int to) {
      int known = Math.min(KNOWN_BY, to - from);
      return known >= fewest() ? fit(known).noise : before;
    }

    /** Returns the point from which the newest points are at another level, or −1. */
    int change(int newest) {
      for (int window : WINDOWS) {
        if (newest + 1 - window - from < fewest()) {
          return -1;
        }
        int first = newest + 1 - window;
        Fit fit = fit(Math.min(KNOWN_BY, first - from));
        double off = off(first, newest, fit);
        if (Math.abs(off) >= rule.least && Math.abs(off) > fit.limit * fit.error(window)) {
          return place(newest, window);
        }
      }
      return -1;
    }

    /**
     * Returns the most likely first point of the new level, whose location is the median of one of
     * the newest windows; the widest may include points before the change.
     */
    private int place(int newest, int widest) {
      Fit fit = fit(Math.min(KNOWN_BY, newest + 1 - widest - from));
      double most = CLIP * fit.noise.deviation;
      int earliest = Math.max(from + fewest(), newest + 1 - 2 * WINDOWS[WINDOWS.length - 1]);
      int place = newest;
      double likeliest = Double.NEGATIVE_INFINITY;
      for (int window : WINDOWS) {
        if (window > widest) {
          break;
        }
        double now =
            SampleStatistics.medianOf(Arrays.copyOfRange(x, newest + 1 - window, newest + 1));
        double sum = 0;
        for (int first = newest; first >= earliest; first--) {
          double before = Math.clamp(x[first] - fit.at, -most, most);
          double after = Math.clamp(x[first] - now, -most, most);
          sum += before * before - after * after;
          if (sum > likeliest) {
            likeliest = sum;
            place = first;
          }
        }
      }
      return place;
    }

    private double off(int first, int newest, Fit fit) {
      int window = newest + 1 - first;
      if (first - from < KNOWN_BY) {
        return clipped(x, first, newest + 1, fit.at, fit.noise.deviation) / window;
      }
      return (sum(newest + 1, fit) - sum(first, fit)) / window;
    }

    private double sum(int to, Fit fit) {
      if (sums == null) {
        sums = new double[x.length + 1];
        summed = from + KNOWN_BY;
      }
      for (; summed < to; summed++) {
        sums[summed + 1] =
            sums[summed] + clipped(x, summed, summed + 1, fit.at, fit.noise.deviation);
      }
      return sums[to];
    }

    private Fit fit(int points) {
      Fit known = fits[points];
      if (known == null) {
        known = fitted(points);
        fits[points] = known;
      }
      return known;
    }

    private Fit fitted(int points) {
      double[] own = Arrays.copyOfRange(x, from, from + points);
      double middle = SampleStatistics.medianOf(own);
      Noise noise = around(own, middle);
      if (before != null && points < LEARNING && noise.deviation <= before.deviation) {
        noise = before;
      }
      double at = mean(x, from, from + points, noise);
      double[] errors = new double[WINDOWS[WINDOWS.length - 1] + 1];
      errors[0] = noise.error(points);
      return new Fit(at, noise, rule.limit(noise.freedom), errors);
    }

    /** Estimates deviation and autocorrelation robustly against a few outliers. */
    private Noise around(double[] own, double middle) {
      double rough =
          1.4826
              * SampleStatistics.medianOf(
                  Arrays.stream(own).map(each -> Math.abs(each - middle)).toArray());
      double most = Math.max(rule.noiseFloor, CLIP * rough);
      double squares = 0;
      double products = 0;
      double last = 0;
      double mean = clippedMean(own, middle, most);
      for (double each : own) {
        double off = Math.clamp(each - mean, -most, most);
        squares += off * off;
        products += off * last;
        last = off;
      }
      int n = own.length;
      double plain = squares == 0 ? 0 : products / squares;
      double memory = Math.clamp(plain + (1 + 3 * plain) / n - MARGIN / Math.sqrt(n), 0, 0.9);
      double effective = n * (1 - memory) / (1 + memory);
      double deviation =
          Math.sqrt(squares / (CLIPPED_VARIANCE * Math.max(n - n / effective, n / 2.0)));
      return new Noise(
          Math.max(rule.noiseFloor, deviation),
          memory,
          Math.max(4, (n - 1) * (1 - memory * memory) / (1 + memory * memory)));
    }

    private static double clippedMean(double[] own, double middle, double most) {
      double sum = 0;
      for (double each : own) {
        sum += Math.clamp(each - middle, -most, most);
      }
      return middle + sum / own.length;
    }
  }
}
