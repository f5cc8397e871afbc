package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import loomwatch.judge.statistics.SignFlip.Method;
import org.junit.jupiter.api.Test;

final class SignFlipTest {
  static final double[] TWENTY = {
    0.5, -1.2, 0.8, 1.9, -0.3, 0.7, 1.1, -0.9, 2.0, 0.4, -0.6, 1.3, 0.2, -1.5, 0.9, 1.0, -0.1, 0.6,
    1.4, -0.8
  };

  @Test
  void greater_allWorse_hasTheSmallestPossibleP() {
    assertThat(test(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7).p()).isEqualTo(1.0 / 128);
  }

  @Test
  void greater_allBetter_isCertain() {
    assertThat(test(-0.1, -0.2, -0.3).p()).isEqualTo(1);
  }

  @Test
  void greater_allZero_isCertain() {
    assertThat(test(0, 0, 0, 0).p()).isEqualTo(1);
  }

  @Test
  void greater_eight_agreesWithScipy() {
    // st.permutation_test((d,), np.mean, permutation_type='samples', alternative='greater')
    SignFlip test = test(0.021, -0.004, 0.013, 0.030, -0.011, 0.008, 0.017, 0.002);
    assertThat(test.p()).isEqualTo(0.05078125);
    assertThat(test.mean()).isCloseTo(0.0095, within(1e-15));
    assertThat(test.method()).isEqualTo(Method.ENUMERATED);
  }

  @Test
  void greater_withTies_agreesWithScipy() {
    assertThat(test(1, 1, 2, -1, 3, -2).p()).isEqualTo(0.265625);
  }

  @Test
  void greater_twenty_isDrawnAndNearTheFullCount() {
    // numpy, all 2²⁰ assignments: 0.059981; four standard errors of the draw are 0.0095.
    SignFlip test = test(TWENTY);
    assertThat(test.method()).isEqualTo(Method.DRAWN);
    assertThat(test.p()).isCloseTo(0.059981, within(0.0095));
  }

  @Test
  void greater_drawn_neverReachesZero() {
    double[] worse = new double[40];
    Arrays.fill(worse, 1);
    assertThat(test(worse).p()).isEqualTo(1e-4);
  }

  @Test
  void greater_sameSeed_givesTheSameP() {
    assertThat(test(TWENTY)).isEqualTo(test(TWENTY));
  }

  @Test
  void greater_scaledAndReordered_changesNothing() {
    forEachSeed(seed -> {
      double[] d = normal(new Random(seed), 9);
      double[] other = new double[9];
      for (int i = 0; i < 9; i++) {
        other[i] = 0.001 * d[8 - i];
      }
      assertThat(test(other).p()).isEqualTo(test(d).p());
    });
  }

  @Test
  void greater_mirrored_isTheOtherTail() {
    forEachSeed(seed -> {
      double[] d = normal(new Random(seed), 8);
      double[] mirrored = Arrays.stream(d).map(v -> -v).toArray();
      // Both tails count the observed assignment, and without ties nothing else twice.
      assertThat(test(d).p() + test(mirrored).p()).isEqualTo(1 + 1.0 / 256);
    });
  }

  @Test
  void greater_noChange_isSignificantNoMoreOftenThanTheLevel() {
    Random random = new Random(11);
    int runs = 4_000;
    int alarms = 0;
    for (int run = 0; run < runs; run++) {
      double[] heavyTailed = Arrays.stream(normal(random, 8)).map(v -> v * v * v).toArray();
      alarms += test(heavyTailed).p() <= 0.05 ? 1 : 0;
    }
    // The largest attainable p at or below .05 is 12/256 = .047; four standard errors are .013.
    assertThat((double) alarms / runs).isCloseTo(12.0 / 256, within(0.0134));
  }

  @Test
  void greater_fivePercentWorseAtTwoPercentNoise_isCaught() {
    forEachSeed(seed -> {
      double[] d = Arrays.stream(normal(new Random(seed), 10)).map(v -> 0.05 + 0.02 * v).toArray();
      assertThat(test(d).p()).isLessThanOrEqualTo(0.05);
    });
  }

  @Test
  void greater_nothing_saysHowManyAreNeeded() {
    assertThat(SignFlip.greater(new double[0], new Random(1)))
        .isEqualTo(new Estimate.Inconclusive<>(0, 1));
  }

  @Test
  void pairsNeeded_withHolm_agreesWithTheDesign() {
    assertThat(SignFlip.pairsNeeded(0.05 / 6)).isEqualTo(7);
    assertThat(SignFlip.pairsNeeded(0.01 / 12)).isEqualTo(11);
    assertThat(SignFlip.pairsNeeded(0.5)).isEqualTo(1);
  }

  @Test
  void pairsNeeded_zeroLevel_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SignFlip.pairsNeeded(0))
        .withMessage("level must be above 0 and at most 1, was 0.0");
  }

  private static SignFlip test(double... differences) {
    return known(SignFlip.greater(differences, new Random(42)));
  }
}
