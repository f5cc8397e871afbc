package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.junit.jupiter.api.Test;

class TurnNoiseTest {
  /** Against how far medians of as many turns really are from one another. */
  @Test
  void standardError_ofManyDraws_isTheSpreadOfTheirMedians() {
    Random random = new Random(19);
    double[] medians = new double[4_000];
    double[] errors = new double[medians.length];
    for (int i = 0; i < medians.length; i++) {
      double[] turns = random.doubles(16).map(unused -> 0.1 * random.nextGaussian()).toArray();
      medians[i] = Median.withDefaults().evaluate(turns);
      errors[i] = TurnNoise.standardError(turns);
    }
    double spread = Math.sqrt(Arrays.stream(medians).map(each -> each * each).average().orElse(0));

    assertThat(Quantile.withDefaults().evaluate(errors, 0.5)).isCloseTo(spread, within(0.004));
  }

  @Test
  void standardError_oneTurnFarOff_hardlyGrows() {
    double[] turns = {0.01, -0.01, 0.02, -0.02, 0.01, -0.01, 0.02, -0.02, 0.01, -0.01};
    double before = TurnNoise.standardError(turns);
    turns[0] = 3;

    assertThat(TurnNoise.standardError(turns)).isCloseTo(before, within(0.3 * before));
  }

  @Test
  void standardError_tooFewTurns_isNone() {
    assertThat(TurnNoise.standardError(new double[] {1, 2, 3})).isZero();
  }
}
