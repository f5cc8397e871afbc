package loomwatch.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

final class ProportionTest {

  @Test
  void of_someOfThirty_agreesWithScipy() {
    // scipy.stats.binomtest(k, 30).proportion_ci(confidence_level=.9, method='exact')
    assertThat(Proportion.of(1, 30).low()).isCloseTo(0.0017083156444657394, within(1e-9));
    assertThat(Proportion.of(1, 30).high()).isCloseTo(0.14859606865911362, within(1e-9));
    assertThat(Proportion.of(19, 20).low()).isCloseTo(0.7838938357931302, within(1e-9));
    assertThat(Proportion.of(19, 20).high()).isCloseTo(0.9974386212234697, within(1e-9));
  }

  @Test
  void of_noneOrNoTrial_hasTheClosedForm() {
    Proportion none = Proportion.of(0, 30);

    assertThat(none.low()).isZero();
    assertThat(none.high()).isCloseTo(1 - Math.pow(0.05, 1.0 / 30), within(1e-12));
    assertThat(Proportion.of(0, 0)).isEqualTo(new Proportion(0, 0, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Proportion.of(4, 3))
        .withMessage("count must be from 0 to trials (3), was 4");
  }

  @Test
  void of_theOthers_isTheMirrorImage() {
    for (int count = 0; count <= 12; count++) {
      Proportion some = Proportion.of(count, 12);
      Proportion others = Proportion.of(12 - count, 12);
      assertThat(some.low()).as("%d of 12", count).isCloseTo(1 - others.high(), within(1e-9));
    }
  }

  /** Exactly, by the binomial distribution: each end leaves the truth out in at most 5 %. */
  @Test
  void of_anyChance_coversAtLeastAsStated() {
    for (int percent = 1; percent < 100; percent++) {
      double chance = percent / 100.0;
      BinomialDistribution counts = BinomialDistribution.of(20, chance);
      double below = 0;
      double above = 0;
      for (int count = 0; count <= 20; count++) {
        Proportion share = Proportion.of(count, 20);
        below += share.high() < chance ? counts.probability(count) : 0;
        above += share.low() > chance ? counts.probability(count) : 0;
      }
      assertThat(below).as("upper end at %d %%", percent).isLessThanOrEqualTo(0.05);
      assertThat(above).as("lower end at %d %%", percent).isLessThanOrEqualTo(0.05);
    }
  }
}
