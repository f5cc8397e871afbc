package loomwatch.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import loomwatch.judge.statistics.GrowthMaxT.Quantity;
import org.junit.jupiter.api.Test;

class GrowthMaxTTest {
  /** Of 70 ways to choose head's four of eight launches only the one seen is as extreme. */
  @Test
  void adjusted_ofOneQuantity_isThatOfItsPermutations() {
    double[] p = adjusted(1, new Quantity(0, of(1, 2, 3, 4), of(11, 12, 13, 14), 0.1));

    assertThat(p[0]).isEqualTo(1.0 / 70);
    double[] less = adjusted(1, new Quantity(0, of(11, 12, 13, 14), of(1, 2, 3, 4), 0.1));
    assertThat(less[0]).isEqualTo(1);
    double[] constant = adjusted(1, new Quantity(0, of(5, 5, 5, 5), of(5, 5, 5, 5), 0.1));
    assertThat(constant[0]).isEqualTo(1);
  }

  /** Without the floor it would be beyond every real change. */
  @Test
  void adjusted_tinyWithoutVariance_doesNotHideWhatGrew() {
    double[] p =
        adjusted(
            1,
            new Quantity(0, of(0, 0, 0, 0), of(1e-6, 1e-6, 1e-6, 1e-6), 1),
            new Quantity(0, of(100, 104, 98, 101), of(160, 150, 155, 158), 1));

    assertThat(p[1]).isLessThan(0.03);
  }

  @Test
  void adjusted_scaledAndShifted_isTheSame() {
    Quantity quantity = new Quantity(0, of(1, 5, 3, 4), of(2, 6, 7, 3), 0.1);
    Quantity other = new Quantity(0, of(1010, 1050, 1030, 1040), of(1020, 1060, 1070, 1030), 1);

    assertThat(adjusted(7, other)[0]).isCloseTo(adjusted(7, quantity)[0], within(1e-12));
    assertThat(adjusted(7, quantity)).as("same seed").isEqualTo(adjusted(7, quantity));
  }

  /** In both sets something vanished, as where a method was split. */
  @Test
  void adjusted_othersFell_doesNotHideWhatGrew() {
    double[] p =
        adjusted(
            1,
            new Quantity(0, of(1, 2, 3, 4), of(11, 12, 13, 14), 0.1),
            new Quantity(0, of(50, 51, 52, 53), of(0, 0, 0, 0), 0.1),
            new Quantity(1, of(50, 51, 52, 53), of(0, 0, 0, 0), 0.1));

    assertThat(p[0]).isEqualTo(1.0 / 70);
  }

  /** 70 × 70 × 70 ways are too many. */
  @Test
  void adjusted_threeSets_isNearlyTheSame() {
    double[] p =
        adjusted(
            1,
            new Quantity(0, of(1, 2, 3, 4), of(11, 12, 13, 14), 0.1),
            new Quantity(1, of(1, 2, 3, 4), of(2, 3, 1, 4), 0.1),
            new Quantity(2, of(1, 2, 3, 4), of(3, 2, 4, 1), 0.1));

    assertThat(p[0]).isCloseTo(1.0 / 70, within(0.01));
  }

  @Test
  void adjusted_nothingChanged_findsSomethingNoMoreOftenThanItsLevel() {
    int tries = 400;
    int alarms = 0;
    for (int seed = 0; seed < tries; seed++) {
      Random random = new Random(seed);
      double[] shared = new double[8];
      for (int i = 0; i < 8; i++) {
        shared[i] = random.nextGaussian();
      }
      List<Quantity> quantities = new ArrayList<>();
      for (int k = 0; k < 60; k++) {
        double[] values = new double[8];
        for (int i = 0; i < 8; i++) {
          values[i] = 100 + 5 * shared[i] + (k % 5) * random.nextGaussian();
        }
        quantities.add(
            new Quantity(
                0,
                of(values[0], values[1], values[2], values[3]),
                of(values[4], values[5], values[6], values[7]),
                0.5));
      }
      double[] p = GrowthMaxT.adjusted(quantities, new Random(seed));
      for (double each : p) {
        if (each <= 0.03) {
          alarms++;
          break;
        }
      }
    }
    // 0.03 of 400 is 12; 24 would come by chance once in a thousand times.
    assertThat(alarms).isLessThan(24);
  }

  private static double[] adjusted(long seed, Quantity... quantities) {
    return GrowthMaxT.adjusted(List.of(quantities), new Random(seed));
  }

  private static double[] of(double... values) {
    return values;
  }
}
