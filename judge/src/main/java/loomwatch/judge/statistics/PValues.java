package loomwatch.judge.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;

/** Several p values of one kind of test, each from 0 to 1. */
public final class PValues {
  private static final KolmogorovSmirnovTest SMALLER_VALUES =
      KolmogorovSmirnovTest.withDefaults().with(AlternativeHypothesis.GREATER_THAN);

  private PValues() {}

  /**
   * Adjusts by Holm's step-down method (Scand. J. Statist. 1979), in the order given: with p₍₁₎ ≤ …
   * ≤ p₍K₎, max over j ≤ i of min(1, (K − j + 1)·p₍ⱼ₎). Comparing adjusted values with α keeps the
   * probability of even one false positive at most α under any dependence.
   */
  public static double[] adjust(double[] p) {
    requireProbabilities(p);
    int[] ascending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int rank = 0; rank < ascending.length; rank++) {
      int i = ascending[rank];
      largest = Math.max(largest, Math.min(1, (p.length - rank) * p[i]));
      adjusted[i] = largest;
    }
    return adjusted;
  }

  /**
   * Returns the probability of p values this small if nothing changed and the test keeps its level;
   * needs 2. A test whose p values are too small has more false positives than its level.
   *
   * <p>This is the exact one-sided one-sample Kolmogorov–Smirnov test against the uniform
   * distribution (Smirnov 1939; Birnbaum &amp; Tingey, Ann. Math. Statist. 1951): D⁺ is the largest
   * excess of the empirical distribution function over the diagonal. It keeps its level for p
   * values on a grid, because their distribution function never exceeds the diagonal.
   */
  public static Estimate<Double> uniformity(double[] p) {
    requireProbabilities(p);
    return p.length < 2
        ? new Inconclusive<>(p.length, 2)
        : new Known<>(SMALLER_VALUES.test(p, x -> x).getPValue());
  }

  private static void requireProbabilities(double[] p) {
    for (int i = 0; i < p.length; i++) {
      if (!(p[i] >= 0 && p[i] <= 1)) {
        throw new IllegalArgumentException("p[" + i + "] must be from 0 to 1, was " + p[i]);
      }
    }
  }
}
