package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class HolmTest {

  @Test
  void adjust_one_changesNothing() {
    assertThat(Holm.adjust(new double[] {0.03})).containsExactly(0.03);
  }

  @Test
  void adjust_none_isEmpty() {
    assertThat(Holm.adjust(new double[0])).isEmpty();
  }

  @Test
  void adjust_six_agreesWithStatsmodels() {
    // multipletests(p, method='holm')[1]; R's p.adjust gives the same
    assertThat(Holm.adjust(new double[] {0.01, 0.04, 0.03, 0.005, 0.2, 0.04}))
        .containsExactly(new double[] {0.05, 0.12, 0.12, 0.03, 0.2, 0.12}, within(1e-12));
  }

  @Test
  void adjust_largeP_stopsAtOne() {
    assertThat(Holm.adjust(new double[] {0.9, 0.8})).containsExactly(1, 1);
  }

  @Test
  void adjust_reordered_isReordered() {
    forEachSeed(seed -> {
      double[] p = new Random(seed).doubles(5).toArray();
      double[] reversed = new double[5];
      for (int i = 0; i < 5; i++) {
        reversed[i] = p[4 - i];
      }
      double[] expected = Holm.adjust(p);
      double[] actual = Holm.adjust(reversed);
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
      for (double p : Holm.adjust(random.doubles(12).toArray())) {
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
  void adjust_notAProbability_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holm.adjust(new double[] {0.5, 1.5}))
        .withMessage("p[1] must be from 0 to 1, was 1.5");
  }
}
