package loomwatch.benchmarks;

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
  @CsvSource({
    "NORMAL, 0.3",
    "HEAVY_TAILS, 0.7",
    "OUTLIERS, 0.7",
    "AUTOCORRELATED, 0.7",
    "REMEMBERING, 0.7",
    "MOVING, 7"
  })
  void falseAlarms_ofOurs_areAtMostThosePromised(Noise noise, double most) {
    assertThat(TrendBenchmark.falseAlarms(TrendRule.OURS, noise, SEEDS)).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "3, 9"})
  void delay_ofOurs_isAtMostThatPromised(int percent, double most) {
    TrendBenchmark.Delay delay = TrendBenchmark.delay(TrendRule.OURS, percent, SEEDS);

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
    if (noise != Noise.OUTLIERS && noise != Noise.MOVING) {
      double variance = Arrays.stream(x).map(each -> each * each).average().orElseThrow();
      assertThat(variance).isCloseTo(1, within(0.15));
    }
  }

  @Test
  void bencher_valueFarAboveTheOthers_alarms() {
    double[] values = new double[30];
    Arrays.setAll(values, i -> 100 + i % 3);
    values[20] = 110;

    assertThat(TrendRule.BENCHER.alarms(values)).contains(20);
  }

  /** With n below s² the limit is 103.4, with n − 1 and no root 103.8, and Bencher's own 104.1. */
  @Test
  void bencher_limit_isThatOfAPrediction() {
    double[] values = {101.2, 99.4, 100.3, 98.9, 100.9, 104, 104.2};

    assertThat(TrendRule.BENCHER.alarms(Arrays.copyOf(values, 6))).doesNotContain(5);
    values[5] = 104.2;
    assertThat(TrendRule.BENCHER.alarms(values)).contains(5);
  }

  @Test
  void githubActionBenchmark_moreThanTheThresholdTimesTheOneBefore_alarms() {
    assertThat(TrendRule.githubActionBenchmark(200).alarms(new double[] {1, 2, 4.1, 4.1, 8.3}))
        .containsExactly(2, 4);
  }

  /** Which no commit shows, nor any of its comparisons with the one before. */
  @Test
  void watch_lossOfAPercentEveryTenCommits_isReportedBySix() {
    Guard.Watched watched =
        Guard.watch(
            new double[][] {Noise.NORMAL.draw(new Random(5), 160)},
            0.02,
            at -> at < 100 ? 0 : (1 + (at - 100) / 10) * Math.log(1.01),
            5);

    assertThat(watched.reportedAt()).isPresent();
    assertThat(watched.reports()).isPositive();
    assertThat(watched.proofs()).isBetween(1, 6);
  }

  @Test
  void otava_step_isSeenOnceThereAreEnoughPoints() {
    double[] values = new double[60];
    Arrays.setAll(values, i -> 100 + i % 3 + (i >= 40 ? 20 : 0));

    OptionalInt delay = TrendRule.OTAVA.delay(values, 40);
    assertThat(delay).isPresent();
    assertThat(delay.getAsInt()).isBetween(1, 4);
  }

  @Test
  void run_fewSeeds_printsALineForEachRuleAndWhatTheGuardIsWorth() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TrendBenchmark.run(2, new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.startsWith("Loomwatch"))
        .anyMatch(line -> line.startsWith("Otava"))
        .anyMatch(line -> line.startsWith("Bencher"))
        .anyMatch(line -> line.startsWith("github-action-benchmark, 200 % (default)"))
        .anyMatch(line -> line.startsWith("  no change, moving host: reported 0.00 in 1,000"))
        .anyMatch(line -> line.startsWith("  +2 % for good after 100 of 300 commits: 0 of 2"));
  }
}
