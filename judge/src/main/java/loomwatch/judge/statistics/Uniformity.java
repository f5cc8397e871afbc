package loomwatch.judge.statistics;

import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;

/**
 * Whether a test's p values are what they claim to be where nothing changed: uniform, or larger. A
 * test whose p values are too small alarms more often than its level says.
 *
 * <p>The one-sided one-sample Kolmogorov–Smirnov test against the uniform distribution, exact
 * (Smirnov 1939; Birnbaum &amp; Tingey, Ann. Math. Statist. 1951): D⁺, the largest excess of the
 * empirical distribution function over the diagonal. It keeps its level where p values lie on a
 * grid, as their distribution function never exceeds the diagonal there.
 */
public final class Uniformity {
  private static final KolmogorovSmirnovTest SMALLER_VALUES =
      KolmogorovSmirnovTest.withDefaults().with(AlternativeHypothesis.GREATER_THAN);

  private Uniformity() {}

  /**
   * The chance of p values as small as these, if they were uniform; needs 2.
   *
   * @param p each from 0 to 1
   * @throws IllegalArgumentException when one is not
   */
  public static Estimate<Double> of(double[] p) {
    for (int i = 0; i < p.length; i++) {
      if (!(p[i] >= 0 && p[i] <= 1)) {
        throw new IllegalArgumentException("p[" + i + "] must be from 0 to 1, was " + p[i]);
      }
    }
    return p.length < 2
        ? new Inconclusive<>(p.length, 2)
        : new Known<>(SMALLER_VALUES.test(p, x -> x).getPValue());
  }
}
