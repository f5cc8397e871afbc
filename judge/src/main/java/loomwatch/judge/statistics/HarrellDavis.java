package loomwatch.judge.statistics;

import java.util.Arrays;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * A quantile as a weighted mean of all order statistics (Harrell &amp; Davis, Biometrika 1982): Σ
 * wᵢx₍ᵢ₎ with wᵢ = I(i/n) − I((i − 1)/n), I being the distribution function of Beta((n + 1)q, (n +
 * 1)(1 − q)).
 *
 * <p>It varies less than one or two order statistics from few samples, such as a launch's slices.
 * Every sample has some weight, so unlike the median it follows a wild one, if faintly.
 */
public final class HarrellDavis {
  private HarrellDavis() {}

  /**
   * The q-quantile of the samples, in their unit; needs 1.
   *
   * @param samples in any order
   * @param q above 0 and below 1
   * @throws IllegalArgumentException when a sample is not finite, or q outside its range
   */
  public static Estimate<Double> quantile(double[] samples, double q) {
    if (!(q > 0 && q < 1)) {
      throw new IllegalArgumentException("q must be above 0 and below 1, was " + q);
    }
    int n = samples.length;
    if (n == 0) {
      return new Inconclusive<>(0, 1);
    }
    double[] sorted = Samples.finite("sample", samples).clone();
    Arrays.sort(sorted);
    BetaDistribution beta = BetaDistribution.of((n + 1) * q, (n + 1) * (1 - q));
    double before = 0;
    // Relative to the first sample, so that equal samples have exactly that quantile.
    double sum = 0;
    for (int i = 1; i <= n; i++) {
      double upTo = beta.cumulativeProbability((double) i / n);
      sum += (upTo - before) * (sorted[i - 1] - sorted[0]);
      before = upTo;
    }
    return new Known<>(sorted[0] + sum);
  }
}
