package loomwatch.judge.statistics;

import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;

/**
 * The one-sided sign-flip permutation test of paired differences: could a mean this large have come
 * from differences that are as likely negative as positive?
 *
 * <p>T = mean(d); p is the share of the sign assignments ε whose mean(ε·d) is at least T. It
 * assumes only that a pair's difference is symmetric about 0 when nothing changed, which a balanced
 * random order within blocks provides. Up to {@link #MOST_ENUMERATED} pairs every assignment is
 * counted; beyond, {@link #DRAWS} random ones with p = (1 + #)/(1 + draws), which never understates
 * (Phipson &amp; Smyth, Stat. Appl. Genet. Mol. Biol. 2010).
 *
 * @param mean of the differences
 * @param p the chance of so large a mean under no change; from 2⁻ⁿ, or 1/(1 + draws), to 1
 * @param method how p was found
 */
public record SignFlip(double mean, double p, Method method) {
  /** 2¹⁶ assignments take about a millisecond. */
  public static final int MOST_ENUMERATED = 16;

  /** Random assignments beyond that; the smallest p is then 1e-4. */
  public static final int DRAWS = 9_999;

  /** Sums of the same numbers in another order differ by rounding: that much is still a tie. */
  static final double TIE = 1e-12;

  /** How p was found. */
  public enum Method {
    /** Every assignment was counted. */
    ENUMERATED,
    /** A random draw of assignments was counted. */
    DRAWN
  }

  /**
   * Tests whether the differences are larger than 0; needs 1.
   *
   * @param differences one for each pair, positive = worse
   * @param random used beyond {@link #MOST_ENUMERATED} pairs only; its seed belongs in the record
   * @throws IllegalArgumentException when a difference is not finite
   */
  public static Estimate<SignFlip> greater(double[] differences, RandomGenerator random) {
    Samples.finite("difference", differences);
    int n = differences.length;
    if (n == 0) {
      return new Inconclusive<>(0, 1);
    }
    return new Known<>(of(differences, new SignAssignments(n, random)));
  }

  /**
   * The fewest pairs whose smallest possible p is at most {@code level}: n ≥ log₂(1/level), of one
   * metric or, with {@link StepDownMaxT}, of many.
   *
   * @param level above 0, at most 1
   */
  public static int pairsNeeded(double level) {
    if (!(level > 0 && level <= 1)) {
      throw new IllegalArgumentException("level must be above 0 and at most 1, was " + level);
    }
    // By the binary exponent: a quotient of logarithms errs at powers of two, 2⁻²⁹ the first.
    return Math.max(1, -Math.getExponent(level));
  }

  private static SignFlip of(double[] differences, SignAssignments assignments) {
    double size = DoubleStream.of(differences).map(Math::abs).sum();
    double atLeast = DoubleStream.of(differences).sum() - TIE * size;
    int[] count = {0};
    assignments.forEach(signs -> count[0] += sum(signs, differences) >= atLeast ? 1 : 0);
    return new SignFlip(
        Location.meanOf(differences),
        (double) count[0] / assignments.count(),
        assignments.method());
  }

  private static double sum(double[] signs, double[] differences) {
    double sum = 0;
    for (int i = 0; i < differences.length; i++) {
      sum += signs[i] * differences[i];
    }
    return sum;
  }
}
