package loomwatch.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Change point detection as in Apache Otava: E-divisive means (Matteson &amp; James, J. Am. Stat.
 * Assoc. 2014) in sliding windows, with a t test for significance, and then removal of weak change
 * points from the weakest (Fleming et al., ICPE 2023, arXiv 2301.03034; Apache Otava).
 */
record EDivisive(Settings settings) {
  /**
   * The parameters.
   *
   * @param window number of points per window; at least 2. Windows overlap by half
   * @param mostP maximum p value of a change point; above 0, below 1. Within windows it is ten
   *     times as large
   * @param smallest minimum change, as a share of the level; at least 0
   * @param eachSide minimum number of points on each side of a change point; at least 1
   */
  record Settings(int window, double mostP, double smallest, int eachSide) {

    /** Defaults of Apache Otava 0.8. */
    static final Settings OF_OTAVA = new Settings(50, 1e-3, 0, 1);

    /** Returns the larger p value for windows, because weak points are removed afterwards. */
    private double mostPInWindow() {
      return mostP < 0.05 ? mostP * 10 : mostP < 0.5 ? mostP * 2 : mostP;
    }
  }

  /**
   * A level change, between the neighbouring change points or ends.
   *
   * @param index first point after it
   * @param pValue p value of the t test between the two means
   * @param pointsBefore number of points of the mean {@code before}
   * @param pointsAfter number of points of the mean {@code after}
   */
  record ChangePoint(
      int index, double before, double after, double pValue, int pointsBefore, int pointsAfter) {

    /** Returns the size: the larger of both ratios minus 1, or 0 where a level is 0. */
    double magnitude() {
      return before == 0 || after == 0
          ? 0
          : Math.max(Math.abs(after / before - 1), Math.abs(before / after - 1));
    }
  }

  /** Returns the change points of finite values, in order. */
  List<ChangePoint> changePoints(double[] x) {
    TreeSet<Integer> weak = new TreeSet<>();
    int step = Math.max(1, settings.window / 2);
    int start = 0;
    while (start < x.length) {
      int end = Math.min(start + settings.window, x.length);
      List<Integer> found = inWindow(x, start, end);
      weak.addAll(found);
      start = Math.max(found.isEmpty() ? 0 : found.getLast(), start + step);
    }
    return strong(x, new ArrayList<>(weak));
  }

  /** A part of the window that may be split further. */
  private record Stretch(int from, int to, EnergySplit.Split split) {}

  private List<Integer> inWindow(double[] x, int start, int end) {
    List<Stretch> stretches = new ArrayList<>();
    TreeSet<Integer> found = new TreeSet<>();
    add(stretches, x, start, end);
    while (!stretches.isEmpty()) {
      // The first of equally good splits wins, independently of the order of creation.
      Stretch best =
          stretches.stream()
              .sorted(Comparator.comparingInt(Stretch::from))
              .reduce((a, b) -> b.split.unlikeness() > a.split.unlikeness() ? b : a)
              .orElseThrow();
      int at = best.split.at();
      Moments before = Moments.of(x, best.from, at);
      Moments after = Moments.of(x, at, best.to);
      if (!(pValue(before, after) <= settings.mostPInWindow())) {
        break;
      }
      found.add(at);
      stretches.remove(best);
      add(stretches, x, best.from, at);
      add(stretches, x, at, best.to);
    }
    return List.copyOf(found);
  }

  private static void add(List<Stretch> stretches, double[] x, int from, int to) {
    if (to - from > 1) {
      stretches.add(new Stretch(from, to, EnergySplit.of(x, from, to)));
    }
  }

  /** Removes the weakest point until all are strong; each removal changes its neighbours. */
  private List<ChangePoint> strong(double[] x, List<Integer> indices) {
    List<ChangePoint> points = new ArrayList<>();
    for (int i = 0; i < indices.size(); i++) {
      points.add(changePoint(x, indices, i));
    }
    while (!points.isEmpty()) {
      int weakest = weakest(points);
      if (weakest < 0) {
        return List.copyOf(points);
      }
      indices.remove(weakest);
      points.remove(weakest);
      for (int i = Math.max(0, weakest - 1); i <= weakest && i < points.size(); i++) {
        points.set(i, changePoint(x, indices, i));
      }
    }
    return List.of();
  }

  /** Returns the least significant point, or else the smallest one that does not matter, or −1. */
  private int weakest(List<ChangePoint> points) {
    int weakest = 0;
    int smallest = 0;
    for (int i = 0; i < points.size(); i++) {
      ChangePoint point = points.get(i);
      if (point.pointsBefore < settings.eachSide || point.pointsAfter < settings.eachSide) {
        return i;
      }
      weakest = point.pValue > points.get(weakest).pValue ? i : weakest;
      smallest = point.magnitude() < points.get(smallest).magnitude() ? i : smallest;
    }
    if (points.get(weakest).pValue >= settings.mostP) {
      return weakest;
    }
    return points.get(smallest).magnitude() > settings.smallest ? -1 : smallest;
  }

  private ChangePoint changePoint(double[] x, List<Integer> indices, int i) {
    int at = indices.get(i);
    Moments before = Moments.of(x, i == 0 ? 0 : indices.get(i - 1), at);
    Moments after = Moments.of(x, at, i == indices.size() - 1 ? x.length : indices.get(i + 1));
    return new ChangePoint(
        at, before.mean(), after.mean(), pValue(before, after), before.n(), after.n());
  }

  /** Returns the two-sided p value with biased variances (divided by n), as in Otava. */
  private static double pValue(Moments before, Moments after) {
    double degrees = before.n + after.n - 2.0;
    if (degrees < 1) {
      return 1;
    }
    double variance =
        ((before.n - 1) * before.squares / before.n + (after.n - 1) * after.squares / after.n)
            / degrees;
    double t = (after.mean - before.mean) / Math.sqrt(variance * (1.0 / before.n + 1.0 / after.n));
    return Double.isNaN(t)
        ? 1
        : Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(Math.abs(t)));
  }

  private record Moments(int n, double mean, double squares) {
    /** Computes the moments of {@code x[from]} to {@code x[to - 1]}. */
    static Moments of(double[] x, int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += x[i] - x[from];
      }
      double mean = x[from] + sum / (to - from);
      double squares = 0;
      for (int i = from; i < to; i++) {
        squares += (x[i] - mean) * (x[i] - mean);
      }
      return new Moments(to - from, mean, squares);
    }
  }

  /**
   * Splits a part of a series where the energy distance between both sides is largest (Székely
   * &amp; Rizzo 2005; Matteson &amp; James 2014, section 2 with α = 1).
   */
  static final class EnergySplit {
    private EnergySplit() {}

    /** A split before point {@code at}, with its statistic Q̂. */
    record Split(int at, double unlikeness) {}

    /**
     * Returns the best split of {@code x[from]} to {@code x[to - 1]}: over all τ, and all ends κ ≤
     * to of the second part, the largest Q̂ = 2/(m+n)·Σ|Xᵢ−Yⱼ| − 2m/((m+n)(n−1))·Σ|Xᵢ−Xₖ| −
     * 2n/((m+n)(m−1))·Σ|Yⱼ−Yₖ|, with n points from {@code from} to τ and m from τ to κ; the first
     * of equal ones.
     *
     * <p>Sums are updated incrementally, so each pair's distance is computed once.
     *
     * @param to at least {@code from + 2}
     */
    static Split of(double[] x, int from, int to) {
      int size = to - from;
      double[] within = within(x, from, to);
      double[] right = new double[size + 1];
      int bestAt = from + 1;
      double best = Double.NEGATIVE_INFINITY;
      for (int n = size - 1; n >= 1; n--) {
        double leftShare = n > 1 ? within[n] / (n - 1) : 0;
        double pivot = x[from + n];
        double row = 0;
        double bestOfRow = Double.NEGATIVE_INFINITY;
        for (int m = 1; m <= size - n; m++) {
          row += Math.abs(x[from + n + m - 1] - pivot);
          double inRight = right[n + m] + row;
          right[n + m] = inRight;
          double cross = within[n + m] - within[n] - inRight;
          double rightShare = m > 1 ? inRight / (m - 1) : 0;
          double q = 2 * (cross - m * leftShare - n * rightShare) / (n + m);
          bestOfRow = Math.max(bestOfRow, q);
        }
        if (bestOfRow >= best) {
          best = bestOfRow;
          bestAt = from + n;
        }
      }
      return new Split(bestAt, best);
    }

    /** Returns for each n the sum of distances among the first n points. */
    private static double[] within(double[] x, int from, int to) {
      double[] within = new double[to - from + 1];
      for (int n = 1; n < to - from; n++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
          sum += Math.abs(x[from + i] - x[from + n]);
        }
        within[n + 1] = within[n] + sum;
      }
      return within;
    }
  }
}
