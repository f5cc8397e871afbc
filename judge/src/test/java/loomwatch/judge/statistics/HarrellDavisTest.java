package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HarrellDavisTest {
  private static final double[] SKEWED = {1.1, 0.3, 2.9, -0.4, 7.5, 1.6};

  @Test
  void quantile_five_agreesWithScipy() {
    // scipy.stats.mstats.hdquantiles([12.1, 11.4, 13.0, 12.7, 11.9], [.1, .5, .9])
    double[] x = {12.1, 11.4, 13.0, 12.7, 11.9};
    assertThat(quantile(x, 0.1)).isCloseTo(11.48803254038909, within(1e-9));
    assertThat(quantile(x, 0.5)).isCloseTo(12.215392, within(1e-9));
    assertThat(quantile(x, 0.9)).isCloseTo(12.934019437328072, within(1e-9));
  }

  @Test
  void quantile_skewed_agreesWithScipy() {
    // scipy.stats.mstats.hdquantiles([1.1, .3, 2.9, -.4, 7.5, 1.6], [.25, .5, .99])
    assertThat(quantile(SKEWED, 0.25)).isCloseTo(0.3251206321915949, within(1e-9));
    assertThat(quantile(SKEWED, 0.5)).isCloseTo(1.5424193950285419, within(1e-9));
    assertThat(quantile(SKEWED, 0.99)).isCloseTo(7.440999822351364, within(1e-9));
  }

  @Test
  void quantile_medianOfThree_hasTheClosedForm() {
    // Beta(2, 2): I(x) = 3x² − 2x³, so the weights are 7/27, 13/27, 7/27.
    assertThat(quantile(new double[] {9, 0, 3}, 0.5))
        .isCloseTo((13 * 3 + 7 * 9) / 27.0, within(1e-12));
  }

  @Test
  void quantile_ofEqualSamples_isExactlyThat() {
    assertThat(quantile(new double[] {0.1, 0.1, 0.1}, 0.7)).isEqualTo(0.1);
    assertThat(quantile(new double[] {7}, 0.99)).isEqualTo(7);
  }

  @Test
  void quantile_mirroredShiftedScaled_movesAlong() {
    forEachSeed(seed -> {
      double[] x = normal(new Random(seed), 9);
      double[] moved = Arrays.stream(x).map(v -> 7 - 2 * v).toArray();
      assertThat(quantile(moved, 0.8)).isCloseTo(7 - 2 * quantile(x, 0.2), within(1e-9));
    });
  }

  @Test
  void quantile_ofNormalSamples_variesLessThanTheMedian() {
    Random random = new Random(5);
    double ours = 0;
    double median = 0;
    for (int run = 0; run < 2_000; run++) {
      double[] x = normal(random, 10);
      ours += Math.pow(quantile(x, 0.5), 2);
      median += Math.pow(Location.medianOf(x), 2);
    }
    assertThat(ours).isLessThan(0.95 * median);
  }

  @Test
  void quantile_nothing_saysHowManyAreNeeded() {
    assertThat(HarrellDavis.quantile(new double[0], 0.5))
        .isEqualTo(new Estimate.Inconclusive<>(0, 1));
  }

  @Test
  void quantile_one_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HarrellDavis.quantile(SKEWED, 1))
        .withMessage("q must be above 0 and below 1, was 1.0");
  }

  private static double quantile(double[] samples, double q) {
    return known(HarrellDavis.quantile(samples, q));
  }
}
