package loomwatch.judge.statistics;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The number of independent trials with some outcome, with the exact 90 % two-sided interval of its
 * probability (Clopper &amp; Pearson, Biometrika 1934): the quantiles .05 of Beta(k, n − k + 1) and
 * .95 of Beta(k + 1, n − k). Each end is a one-sided 95 % bound; without trials the interval is 0
 * to 1.
 *
 * @param count k, from 0 to {@code trials}
 * @param trials n, at least 0
 * @param low lower bound, from 0 to 1
 * @param high upper bound, from {@code low} to 1
 */
public record Proportion(int count, int trials, double low, double high) {
  private static final double TAIL = 1 - MeanInterval.ONE_SIDED_LEVEL;

  public static Proportion of(int count, int trials) {
    if (count < 0 || count > trials) {
      throw new IllegalArgumentException(
          "count must be from 0 to trials (" + trials + "), was " + count);
    }
    double low =
        count == 0
            ? 0
            : BetaDistribution.of(count, trials - count + 1.0).inverseCumulativeProbability(TAIL);
    double high =
        count == trials
            ? 1
            : BetaDistribution.of(count + 1.0, trials - count).inverseSurvivalProbability(TAIL);
    return new Proportion(count, trials, low, high);
  }

  /**
   * Returns the probability of this count or a larger one if each trial has that chance, from 0 to
   * 1: the exact upper tail of the binomial distribution.
   */
  public double chanceOfAsMany(double chance) {
    return count == 0 ? 1 : BinomialDistribution.of(trials, chance).survivalProbability(count - 1);
  }

  /**
   * Returns the probability of this count or a smaller one if each trial has that chance, from 0 to
   * 1: the exact lower tail.
   */
  public double chanceOfAsFew(double chance) {
    return BinomialDistribution.of(trials, chance).cumulativeProbability(count);
  }
}
