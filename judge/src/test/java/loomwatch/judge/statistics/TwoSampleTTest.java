package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;

final class TwoSampleTTest {

  @Test
  void of_seededSamples_agreesWithCommonsStatistics() {
    TTest oracle = TTest.withDefaults().with(DataDispersion.HOMOSCEDASTIC);
    forEachSeed(seed -> {
      Random random = new Random(seed);
      double[] first = normal(random, 2 + random.nextInt(20));
      double[] second = normal(random, 2 + random.nextInt(20));
      assertThat(TwoSampleT.of(first, second).pValue())
          .isCloseTo(oracle.test(first, second).getPValue(), within(1e-12));
    });
  }

  @Test
  void of_intervalNotContainingZero_isExactlyWhenPIsBelowATenth() {
    forEachSeed(seed -> {
      Random random = new Random(seed);
      double[] first = normal(random, 8);
      double[] second = Arrays.stream(normal(random, 5)).map(x -> x + 0.9).toArray();
      TwoSampleT test = TwoSampleT.of(first, second);
      assertThat(test.low() > 0 || test.high() < 0).isEqualTo(test.pValue() < 0.1);
    });
  }

  @Test
  void of_shiftedTogether_isTheSame() {
    double[] first = {1, 2, 4};
    double[] second = {3, 5, 9};
    TwoSampleT there = TwoSampleT.of(new double[] {101, 102, 104}, new double[] {103, 105, 109});
    assertThat(there.pValue()).isCloseTo(TwoSampleT.of(first, second).pValue(), within(1e-12));
    assertThat(there.difference()).isCloseTo(10.0 / 3, within(1e-12));
  }

  @Test
  void of_tooFewToTell_findsNothing() {
    assertThat(TwoSampleT.of(new double[] {1}, new double[] {2}).pValue()).isEqualTo(1);
    assertThat(TwoSampleT.of(new double[0], new double[] {2, 3, 4}).pValue()).isEqualTo(1);
  }

  @Test
  void of_allEqual_findsNothing() {
    assertThat(TwoSampleT.of(new double[] {2, 2}, new double[] {2, 2}).pValue()).isEqualTo(1);
  }
}
