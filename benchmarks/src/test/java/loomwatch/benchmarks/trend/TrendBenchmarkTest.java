package loomwatch.benchmarks.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TrendBenchmarkTest {
  private static final int SEEDS = 200;

  /** What the service promises, over the 200 seeds of the command itself. */
  @ParameterizedTest
  @CsvSource({"NORMAL, 0.5", "HEAVY_TAILS, 1.5", "OUTLIERS, 1.5", "AUTOCORRELATED, 5"})
  void falseAlarms_ofOurs_areAtMostThosePromised(Noise noise, double most) {
    assertThat(TrendBenchmark.falseAlarms(new Ours(), noise, SEEDS)).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "3, 9"})
  void delay_ofOurs_isAtMostThatPromised(int percent, double most) {
    TrendBenchmark.Delay delay = TrendBenchmark.delay(new Ours(), percent, SEEDS);

    assertThat(delay.median()).isLessThanOrEqualTo(most);
    assertThat(delay.seen()).isGreaterThan(0.95);
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void draw_anyNoise_isAboutStandard(Noise noise) {
    double[] x = noise.draw(new Random(1), 200_000);
    double[] sorted = x.clone();
    Arrays.sort(sorted);

    assertThat(sorted[100_000]).isCloseTo(0, within(0.06));
    if (noise != Noise.OUTLIERS) {
      double variance = Arrays.stream(x).map(each -> each * each).average().orElseThrow();
      assertThat(variance).isCloseTo(1, within(0.15));
    }
  }

  @Test
  void bencher_valueFarAboveTheOthers_alarms() {
    double[] values = new double[30];
    Arrays.setAll(values, i -> 100 + i % 3);
    values[20] = 110;

    assertThat(new OtherTools.Bencher().alarms(values)).contains(20);
  }

  /** With n below s² the limit is 103.4, with n − 1 and no root 103.8, and Bencher's own 104.1. */
  @Test
  void bencher_limit_isThatOfAPrediction() {
    double[] values = {101.2, 99.4, 100.3, 98.9, 100.9, 104, 104.2};

    assertThat(new OtherTools.Bencher().alarms(Arrays.copyOf(values, 6))).doesNotContain(5);
    values[5] = 104.2;
    assertThat(new OtherTools.Bencher().alarms(values)).contains(5);
  }

  @Test
  void githubActionBenchmark_moreThanTheThresholdTimesTheOneBefore_alarms() {
    assertThat(new OtherTools.GithubActionBenchmark(200).alarms(new double[] {1, 2, 4.1, 4.1, 8.3}))
        .containsExactly(2, 4);
  }

  @Test
  void otava_step_isSeenOnceThereAreEnoughPoints() {
    double[] values = new double[60];
    Arrays.setAll(values, i -> 100 + i % 3 + (i >= 40 ? 20 : 0));

    OptionalInt delay = new OtherTools.Otava().delay(values, 40);
    assertThat(delay).isPresent();
    assertThat(delay.getAsInt()).isBetween(1, 4);
  }

  @Test
  void run_fewSeeds_printsALineForEachRuleAndTheSpeed() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TrendBenchmark.run(2, new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.startsWith("Loomwatch"))
        .anyMatch(line -> line.startsWith("Otava"))
        .anyMatch(line -> line.startsWith("Bencher"))
        .anyMatch(line -> line.startsWith("github-action-benchmark, 200 % (default)"))
        .anyMatch(line -> line.startsWith("E-divisive with Otava's settings over 10,000 points"));
  }
}
