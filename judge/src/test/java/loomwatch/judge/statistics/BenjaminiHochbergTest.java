package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BenjaminiHochbergTest {

  @Test
  void adjust_one_changesNothing() {
    assertThat(BenjaminiHochberg.adjust(new double[] {0.03}, 1)).containsExactly(0.03);
  }

  @Test
  void adjust_none_isEmpty() {
    assertThat(BenjaminiHochberg.adjust(new double[0], 60)).isEmpty();
  }

  @Test
  void adjust_six_agreesWithR() {
    // p.adjust(c(.01,.04,.03,.005,.2,.04), "BH") of R gives .03 .048 .048 .03 .2 .048
    assertThat(BenjaminiHochberg.adjust(new double[] {0.01, 0.04, 0.03, 0.005, 0.2, 0.04}, 6))
        .containsExactly(new double[] {0.03, 0.048, 0.048, 0.03, 0.2, 0.048}, within(1e-12));
  }

  @Test
  void adjust_moreTestsThanCandidates_isAsIfTheOthersWereCertainlyNothing() {
    assertThat(BenjaminiHochberg.adjust(new double[] {0.001, 0.004}, 10))
        .containsExactly(new double[] {0.01, 0.02}, within(1e-12));
  }

  @Test
  void adjust_reordered_isReordered() {
    forEachSeed(seed -> {
      double[] p = new Random(seed).doubles(6).toArray();
      double[] reversed = new double[6];
      Arrays.setAll(reversed, i -> p[5 - i]);
      double[] expected = BenjaminiHochberg.adjust(p, 6);
      double[] actual = BenjaminiHochberg.adjust(reversed, 6);
      for (int i = 0; i < 6; i++) {
        assertThat(actual[i]).isEqualTo(expected[5 - i]);
      }
    });
  }

  @Test
  void adjust_nothingChangedAnywhere_findsAnythingInAtMostTheShare() {
    Random random = new Random(5);
    int runs = 20_000;
    int findings = 0;
    for (int run = 0; run < runs; run++) {
      double[] q = BenjaminiHochberg.adjust(random.doubles(20).toArray(), 20);
      findings += Arrays.stream(q).anyMatch(each -> each <= 0.05) ? 1 : 0;
    }
    // With independent p values exactly q; four standard errors of 20,000 runs are .0062.
    assertThat((double) findings / runs).isCloseTo(0.05, within(0.0062));
  }

  @Test
  void adjust_notAProbability_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BenjaminiHochberg.adjust(new double[] {0.5, Double.NaN}, 2))
        .withMessage("p[1] must be from 0 to 1, was NaN");
  }

  @Test
  void adjust_fewerTestsThanCandidates_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BenjaminiHochberg.adjust(new double[] {0.5, 0.6}, 1))
        .withMessage("tests must be at least 2, one for each p value, was 1");
  }
}
