package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LocationTest {
  // numpy: np.median(h)
  private static final double[] SKEWED = {1.1, 0.3, 2.9, -0.4, 7.5, 1.6};

  @Test
  void mean_ofEqualSamples_isExactlyThat() {
    assertThat(known(Location.mean(new double[] {0.1, 0.1, 0.1}))).isEqualTo(0.1);
  }

  @Test
  void median_ofOddCount_isTheMiddleSample() {
    assertThat(Location.medianOf(new double[] {9, 1, 4})).isEqualTo(4);
  }

  @Test
  void median_ofEvenCount_agreesWithNumpy() {
    assertThat(Location.medianOf(SKEWED)).isCloseTo(1.35, within(1e-12));
  }

  @Test
  void median_ofNothing_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Location.medianOf(new double[0]))
        .withMessage("samples must not be empty");
  }

  @Test
  void mean_ofNothing_saysHowManyAreNeeded() {
    assertThat(Location.mean(new double[0])).isEqualTo(new Estimate.Inconclusive<>(0, 1));
  }

  @Test
  void mean_ofNaN_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Location.mean(new double[] {1, Double.NaN}))
        .withMessage("sample[1] must be a finite number, was NaN");
  }
}
