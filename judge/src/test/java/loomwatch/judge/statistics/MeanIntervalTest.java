package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MeanIntervalTest {

  @Test
  void of_twoSamples_hasTheClosedFormOfOneDegreeOfFreedom() {
    // With one degree of freedom t is Cauchy: t(.95) = tan(.45 π); s/√2 is half the distance.
    MeanInterval interval = known(MeanInterval.of(new double[] {10, 12}));
    double half = Math.tan(0.45 * Math.PI);
    assertThat(interval.mean()).isEqualTo(11);
    assertThat(interval.low()).isCloseTo(11 - half, within(1e-9));
    assertThat(interval.high()).isCloseTo(11 + half, within(1e-9));
    assertThat(interval.samples()).isEqualTo(2);
  }

  @Test
  void of_five_agreesWithScipy() {
    // st.t.interval(0.90, 4, loc=x.mean(), scale=st.sem(x))
    MeanInterval interval = known(MeanInterval.of(new double[] {12.1, 11.4, 13.0, 12.7, 11.9}));
    assertThat(interval.mean()).isCloseTo(12.22, within(1e-12));
    assertThat(interval.low()).isCloseTo(11.611769503692704, within(1e-9));
    assertThat(interval.high()).isCloseTo(12.828230496307297, within(1e-9));
    assertThat(interval.standardDeviation()).isCloseTo(0.637965516309463, within(1e-12));
    assertThat(interval.upper(MeanInterval.ONE_SIDED_LEVEL)).isEqualTo(interval.high());
    // 12.22 + t.ppf(.98, 4) * .637965516309463 / 5**.5
    assertThat(interval.upper(0.98)).isCloseTo(12.22 + 2.998528 * 0.2853068, within(1e-5));
  }

  @Test
  void of_anySamples_isWhereTheOneSidedTTestGivesFivePercent() {
    forEachSeed(seed -> {
      double[] x = normal(new Random(seed), 6);
      MeanInterval interval = known(MeanInterval.of(x));
      TTest greater = TTest.withDefaults().with(AlternativeHypothesis.GREATER_THAN);
      assertThat(greater.withMu(interval.low()).test(x).getPValue()).isCloseTo(0.05, within(1e-9));
    });
  }

  /**
   * Of half a sigma: t.ppf(.95, n-1)/sqrt(n); with twelve degrees more, t.ppf(.95, n+11)/sqrt(n).
   */
  @ParameterizedTest
  @CsvSource({"2, 4, 1, 13", "2, 16, 1, 12", "0, 4, 1e-9, 2", "1, 4, 0,"})
  void samplesToSeparate_agreesWithScipy(
      double deviation, int degrees, double distance, @Nullable Integer samples) {
    OptionalInt needed =
        MeanInterval.of(0, deviation, 5, degrees).samplesToSeparate(distance, 0.95);

    assertThat(needed.stream().boxed()).isEqualTo(samples == null ? List.of() : List.of(samples));
  }

  @Test
  void of_equalSamples_isAPoint() {
    assertThat(known(MeanInterval.of(new double[] {0.1, 0.1, 0.1})))
        .isEqualTo(new MeanInterval(0.1, 0.1, 0.1, 0, 3, 2));
  }

  @Test
  void of_mirroredShiftedScaledSamples_movesAlong() {
    forEachSeed(seed -> {
      double[] x = normal(new Random(seed), 5);
      MeanInterval plain = known(MeanInterval.of(x));
      MeanInterval moved = known(MeanInterval.of(Arrays.stream(x).map(v -> 7 - 2 * v).toArray()));
      assertThat(moved.low()).isCloseTo(7 - 2 * plain.high(), within(1e-10));
      assertThat(moved.high()).isCloseTo(7 - 2 * plain.low(), within(1e-10));
    });
  }

  @Test
  void of_normalSamples_eachBoundMissesInFivePercent() {
    Random random = new Random(20_260_101);
    int runs = 20_000;
    int below = 0;
    int above = 0;
    for (int run = 0; run < runs; run++) {
      MeanInterval interval = known(MeanInterval.of(normal(random, 4)));
      below += interval.high() < 0 ? 1 : 0;
      above += interval.low() > 0 ? 1 : 0;
    }
    // Four standard errors of a 5 % share in 20,000 are 0.6 %.
    assertThat((double) below / runs).isCloseTo(0.05, within(0.0062));
    assertThat((double) above / runs).isCloseTo(0.05, within(0.0062));
  }

  @Test
  void of_oneOrInfinity_isNoInterval() {
    assertThat(MeanInterval.of(new double[] {1})).isEqualTo(new Estimate.Inconclusive<>(1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeanInterval.of(new double[] {Double.POSITIVE_INFINITY, 1}))
        .withMessage("sample[0] must be a finite number, was Infinity");
  }

  @Test
  void ofDifference_anySamples_isWhereTheOneSidedTTestGivesFivePercent() {
    TTest greater =
        TTest.withDefaults()
            .with(DataDispersion.HOMOSCEDASTIC)
            .with(AlternativeHypothesis.GREATER_THAN);
    forEachSeed(seed -> {
      Random random = new Random(seed);
      double[] first = normal(random, 2 + random.nextInt(20));
      double[] second = normal(random, 2 + random.nextInt(20));
      MeanInterval.Ends ends = MeanInterval.ofDifference(first, second);
      assertThat(greater.withMu(ends.low()).test(second, first).getPValue())
          .isCloseTo(0.05, within(1e-9));
      assertThat(greater.withMu(-ends.high()).test(first, second).getPValue())
          .isCloseTo(0.05, within(1e-9));
    });
  }

  @Test
  void ofDifference_tooFewOrAllEqual_tellsNothing() {
    MeanInterval.Ends open =
        new MeanInterval.Ends(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    double[] one = {1};
    assertThat(MeanInterval.ofDifference(one, one)).isEqualTo(open);
    assertThat(MeanInterval.ofDifference(new double[0], new double[] {2, 3, 4})).isEqualTo(open);
    double[] equal = {2, 2};
    assertThat(MeanInterval.ofDifference(equal, equal)).isEqualTo(new MeanInterval.Ends(0, 0));
  }
}
