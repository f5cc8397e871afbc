package loomwatch.judge.statistics;

import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The smallest effect a one-sided paired test would have found with 90 % power (MDE): (t₍1−α,n−1₎ +
 * t₍.9,n−1₎)·s/√n (Bloom, Evaluation Review 1995).
 *
 * <p>Both terms are Student's, where the second should be the noncentral t's: the t test's power at
 * this effect is really .871 (n = 6, α = .01) to .908 (n = 6, α = .05), and nearer .90 for larger
 * n.
 */
public final class SmallestEffect {
  /** The chance of finding an effect of that size. */
  public static final double POWER = 0.90;

  private SmallestEffect() {}

  /**
   * The smallest effect, in the unit of the differences: a logarithm x when they are log ratios,
   * which is 100(eˣ − 1) %. Needs 2 pairs.
   *
   * @param standardDeviation s of the differences, at least 0
   * @param pairs n
   * @param level α that this metric is tested at, above 0 and below 1
   * @throws IllegalArgumentException when {@code standardDeviation} or {@code level} is outside its
   *     range
   */
  public static Estimate<Double> of(double standardDeviation, int pairs, double level) {
    if (!(standardDeviation >= 0 && Double.isFinite(standardDeviation))) {
      throw new IllegalArgumentException(
          "standardDeviation must be a finite number of at least 0, was " + standardDeviation);
    }
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level must be above 0 and below 1, was " + level);
    }
    if (pairs < 2) {
      return new Inconclusive<>(pairs, 2);
    }
    TDistribution t = TDistribution.of(pairs - 1);
    double errors = t.inverseSurvivalProbability(level) + t.inverseCumulativeProbability(POWER);
    return new Known<>(errors * standardDeviation / Math.sqrt(pairs));
  }
}
