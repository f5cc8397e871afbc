package loomwatch.judge.statistics;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How many of independent trials had some outcome, with the exact 90 % two-sided interval of its
 * chance (Clopper &amp; Pearson, Biometrika 1934): the quantiles .05 of Beta(k, n − k + 1) and .95
 * of Beta(k + 1, n − k). Each end is by itself a one-sided 95 % bound. No trial leaves everything
 * open: 0 to 1.
 *
 * @param count k, from 0 to {@code trials}
 * @param trials n, at least 0
 * @param low its lower bound, from 0 to 1
 * @param high its upper bound, from {@code low} to 1
 */
public record Proportion(int count, int trials, double low, double high) {
  private static final double TAIL = 1 - MeanInterval.ONE_SIDED_LEVEL;

  /**
   * The share of trials that had it.
   *
   * @throws IllegalArgumentException when {@code count} is not from 0 to {@code trials}
   */
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
   * How likely as many or more are, if each trial has the outcome with that chance: the exact upper
   * tail of the binomial distribution. 1 where {@code count} is 0.
   *
   * @param chance of one trial, from 0 to 1
   * @return from 0 to 1
   */
  public double chanceOfAsMany(double chance) {
    return count == 0 ? 1 : BinomialDistribution.of(trials, chance).survivalProbability(count - 1);
  }

  /**
   * How likely as few or fewer are, if each trial has the outcome with that chance: the exact lower
   * tail.
   *
   * @param chance of one trial, from 0 to 1
   * @return from 0 to 1
   */
  public double chanceOfAsFew(double chance) {
    return BinomialDistribution.of(trials, chance).cumulativeProbability(count);
  }
}
