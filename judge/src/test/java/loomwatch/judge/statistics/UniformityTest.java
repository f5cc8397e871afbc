package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UniformityTest {

  @Test
  void of_five_agreesWithScipy() {
    // scipy.stats.kstest([.02, .11, .3, .35, .8], 'uniform', alternative='greater', mode='exact')
    assertThat(known(Uniformity.of(new double[] {0.3, 0.02, 0.8, 0.11, 0.35})))
        .isCloseTo(0.09700187499999993, within(1e-9));
  }

  @Test
  void of_ties_agreesWithScipy() {
    // the same of [.125, .125, .25, .5, .5, 1]
    assertThat(known(Uniformity.of(new double[] {0.125, 0.125, 0.25, 0.5, 0.5, 1})))
        .isCloseTo(0.2128772290809327, within(1e-9));
  }

  @Test
  void of_theLargest_isNoEvidence() {
    assertThat(known(Uniformity.of(new double[] {1, 1, 1}))).isEqualTo(1);
  }

  @Test
  void of_zeros_isCertain() {
    assertThat(known(Uniformity.of(new double[] {0, 0, 0}))).isZero();
  }

  @Test
  void of_testsOfUnchangedPairs_isRarelySmall() {
    Random random = new Random(3);
    int small = 0;
    for (int campaign = 0; campaign < 1_000; campaign++) {
      double[] p = new double[20];
      Arrays.setAll(p, i -> known(MeanInterval.of(normal(random, 7))).pOfMore());
      small += known(Uniformity.of(p)) <= 0.05 ? 1 : 0;
    }
    // 1,000 × .05 and three standard errors of 6.9
    assertThat(small).isLessThanOrEqualTo(71);
  }

  @Test
  void of_testThatAlarmsTwiceTooOften_isSmall() {
    Random random = new Random(3);
    double[] p = new double[60];
    Arrays.setAll(p, i -> random.nextDouble() / 2);

    assertThat(known(Uniformity.of(p))).isLessThan(1e-6);
  }

  @Test
  void of_one_saysHowManyAreNeeded() {
    assertThat(Uniformity.of(new double[] {0.5})).isEqualTo(new Estimate.Inconclusive<>(1, 2));
  }

  @Test
  void of_noProbability_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Uniformity.of(new double[] {0.5, 1.5}))
        .withMessage("p[1] must be from 0 to 1, was 1.5");
  }
}
