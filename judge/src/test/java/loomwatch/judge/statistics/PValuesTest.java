package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class PValuesTest {

  @Test
  void adjust_six_agreesWithStatsmodels() {
    // multipletests(p, method='holm')[1]; R's p.adjust gives the same
    assertThat(PValues.adjust(new double[] {0.01, 0.04, 0.03, 0.005, 0.2, 0.04}))
        .containsExactly(new double[] {0.05, 0.12, 0.12, 0.03, 0.2, 0.12}, within(1e-12));
  }

  @Test
  void adjust_reordered_isReordered() {
    forEachSeed(seed -> {
      double[] p = new Random(seed).doubles(5).toArray();
      double[] reversed = new double[5];
      for (int i = 0; i < 5; i++) {
        reversed[i] = p[4 - i];
      }
      double[] expected = PValues.adjust(p);
      double[] actual = PValues.adjust(reversed);
      for (int i = 0; i < 5; i++) {
        assertThat(actual[i]).isEqualTo(expected[4 - i]);
      }
    });
  }

  @Test
  void adjust_noChangeAnywhere_alarmsOnceAtMostInTheLevel() {
    Random random = new Random(3);
    int runs = 20_000;
    int alarms = 0;
    for (int run = 0; run < runs; run++) {
      for (double p : PValues.adjust(random.doubles(12).toArray())) {
        if (p <= 0.05) {
          alarms++;
          break;
        }
      }
    }
    // Twelve independent tests: 1 − (1 − .05/12)¹² = .0489; four standard errors are .0061.
    assertThat((double) alarms / runs).isCloseTo(0.0489, within(0.0061));
  }

  @Test
  void atTheEnds_areClosedForms() {
    assertThat(PValues.adjust(new double[0])).isEmpty();
    assertThat(PValues.adjust(new double[] {0.03})).containsExactly(0.03);
    assertThat(PValues.adjust(new double[] {0.9, 0.8})).containsExactly(1, 1);
    assertThat(known(PValues.uniformity(new double[] {1, 1, 1}))).isEqualTo(1);
    assertThat(known(PValues.uniformity(new double[] {0, 0, 0}))).isZero();
    assertThat(PValues.uniformity(new double[] {0.5})).isEqualTo(new Estimate.Inconclusive<>(1, 2));
  }

  @Test
  void any_notAProbability_isRefused() {
    double[] wrong = {0.5, 1.5};
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(() -> PValues.adjust(wrong), () -> PValues.uniformity(wrong))) {
      assertThatIllegalArgumentException()
          .isThrownBy(use)
          .withMessage("p[1] must be from 0 to 1, was 1.5");
    }
  }

  /** scipy.stats.kstest(p, 'uniform', alternative='greater', mode='exact'), the second of ties. */
  @Test
  void uniformity_ofSome_agreesWithScipy() {
    assertThat(known(PValues.uniformity(new double[] {0.3, 0.02, 0.8, 0.11, 0.35})))
        .isCloseTo(0.09700187499999993, within(1e-9));
    assertThat(known(PValues.uniformity(new double[] {0.125, 0.125, 0.25, 0.5, 0.5, 1})))
        .isCloseTo(0.2128772290809327, within(1e-9));
  }

  @Test
  void uniformity_testsOfUnchangedPairs_isRarelySmall() {
    Random random = new Random(3);
    int small = 0;
    for (int campaign = 0; campaign < 1_000; campaign++) {
      double[] p = new double[20];
      Arrays.setAll(p, i -> known(MeanInterval.of(normal(random, 7))).pOfMore());
      small += known(PValues.uniformity(p)) <= 0.05 ? 1 : 0;
    }
    // 1,000 × .05 and three standard errors of 6.9
    assertThat(small).isLessThanOrEqualTo(71);
  }

  @Test
  void uniformity_testThatAlarmsTwiceTooOften_isSmall() {
    Random random = new Random(3);
    double[] p = new double[60];
    Arrays.setAll(p, i -> random.nextDouble() / 2);

    assertThat(known(PValues.uniformity(p))).isLessThan(1e-6);
  }
}
