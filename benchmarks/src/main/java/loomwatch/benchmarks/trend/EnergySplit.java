package loomwatch.benchmarks.trend;

/**
 * Where a stretch of a series falls into the two parts most unlike each other, by the energy
 * distance between them (Székely &amp; Rizzo 2005; Matteson &amp; James 2014, section 2 with α =
 * 1).
 */
final class EnergySplit {
  private EnergySplit() {}

  /**
   * A split.
   *
   * @param at the first point of the second part
   * @param unlikeness of the two parts, Q̂
   */
  record Split(int at, double unlikeness) {}

  /**
   * The best split of {@code x[from]} to {@code x[to - 1]}: over all τ, and all ends κ ≤ to of the
   * second part, the largest Q̂ = 2/(m+n)·Σ|Xᵢ−Yⱼ| − 2m/((m+n)(n−1))·Σ|Xᵢ−Xₖ| −
   * 2n/((m+n)(m−1))·Σ|Yⱼ−Yₖ|, with n points from {@code from} to τ and m from τ to κ; of equal ones
   * the first.
   *
   * <p>All sums come from sums of fewer points, so the cost is one distance for each pair.
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

  /** Element n: the sum of distances among the first n points. */
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
