package loomwatch.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/**
 * Wald's sequential probability ratio test of an error rate: simulates only until the bound is
 * established, which is soon where the rate is far from it. Source: A. Wald, Sequential Tests of
 * Statistical Hypotheses, 1945.
 */
public final class ErrorRate {
  /** Of either wrong conclusion, were seeds not fixed. */
  private static final double RISK = 0.05;

  private static final double DECIDED = Math.log((1 - RISK) / RISK);

  private ErrorRate() {}

  /** Requires that errors are no more frequent than that, against half as many again or more. */
  public static void assertAtMost(double atMost, BooleanSupplier error) {
    assertBetween(atMost, 1.5 * atMost, error);
  }

  /** Requires a rate of {@code good}, or beyond it, against one of {@code bad}, or beyond it. */
  public static void assertBetween(double good, double bad, BooleanSupplier error) {
    double ifError = Math.log(bad / good);
    double otherwise = Math.log((1 - bad) / (1 - good));
    double ratio = 0;
    int errors = 0;
    int trials = 0;
    while (Math.abs(ratio) < DECIDED) {
      boolean wrong = error.getAsBoolean();
      ratio += wrong ? ifError : otherwise;
      errors += wrong ? 1 : 0;
      trials++;
    }
    assertThat(ratio)
        .as("%d errors in %d simulations; %s is right, %s is wrong", errors, trials, good, bad)
        .isNegative();
  }
}
