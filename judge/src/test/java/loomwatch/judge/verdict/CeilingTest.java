package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.judge.verdict.Run.line;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.RETAINED_PER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CeilingTest {
  private static final TestThresholds P99_20_MS =
      TestThresholds.none().ceiling("hello", VIRTUAL, LATENCY_P99, 0.02, true);

  @Test
  void judge_clearlyBelow_passes() {
    MetricVerdict line = only(P99_20_MS, run(0.012, 0.0125, 0.0115, 0.012));

    assertThat(line.unit()).isEqualTo("s");
    assertThat(line.limit()).hasValue(0.02);
    assertThat(line.launches()).isEqualTo(4);
    assertThat(line.doubts()).isEmpty();
    assertThat(line.gate()).isTrue();
    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line.reason())
        .isEqualTo(
            "mean of 4 launches 12 ms, with 95 % confidence at most 12.5 ms:"
                + " within the ceiling of 20 ms");
    assertThat(line.why()).isEqualTo("for a reason");
    assertThat(line.measured()).isInstanceOf(MeanValue.Often.class);
    assertThat(line.value()).isCloseTo(0.012, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 31 29 30 | REGRESSED | mean of 4 launches 30 ms, with 95 % confidence at least 29 ms: above the ceiling of 20 ms",
        "15 18 21 | INCONCLUSIVE | mean of 3 launches 18 ms, 90 % interval 12.9 ms to 23.1 ms: the ceiling of 20 ms lies inside; about 9 launches in all would decide, if value and spread stay",
        "15 25 | INCONCLUSIVE | the value lies so near the ceiling that more launches will not decide",
        "500 | INCONCLUSIVE | 1 launch has no interval; the ceiling of 20 ms needs at least 2 launches"
      })
  void judge_otherValues_sayWhyAndWhatWouldHelp(String millis, Outcome outcome, String reason) {
    double[] values =
        Stream.of(millis.split(" ")).mapToDouble(each -> Double.parseDouble(each) / 1e3).toArray();
    MetricVerdict line = only(P99_20_MS, run(values));

    assertThat(line.verdict()).isEqualTo(outcome);
    assertThat(line.reason()).endsWith(reason);
    assertThat(line.interval() == null).isEqualTo(values.length == 1);
  }

  /** Live sets shrink, too: then so little is retained that it is less than nothing. */
  @Test
  void judge_belowNothing_hasAnIntervalAboutIt() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, RETAINED_PER_REQUEST, -2, -3, -1);

    Interval interval = requireNonNull(only(TestThresholds.none(), run).interval());

    assertThat(interval.low()).isLessThan(-2);
    assertThat(interval.high()).isGreaterThan(-2);
  }

  @Test
  void judge_equalCountsAtTheCeiling_pass() {
    TestThresholds thresholds = TestThresholds.none().ceiling("hello", VIRTUAL, PINNED, 3, true);
    Run run = Run.of("hello").measured("hello", VIRTUAL, PINNED, 3, 3, 3, 3, 3);

    assertThat(only(thresholds, run).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_noLimit_isShownWithoutVerdict() {
    MetricVerdict line = only(TestThresholds.none(), run(0.012, 0.013));

    assertThat(line.verdict()).isNull();
    assertThat(line.limit()).isEmpty();
    assertThat(line.gate()).isFalse();
    assertThat(line.reason()).isEqualTo("no limit in thresholds.yaml");
    TestThresholds tolerance = TestThresholds.none().tolerance("hello", VIRTUAL, LATENCY_P99, 0.03);
    assertThat(only(tolerance, run(0.012, 0.013)).reason())
        .isEqualTo(
            "no ceiling in thresholds.yaml; its tolerance is judged when two variants are compared");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LATENCY_P99 | 9999 | too few requests to gate: 99 lie beyond this percentile in the poorest launch, 100 are needed; a longer or faster load would give them",
        "LATENCY_P99 | 10000 |",
        "LATENCY_P999 | 100000 |",
        "LATENCY_MAX | 1000000 | a maximum is a single request: it is informational and never blocks"
      })
  void judge_requestsBeyondThePercentile_gateIfEnough(
      Metric metric, int requests, @Nullable String doubt) {
    TestThresholds thresholds = TestThresholds.none().ceiling("hello", VIRTUAL, metric, 0.02, true);
    MetricVerdict line =
        only(
            thresholds, Run.of("hello").measuredOver(requests, "hello", VIRTUAL, metric, 0.5, 0.5));

    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.gate()).isEqualTo(doubt == null);
    assertThat(line.doubts()).isEqualTo(doubt == null ? List.of() : List.of(doubt));
  }

  @Test
  void judge_doubtsOfLaunches_areGatheredOnce() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 3; round++) {
      List<String> doubts = List.of("not steady", "round " + round);
      run.sample(round, VIRTUAL, "hello", new Sample(CPU_PER_REQUEST, 1e-4, doubts));
    }

    assertThat(only(TestThresholds.none(), run).doubts())
        .containsExactly("not steady", "round 1", "round 2", "round 3");
  }

  @Test
  void judge_measuredInSomeLaunchesOnly_isADoubt() {
    Run run = run(0.01, 0.01).sample(3, VIRTUAL, "hello");

    assertThat(only(P99_20_MS, run).doubts()).containsExactly("measured in 2 of 3 valid launches");
  }

  @Test
  void judge_invalidLaunchesAndBase_countForNothing() {
    Run run =
        run(0.012, 0.012)
            .broken(3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED, "900 of 1,000/s")
            .base(1, VIRTUAL, "hello", Sample.of(LATENCY_P99, 99));

    MetricVerdict line = only(P99_20_MS, run);

    assertThat(line.launches()).isEqualTo(2);
    assertThat(line.value()).isEqualTo(0.012);
  }

  @Test
  void judge_noValidLaunch_isInvalidWithTheReasons() {
    Run run =
        Run.of("hello")
            .broken(1, VIRTUAL, "hello", Reason.RATE_NOT_REACHED, "900 of 1,000/s")
            .broken(2, VIRTUAL, "hello", Reason.SERVER_DIED, "exit code 137");

    MetricVerdict line = only(P99_20_MS, run);

    assertThat(line.value()).isNull();
    assertThat(line.launches()).isZero();
    invalid(
        line, "no valid launch: rate-not-reached (virtual round 1), server-died (virtual round 2)");
  }

  @Test
  void judge_namedLimitNotMeasured_isInvalid() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, CPU_PER_REQUEST, 1e-4, 1e-4);

    invalid(
        line(run.judged(P99_20_MS), LATENCY_P99, JudgedMode.VIRTUAL),
        "not measured in any of 2 valid launches in virtual mode");
    invalid(only(P99_20_MS, Run.of("hello")), "no launch of hello was made");
  }

  private static void invalid(MetricVerdict line, String reason) {
    assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(line.reason()).isEqualTo(reason);
  }

  @Test
  void judge_starLimitNotMeasured_isSilent() {
    TestThresholds thresholds = TestThresholds.none().everyCeiling("hello", VIRTUAL, PINNED, 5);

    assertThat(only(thresholds, run(0.01, 0.01)).metric()).isEqualTo(LATENCY_P99);
  }

  @Test
  void judge_starLimitWithoutAnyValidLaunch_isInvalidWhereItCouldApply() {
    TestThresholds thresholds =
        TestThresholds.none()
            .everyCeiling("hello", VIRTUAL, PINNED, 5)
            .everyCeiling("jmh-create", VIRTUAL, PINNED, 5);
    Run run =
        Run.of("hello")
            .broken(1, VIRTUAL, "hello", Reason.ERRORS, "all")
            .broken(1, VIRTUAL, "jmh-create", Reason.BENCHMARK_FAILED, "no score");

    MetricVerdict line = only(thresholds, run);

    assertThat(line.scenario()).isEqualTo("hello");
    assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_trueMeanAtTheCeiling_isCalledRegressedInFivePercent() {
    Random random = new Random(5);
    TestThresholds thresholds =
        TestThresholds.none().ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 1, false);
    int runs = 2_000;
    int regressed = 0;
    for (int run = 0; run < runs; run++) {
      double[] values = random.doubles(5).map(x -> 1 + 0.1 * random.nextGaussian()).toArray();
      MetricVerdict line =
          only(thresholds, Run.of("hello").measured("hello", VIRTUAL, CPU_PER_REQUEST, values));
      regressed += line.verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors of a 5 % share in 2,000 are 2 %.
    assertThat((double) regressed / runs).isCloseTo(0.05, within(0.0195));
  }

  private static Run run(double... p99) {
    return Run.of("hello").measured("hello", VIRTUAL, LATENCY_P99, p99);
  }

  private static MetricVerdict only(TestThresholds thresholds, Run run) {
    List<MetricVerdict> lines = run.judged(thresholds).metrics();
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }
}
