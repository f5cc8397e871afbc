package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PredictionLimitTest {
  private static final double[] FIVE = {101.2, 99.4, 100.3, 98.9, 100.9};

  @Test
  void after_twoValues_hasTheClosedFormOfOneDegreeOfFreedom() {
    // With one degree of freedom t is Cauchy; s = √2, and √(1 + ½) = √1.5.
    assertThat(new PredictionLimit(0.95, 64).after(new double[] {10, 12}))
        .hasValueCloseTo(11 + Math.tan(0.45 * Math.PI) * Math.sqrt(2 * 1.5), within(1e-9));
  }

  @Test
  void after_five_agreesWithScipy() {
    // scipy.stats.t.ppf(.99, 4, loc=numpy.mean(x), scale=numpy.std(x, ddof=1) * 1.2 ** .5)
    assertThat(PredictionLimit.OF_BENCHER.after(FIVE))
        .hasValueCloseTo(104.14695687564338, within(1e-9));
  }

  @Test
  void after_sixOfMeanZeroAndDeviationOne_isTheLimitOfBenchersOwnTest() {
    // Bencher 0.6.12, lib/bencher_boundary/src/limits/mod.rs: T_LIMIT of SAMPLE_SIZE 6 at .85.
    double one = Math.sqrt(5 / 6.0);
    assertThat(new PredictionLimit(0.85, 64).after(new double[] {one, -one, one, -one, one, -one}))
        .hasValueCloseTo(1.2483714094976244, within(1e-9));
  }

  @Test
  void after_shiftedAndScaled_isShiftedAndScaled() {
    for (long seed = 1; seed <= 200; seed++) {
      double[] x = normal(new Random(seed), 12);
      double[] y = Arrays.stream(x).map(each -> 3 * each - 7).toArray();
      double limit = PredictionLimit.OF_BENCHER.after(x).orElseThrow();

      assertThat(PredictionLimit.OF_BENCHER.after(y))
          .as("seed %d", seed)
          .hasValueCloseTo(3 * limit - 7, within(1e-9));
    }
  }

  @Test
  void after_normalValues_isExceededAsOftenAsItSays() {
    PredictionLimit limit = new PredictionLimit(0.95, 8);
    int seeds = 20_000;
    long exceeded =
        LongStream.rangeClosed(1, seeds)
            .filter(seed -> {
              double[] x = normal(new Random(seed), 9);
              return x[8] > limit.after(Arrays.copyOf(x, 8)).orElseThrow();
            })
            .count();

    // 5 %, and four standard errors.
    assertThat(exceeded / (double) seeds).isCloseTo(0.05, within(0.0062));
  }

  @Test
  void after_moreThanCount_isOfTheNewest() {
    double[] longer = {500, 500, 101.2, 99.4, 100.3, 98.9, 100.9};

    assertThat(new PredictionLimit(0.99, 5).after(longer))
        .isEqualTo(PredictionLimit.OF_BENCHER.after(FIVE));
  }

  @Test
  void after_fewerThanTwoOrEqualValues_isNothing() {
    assertThat(PredictionLimit.OF_BENCHER.after(new double[] {})).isEmpty();
    assertThat(PredictionLimit.OF_BENCHER.after(new double[] {100})).isEmpty();
    assertThat(PredictionLimit.OF_BENCHER.after(new double[] {100, 100, 100})).isEmpty();
  }

  private static double[] normal(Random random, int n) {
    return DoubleStream.generate(random::nextGaussian).limit(n).toArray();
  }
}
