package loomwatch.judge.verdict;

import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CPU_AT_REST;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.CPU_PER_REQUEST_TOTAL;
import static loomwatch.results.Metric.LATENCY_P50;
import static loomwatch.results.Metric.LATENCY_TAIL;
import static loomwatch.results.Metric.LIVE_SET;
import static loomwatch.results.Mode.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import loomwatch.judge.statistics.ErrorRate;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A change that makes one thing better and another worse. */
class TradeTest {
  /** As many as the first look of {@link Run} takes: its α is .02, the least p 1/64. */
  private static final int BLOCKS = 6;

  private static final double LEAST_P = 1.0 / 64;

  private static final Policy USUAL =
      Policy.none()
          .tolerance("hello", VIRTUAL, ALLOCATED_PER_REQUEST, 0.005)
          .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.04);

  @Test
  void judge_worseBesideWhatGotPlainlyBetter_isToldOfBoth() {
    Run run = Run.of("hello");
    for (int block = 1; block <= BLOCKS; block++) {
      run.base(block, VIRTUAL, "hello", bytes(2_000), cpu(100));
      // Evenly better and unevenly worse: reversed, the better is the more extreme.
      run.sample(block, VIRTUAL, "hello", bytes(2_020 + 20 * block), cpu(50));
    }

    List<MetricVerdict> lines = Judge.judge(run.record(), USUAL.thresholds()).metrics();

    assertThat(verdict(lines, ALLOCATED_PER_REQUEST)).isEqualTo(Outcome.REGRESSED);
    assertThat(verdict(lines, CPU_PER_REQUEST)).isEqualTo(Outcome.IMPROVED);
  }

  /** Better in every pair, and by less than anybody asks about. */
  @Test
  void judge_worseBesideWhatGotALittleBetter_isToldOfTheWorse() {
    Run run = Run.of("hello");
    for (int block = 1; block <= BLOCKS; block++) {
      run.base(block, VIRTUAL, "hello", bytes(2_000), cpu(100));
      run.sample(block, VIRTUAL, "hello", bytes(1_998), cpu(100 + 5 * block));
    }

    List<MetricVerdict> lines = Judge.judge(run.record(), USUAL.thresholds()).metrics();

    assertThat(verdict(lines, CPU_PER_REQUEST)).isEqualTo(Outcome.REGRESSED);
    assertThat(verdict(lines, ALLOCATED_PER_REQUEST)).isEqualTo(Outcome.PASS);
  }

  /** With a tolerance that means of unchanged metrics now and then reach. */
  @Test
  void judge_nothingChanged_isRegressedInNoMoreThanTheLevel() {
    Random random = new Random(3);

    ErrorRate.assertBetween(
        LEAST_P, 2 * LEAST_P, () -> unchanged(random, 0.003) == Outcome.REGRESSED);
  }

  @Test
  void judge_nothingChangedAndHardlyATolerance_isRegressedInNoMoreThanTheLevel() {
    Random random = new Random(1);

    ErrorRate.assertBetween(
        LEAST_P, 2 * LEAST_P, () -> unchanged(random, 1e-9) == Outcome.REGRESSED);
  }

  /** The worst there can be: by chance one gains what the other loses. */
  @Test
  void judge_unchangedMirrorImages_areRegressedInTwiceTheLevelWithoutATolerance() {
    Random random = new Random(5);

    ErrorRate.assertBetween(2 * LEAST_P, 4 * LEAST_P, () -> isRegressedMirror(random, 1e-9));
    ErrorRate.assertBetween(0.002, 0.01, () -> isRegressedMirror(random, 0.03));
  }

  private static boolean isRegressedMirror(Random random, double tolerance) {
    Policy policy =
        Policy.none()
            .tolerance("hello", VIRTUAL, ALLOCATED_PER_REQUEST, tolerance)
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, tolerance);
    Run run = Run.of("hello");
    for (int block = 1; block <= BLOCKS; block++) {
      double chance = Math.exp(0.015 * random.nextGaussian());
      run.base(block, VIRTUAL, "hello", bytes(2_000), cpu(100));
      run.sample(block, VIRTUAL, "hello", bytes(2_000 * chance), cpu(100 / chance));
    }
    return Judge.judge(run.record(), policy.thresholds()).verdict() == Outcome.REGRESSED;
  }

  private static Outcome unchanged(Random random, double tolerance) {
    List<Metric> metrics =
        List.of(
            LATENCY_P50,
            LATENCY_TAIL,
            CPU_PER_REQUEST,
            CPU_PER_REQUEST_TOTAL,
            CPU_AT_REST,
            ALLOCATED_PER_REQUEST,
            LIVE_SET);
    Policy policy = Policy.none();
    Run run = Run.of("hello");
    for (Mode mode : Mode.values()) {
      metrics.forEach(metric -> policy.tolerance("hello", mode, metric, tolerance));
      for (int block = 1; block <= BLOCKS; block++) {
        run.base(block, mode, "hello", noisy(metrics, random));
        run.sample(block, mode, "hello", noisy(metrics, random));
      }
    }
    return Judge.judge(run.record(), policy.thresholds()).verdict();
  }

  private static Sample[] noisy(List<Metric> metrics, Random random) {
    return metrics.stream()
        .map(metric -> Sample.of(metric, 1e6 * Math.exp(0.01 * random.nextGaussian())))
        .toArray(Sample[]::new);
  }

  private static Sample bytes(double bytes) {
    return Sample.of(ALLOCATED_PER_REQUEST, bytes);
  }

  private static Sample cpu(double seconds) {
    return Sample.of(CPU_PER_REQUEST, seconds);
  }

  private static @Nullable Outcome verdict(List<MetricVerdict> lines, Metric metric) {
    return lines.stream()
        .filter(line -> line.metric() == metric && line.mode() == JudgedMode.VIRTUAL)
        .findFirst()
        .orElseThrow()
        .verdict();
  }
}
