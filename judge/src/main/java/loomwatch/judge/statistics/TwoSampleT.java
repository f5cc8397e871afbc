package loomwatch.judge.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of two means by Student's t test with pooled variance (Student 1908).
 *
 * @param difference the second mean less the first
 * @param low the lower end of its 90 % interval
 * @param high the upper end
 * @param pValue two-sided; 0 to 1
 */
public record TwoSampleT(double difference, double low, double high, double pValue) {
  private static final double UPPER = 0.95;

  /**
   * The test of these samples.
   *
   * @return nothing found, p = 1, when there are fewer than 3 samples in all or one side has none
   */
  public static TwoSampleT of(double[] first, double[] second) {
    Moments before = Moments.of(first, 0, first.length);
    Moments after = Moments.of(second, 0, second.length);
    double degrees = first.length + second.length - 2.0;
    double difference = after.mean - before.mean;
    if (first.length == 0 || second.length == 0 || degrees < 1) {
      return new TwoSampleT(difference, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
    }
    double half =
        TDistribution.of(degrees).inverseCumulativeProbability(UPPER)
            * Math.sqrt((before.squares + after.squares) / degrees)
            * Math.sqrt(1.0 / first.length + 1.0 / second.length);
    return new TwoSampleT(difference, difference - half, difference + half, pValue(before, after));
  }

  /** Two-sided; 1 when nothing can be told. */
  private static double pValue(Moments before, Moments after) {
    double degrees = before.n + after.n - 2.0;
    if (degrees < 1) {
      return 1;
    }
    double variance = (before.squares + after.squares) / degrees;
    double t = (after.mean - before.mean) / Math.sqrt(variance * (1.0 / before.n + 1.0 / after.n));
    if (Double.isNaN(t)) {
      return 1;
    }
    return Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(Math.abs(t)));
  }

  /**
   * What the test needs of one side.
   *
   * @param n how many samples
   * @param mean of them
   * @param squares the sum of squared differences from it
   */
  private record Moments(int n, double mean, double squares) {

    /** Of {@code x[from]} to {@code x[to - 1]}. */
    static Moments of(double[] x, int from, int to) {
      int n = to - from;
      if (n == 0) {
        return new Moments(0, 0, 0);
      }
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += x[i] - x[from];
      }
      double mean = x[from] + sum / n;
      double squares = 0;
      for (int i = from; i < to; i++) {
        squares += (x[i] - mean) * (x[i] - mean);
      }
      return new Moments(n, mean, squares);
    }
  }
}
