package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

final class SmallestEffectTest {

  @Test
  void of_tenAndTwentyPairs_agreesWithTheDesign() {
    // statistics: at α = .01, 1.33 s for n = 10 and .86 s for n = 20
    assertThat(known(SmallestEffect.of(1, 10, 0.01))).isCloseTo(1.33, within(0.005));
    assertThat(known(SmallestEffect.of(1, 20, 0.01))).isCloseTo(0.86, within(0.005));
  }

  @Test
  void of_sixPairs_agreesWithScipy() {
    // (t.ppf(.98, 5) + t.ppf(.9, 5)) / 6**.5
    assertThat(known(SmallestEffect.of(0.02, 6, 0.02))).isCloseTo(0.02 * 1.7279, within(1e-6));
  }

  @Test
  void of_twoPairs_hasTheClosedFormOfOneDegreeOfFreedom() {
    // With one degree of freedom t is Cauchy: t(q) = tan((q − ½)π).
    double errors = Math.tan(0.45 * Math.PI) + Math.tan(0.4 * Math.PI);
    assertThat(known(SmallestEffect.of(3, 2, 0.05)))
        .isCloseTo(3 * errors / Math.sqrt(2), within(1e-9));
  }

  @Test
  void of_noSpread_isNothing() {
    assertThat(known(SmallestEffect.of(0, 5, 0.05))).isEqualTo(0);
  }

  @Test
  void of_thatEffect_isFoundByATTestAsOftenAsStated() {
    // scipy: nct.sf(t.ppf(.99, 9), 9, 10**.5 * 1.32956) = .8884; four standard errors are .0126.
    int n = 10;
    double effect = known(SmallestEffect.of(1, n, 0.01));
    double critical = TDistribution.of(n - 1).inverseSurvivalProbability(0.01);
    Random random = new Random(17);
    int runs = 10_000;
    int found = 0;
    for (int run = 0; run < runs; run++) {
      double[] d = normal(random, n);
      double t = (effect + Location.meanOf(d)) / (Spread.deviationOf(d) / Math.sqrt(n));
      found += t >= critical ? 1 : 0;
    }
    assertThat((double) found / runs).isCloseTo(0.8884, within(0.0126));
  }

  @Test
  void of_one_saysHowManyAreNeeded() {
    assertThat(SmallestEffect.of(1, 1, 0.05)).isEqualTo(new Estimate.Inconclusive<>(1, 2));
  }

  @Test
  void of_negativeSpread_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallestEffect.of(-1, 5, 0.05))
        .withMessage("standardDeviation must be a finite number of at least 0, was -1.0");
  }

  @Test
  void of_levelOne_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallestEffect.of(1, 5, 1))
        .withMessage("level must be above 0 and below 1, was 1.0");
  }
}
