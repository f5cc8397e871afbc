package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.ALLOCATED_PER_OPERATION;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.TIME_PER_OPERATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

final class RatioTest {
  private static final TestThresholds HALF = TestThresholds.none().ratio("over", LATENCY_P99, 0.5);

  @Test
  void judge_driftingHost_isPairedAwayWithinRounds() {
    Run run = p99(new double[] {1, 3, 9, 2}, 0.25, 0.8, 2.2, 0.5);
    MetricVerdict line = ratio(HALF, run, LATENCY_P99);
    assertThat(line.unit()).isEqualTo("ratio");
    assertThat(line.limit()).hasValue(0.5);
    assertThat(line.gate()).isTrue();
    assertThat(line.launches()).isEqualTo(4);
    assertThat(line.value())
        .isCloseTo(Math.pow(0.25 * (0.8 / 3) * (2.2 / 9) * 0.25, 0.25), within(1e-12));
    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line.reason())
        .isEqualTo(
            "virtual ÷ platform of 4 rounds 0.253, with 95 % confidence at most 0.264:"
                + " within the limit of 0.5");
  }

  @Test
  void judge_roundsInAnyOrder_arePairedByNumber() {
    Run run = Run.of("over");
    for (int round : new int[] {3, 1, 2}) {
      run.sample(round, VIRTUAL, "over", Sample.of(LATENCY_P99, 0.1 * round));
    }
    for (int round : new int[] {2, 3, 1}) {
      run.sample(round, PLATFORM, "over", Sample.of(LATENCY_P99, round));
    }
    Interval interval = requireNonNull(ratio(HALF, run, LATENCY_P99).interval());
    assertThat(interval.low()).isCloseTo(0.1, within(1e-12));
    assertThat(interval.high()).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void judge_ratioAbove_isRegressed() {
    MetricVerdict line = ratio(HALF, p99(new double[] {1, 1, 1}, 0.9, 0.95, 1), LATENCY_P99);

    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.reason())
        .isEqualTo(
            "virtual ÷ platform of 3 rounds 0.949, with 95 % confidence at least 0.868:"
                + " above the limit of 0.5");
  }

  @Test
  void judge_onePair_hasAValueAndNoInterval() {
    MetricVerdict line = ratio(HALF, p99(new double[] {2}, 0.5), LATENCY_P99);

    assertThat(line.value()).isEqualTo(0.25);
    assertThat(line.interval()).isNull();
    assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.reason())
        .isEqualTo("1 round has no interval; the limit of 0.5 needs at least 2 rounds");
  }

  @Test
  void judge_noLimit_isComputedForEveryMetricOfBothModes() {
    Run run =
        Run.of("over")
            .measured("over", PLATFORM, CPU_PER_REQUEST, 2e-4, 2e-4)
            .measured("over", VIRTUAL, CPU_PER_REQUEST, 1e-4, 1e-4);
    MetricVerdict line = ratio(TestThresholds.none(), run, CPU_PER_REQUEST);
    assertThat(line.value()).isCloseTo(0.5, within(1e-12));
    assertThat(line.verdict()).isNull();
    assertThat(line.reason()).isEqualTo("no limit in thresholds.yaml");
  }

  @Test
  void judge_zeroInOneRound_isNoRatioRatherThanAChoiceByValue() {
    Run run =
        Run.of("over")
            .measured("over", PLATFORM, PINNED, 1, 0, 2)
            .measured("over", VIRTUAL, PINNED, 1, 1, 1);
    MetricVerdict line = ratio(TestThresholds.none(), run, PINNED);
    assertThat(line.value()).isNull();
    assertThat(line.verdict()).isNull();
    assertThat(line.reason()).isEqualTo("no ratio: it was 0 in round 2 platform");
  }

  @Test
  void judge_zeroUnderALimit_isInconclusive() {
    Run run =
        Run.of("over")
            .measured("over", PLATFORM, PINNED, 0.0, 0.0)
            .measured("over", VIRTUAL, PINNED, 1.0, 1.0);

    assertThat(ratio(TestThresholds.none().ratio("over", PINNED, 2), run, PINNED).verdict())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void judge_halfARoundInvalid_leavesItOutAndSaysSo() {
    Run run =
        p99(new double[] {1, 1, 1}, 0.1, 0.1)
            .broken(3, VIRTUAL, "over", Reason.GENERATOR_STALLED, "31 ms");
    MetricVerdict line = ratio(HALF, run, LATENCY_P99);

    assertThat(line.launches()).isEqualTo(2);
    assertThat(line.doubts()).containsExactly("1 round without a valid pair left out");
  }

  @Test
  void judge_noPair_isInvalidWithTheReasons() {
    Run apart =
        Run.of("over")
            .sample(1, PLATFORM, "over", Sample.of(LATENCY_P99, 1))
            .sample(2, VIRTUAL, "over", Sample.of(LATENCY_P99, 0.1));
    Run broken = p99(new double[] {1, 1}).broken(1, VIRTUAL, "over", Reason.ERRORS, "5 %");

    invalid(apart, "no ratio: no round has a valid launch of both modes");
    invalid(broken, "no valid launch: errors (virtual round 1)");
  }

  private static void invalid(Run run, String reason) {
    MetricVerdict line = ratio(HALF, run, LATENCY_P99);
    assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(line.reason()).isEqualTo(reason);
  }

  @Test
  void judge_tooFewRequestsInEitherMode_informs() {
    Run run =
        Run.of("over")
            .measuredOver(5_000, "over", PLATFORM, LATENCY_P99, 1.0, 1.0)
            .measured("over", VIRTUAL, LATENCY_P99, 0.1, 0.1);
    MetricVerdict line = ratio(HALF, run, LATENCY_P99);
    assertThat(line.gate()).isFalse();
    assertThat(line.doubts()).singleElement().asString().startsWith("too few requests to gate: 50");
  }

  @Test
  void judge_benchmarkForks_arePairedToo() {
    TestThresholds thresholds =
        TestThresholds.none().ratio("jmh-create-batch", TIME_PER_OPERATION, 0.1);
    Run run =
        Run.of()
            .measured("jmh-create-batch", PLATFORM, TIME_PER_OPERATION, 50e-6, 55e-6, 52e-6)
            .measured("jmh-create-batch", VIRTUAL, TIME_PER_OPERATION, 1e-6, 1.1e-6, 1e-6);
    assertThat(ratio(thresholds, run, TIME_PER_OPERATION).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_metricOfOneModeOnly_hasNoRatio() {
    assertThat(find(HALF, p99(new double[] {1, 1}), LATENCY_P99)).isEmpty();
    Run run =
        Run.of()
            .measured("jmh-create", PLATFORM, TIME_PER_OPERATION, 1.0)
            .measured("jmh-create", VIRTUAL, ALLOCATED_PER_OPERATION, 1.0);
    assertThat(find(TestThresholds.none(), run, TIME_PER_OPERATION)).isEmpty();
  }

  private static Run p99(double[] platform, double... virtual) {
    return Run.of("over")
        .measured("over", PLATFORM, LATENCY_P99, platform)
        .measured("over", VIRTUAL, LATENCY_P99, virtual);
  }

  private static MetricVerdict ratio(TestThresholds thresholds, Run run, Metric metric) {
    return find(thresholds, run, metric).orElseThrow();
  }

  private static Optional<MetricVerdict> find(TestThresholds thresholds, Run run, Metric metric) {
    return run.judged(thresholds).metrics().stream()
        .filter(line -> line.mode() == JudgedMode.RATIO && line.metric() == metric)
        .findFirst();
  }
}
