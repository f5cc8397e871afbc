package loomwatch.gate.statistics;

import static loomwatch.gate.statistics.Seeds.forEachSeed;
import static loomwatch.gate.statistics.Seeds.known;
import static loomwatch.gate.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LocationTest {
  // numpy: np.median([(h[i]+h[j])/2 for i<=j]), np.median(h)
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
  void hodgesLehmann_ofThree_isTheMedianOfSixAverages() {
    // 1 1.5 2 5.5 6 10
    assertThat(known(Location.hodgesLehmann(new double[] {1, 2, 10}))).isEqualTo(3.75);
  }

  @Test
  void hodgesLehmann_ofSkewedSamples_agreesWithNumpy() {
    assertThat(known(Location.hodgesLehmann(SKEWED))).isCloseTo(1.6, within(1e-12));
  }

  @Test
  void hodgesLehmann_ofMirroredSamples_isMirrored() {
    forEachSeed(seed -> {
      double[] x = normal(new Random(seed), 7);
      double[] mirrored = Arrays.stream(x).map(v -> -v).toArray();
      assertThat(known(Location.hodgesLehmann(mirrored)))
          .isCloseTo(-known(Location.hodgesLehmann(x)), within(1e-12));
    });
  }

  @Test
  void hodgesLehmann_ofShiftedAndScaledSamples_movesAlong() {
    forEachSeed(seed -> {
      double[] x = normal(new Random(seed), 8);
      double[] moved = Arrays.stream(x).map(v -> 3 * v + 100).toArray();
      assertThat(known(Location.hodgesLehmann(moved)))
          .isCloseTo(3 * known(Location.hodgesLehmann(x)) + 100, within(1e-10));
    });
  }

  @Test
  void hodgesLehmann_withAWildSample_staysWithTheOthers() {
    assertThat(known(Location.hodgesLehmann(new double[] {1, 1.1, 0.9, 1, 1.05, 1e9})))
        .isBetween(0.9, 1.1);
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
