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
import org.junit.jupiter.api.Test;

final class SampleStatisticsTest {
  // numpy: np.median(h)
  private static final double[] SKEWED = {1.1, 0.3, 2.9, -0.4, 7.5, 1.6};

  @Test
  void median_ofAnyCount_agreesWithNumpy() {
    assertThat(SampleStatistics.medianOf(new double[] {9, 1, 4})).isEqualTo(4);
    assertThat(SampleStatistics.medianOf(SKEWED)).isCloseTo(1.35, within(1e-12));
  }

  @Test
  void any_ofNothing_saysHowManyAreNeeded() {
    double[] none = {};
    assertThat(SampleStatistics.mean(none)).isEqualTo(new Estimate.Inconclusive<>(0, 1));
    assertThat(SampleStatistics.quantile(none, 0.5)).isEqualTo(new Estimate.Inconclusive<>(0, 1));
    assertThat(SampleStatistics.pooledDeviation(List.of(new double[] {1}, new double[] {2})))
        .isEqualTo(new Estimate.Inconclusive<>(1, 2));
  }

  @Test
  void pooled_groups_weighsThemByTheirFreedom() {
    // np.std([12.1,11.4,13.0,12.7,11.9], ddof=1)
    assertThat(known(pooled(new double[] {12.1, 11.4, 13.0, 12.7, 11.9})))
        .isCloseTo(0.637965516309463, within(1e-14));
    assertThat(known(pooled(new double[] {1e9 + 1, 1e9 + 2, 1e9 + 3}))).isCloseTo(1, within(1e-9));
    // s² = 1 with 2 degrees of freedom and 8 with 1: (2 × 1 + 1 × 8)/3
    List<double[]> groups = List.of(new double[] {4, 5, 6}, new double[] {100, 104});
    assertThat(known(SampleStatistics.pooledDeviation(groups)))
        .isCloseTo(Math.sqrt(10.0 / 3), within(1e-12));
  }

  @Test
  void pooled_one_saysHowManyAreNeeded() {
    Estimate<Double> one = pooled(new double[] {7});
    assertThat(one).isEqualTo(new Estimate.Inconclusive<>(1, 2));
    Estimate.Inconclusive<Double> few = (Estimate.Inconclusive<Double>) one;
    assertThat(few.reason()).isEqualTo("1 sample is too few");
  }

  private static Estimate<Double> pooled(double[] group) {
    return SampleStatistics.pooledDeviation(List.of(group));
  }

  /** scipy.stats.mstats.hdquantiles, and a closed form. */
  @Test
  void quantile_ofSome_agreesWithScipy() {
    double[] x = {12.1, 11.4, 13.0, 12.7, 11.9};
    assertThat(quantile(x, 0.1)).isCloseTo(11.48803254038909, within(1e-9));
    assertThat(quantile(x, 0.5)).isCloseTo(12.215392, within(1e-9));
    assertThat(quantile(x, 0.9)).isCloseTo(12.934019437328072, within(1e-9));
    assertThat(quantile(SKEWED, 0.25)).isCloseTo(0.3251206321915949, within(1e-9));
    assertThat(quantile(SKEWED, 0.5)).isCloseTo(1.5424193950285419, within(1e-9));
    assertThat(quantile(SKEWED, 0.99)).isCloseTo(7.440999822351364, within(1e-9));
    // Beta(2, 2): I(x) = 3x² − 2x³, so the weights are 7/27, 13/27, 7/27.
    assertThat(quantile(new double[] {9, 0, 3}, 0.5))
        .isCloseTo((13 * 3 + 7 * 9) / 27.0, within(1e-12));
  }

  @Test
  void any_ofEqualSamples_isExactlyThat() {
    assertThat(known(SampleStatistics.mean(new double[] {0.1, 0.1, 0.1}))).isEqualTo(0.1);
    assertThat(quantile(new double[] {0.1, 0.1, 0.1}, 0.7)).isEqualTo(0.1);
    assertThat(quantile(new double[] {7}, 0.99)).isEqualTo(7);
  }

  @Test
  void any_ofWhatIsNoSample_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleStatistics.mean(new double[] {1, Double.NaN}))
        .withMessage("sample[1] must be a finite number, was NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quantile(SKEWED, 1))
        .withMessage("q must be above 0 and below 1, was 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleStatistics.medianOf(new double[0]))
        .withMessage("samples must not be empty");
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
      median += Math.pow(SampleStatistics.medianOf(x), 2);
    }
    assertThat(ours).isLessThan(0.95 * median);
  }

  private static double quantile(double[] samples, double q) {
    return known(SampleStatistics.quantile(samples, q));
  }
}
