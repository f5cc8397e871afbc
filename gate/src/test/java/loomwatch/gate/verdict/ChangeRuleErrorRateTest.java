package loomwatch.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import loomwatch.gate.statistics.MeanInterval;
import loomwatch.results.Comparison.Look;
import org.junit.jupiter.api.Test;

/** How often a change of just the tolerance passes, over both looks. */
class ChangeRuleErrorRateTest {
  private static final double TOLERANCE = 0.05;
  private static final int COMPARISONS = 5_000;

  @Test
  void judge_changeOfTheTolerance_passesAtNeitherLookMoreOftenThanTheLevel() {
    Random random = new Random(5);
    int passed = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      double[] differences =
          IntStream.range(0, 12)
              .mapToDouble(pair -> Math.log1p(TOLERANCE) + random.nextGaussian() / 100)
              .toArray();
      boolean either =
          passes(new Look(6, 0.02), Arrays.copyOf(differences, 6))
              || passes(new Look(12, 0.03), differences);
      passed += either ? 1 : 0;
    }
    // Three standard errors above .05; 95 % bounds at both looks would give .082.
    assertThat((double) passed / COMPARISONS).isBetween(0.03, 0.0592);
  }

  private static boolean passes(Look look, double[] differences) {
    return new ChangeRule(look, TOLERANCE).judge(MeanInterval.of(differences), 1, 1).outcome()
        == Outcome.PASS;
  }
}
