package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import org.junit.jupiter.api.Test;

/** Expected values are numpy's and scipy's, by the formulas of the class. */
final class PairedDifferencesTest {
  private static final PairedDifferences WITH_TURNS =
      new PairedDifferences(List.of(of(1, 0.03, 0.01), of(2, 0.05, 0.02), of(4, 0.01, 0.015)));

  private static final PairedDifferences WITHOUT =
      new PairedDifferences(
          List.of(new Difference(1, 0.03), new Difference(2, 0.05), new Difference(4, 0.01)));

  @Test
  void ofTurns_eight_isTheirMedianWithItsError() {
    Difference difference =
        Difference.ofCycles(3, new double[] {.02, .05, .01, .04, .03, .06, -.01, .02});

    assertThat(difference.value()).isCloseTo(0.025, within(1e-15));
    assertThat(difference.standardError().orElseThrow()).isCloseTo(0.008211795115, within(1e-12));
    assertThat(Difference.ofCycles(3, new double[] {1, 2, 4}))
        .as("too few for an error")
        .isEqualTo(new Difference(3, 2, OptionalDouble.empty()));
  }

  @Test
  void mean_withTurns_isShrunkTowardsThem() {
    MeanInterval mean = known(WITH_TURNS.mean(0));

    assertThat(mean.degrees()).isEqualTo(14);
    assertThat(mean.standardDeviation()).isCloseTo(0.017484687178, within(1e-12));
    assertThat(mean.low()).isCloseTo(0.012219946082, within(1e-10));
    assertThat(mean.pOfMore()).isCloseTo(0.005049887722, within(1e-10));
  }

  @Test
  void mean_withoutTurns_isThePairedTTests() {
    assertThat(known(WITHOUT.mean(0)).pOfMore()).isCloseTo(0.060844967173, within(1e-10));
    assertThat(known(WITHOUT.mean(0))).isEqualTo(known(MeanInterval.of(WITHOUT.values())));
  }

  @Test
  void mean_ofThoseThatHappenToAgree_isAsNoisyAsIsAsked() {
    PairedDifferences alike =
        new PairedDifferences(List.of(new Difference(1, 0.5), new Difference(2, 0.5)));

    assertThat(known(alike.mean(0)).pOfMore()).isZero();
    assertThat(known(alike.mean(0.2)).standardDeviation()).isEqualTo(0.2);
  }

  /** With a prior that is right, at the level of three rounds that a tail of 2 % is beyond. */
  @Test
  void mean_ofUnchangedVariants_keepsTheLevel() {
    Random random = new Random(5);
    ErrorRate.assertBetween(
        0.02,
        0.03,
        () -> {
          // Turns explain a variance of 1, the launches a fifth more.
          double[] values = normal(random, 3);
          List<Difference> all =
              IntStream.range(0, 3).mapToObj(i -> of(i, Math.sqrt(1.2) * values[i], 1)).toList();
          return known(new PairedDifferences(all).mean(0)).pOfMore() <= 0.02;
        });
  }

  @Test
  void minusAndMean_ofOneRound_addTheirVariances() {
    assertThat(of(1, 0.5, 0.3).minus(of(1, 0.1, 0.4)).standardError().orElseThrow())
        .isCloseTo(0.5, within(1e-15));
    assertThat(of(1, 0.5, 0.3).minus(new Difference(1, 0.1)).standardError()).isEmpty();
    Difference mean = Difference.mean(List.of(of(1, 0.5, 0.3), of(1, 0.1, 0.4)));
    assertThat(mean.value()).isCloseTo(0.3, within(1e-15));
    assertThat(mean.standardError().orElseThrow()).isCloseTo(0.25, within(1e-15));
  }

  @Test
  void new_oneOrNaNOrARoundTwice_haveNoMean() {
    assertThat(new PairedDifferences(List.of(new Difference(1, 0.5))).mean(0))
        .isEqualTo(new Estimate.Inconclusive<>(1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedDifferences(List.of(new Difference(1, Double.NaN))));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new PairedDifferences(List.of(new Difference(1, 0.5), new Difference(1, 0.6))));
  }

  private static Difference of(int round, double value, double error) {
    return new Difference(round, value, OptionalDouble.of(error));
  }
}
