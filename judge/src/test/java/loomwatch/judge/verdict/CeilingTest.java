package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_MAX;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.LATENCY_P999;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.RETAINED_PER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

final class CeilingTest {
  private static final Policy P99_20_MS =
      Policy.none().ceiling("hello", VIRTUAL, LATENCY_P99, 0.02, true);

  @Test
  void judge_clearlyBelow_passes() {
    MetricVerdict line = only(P99_20_MS, run(0.012, 0.0125, 0.0115, 0.012));
    assertThat(line)
        .isEqualTo(
            new MetricVerdict(
                "hello",
                JudgedMode.VIRTUAL,
                LATENCY_P99,
                "s",
                Direction.LOWER_IS_BETTER,
                OptionalDouble.of(0.02),
                line.measured(),
                4,
                line.ruling(),
                List.of(),
                Optional.empty(),
                Optional.empty()));
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

  @Test
  void judge_clearlyAbove_isRegressed() {
    MetricVerdict line = only(P99_20_MS, run(0.030, 0.031, 0.029, 0.030));
    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.reason())
        .isEqualTo(
            "mean of 4 launches 30 ms, with 95 % confidence at least 29 ms:"
                + " above the ceiling of 20 ms");
  }

  @Test
  void judge_intervalAroundTheCeiling_saysWhatWouldHelp() {
    MetricVerdict line = only(P99_20_MS, run(0.015, 0.018, 0.021));
    assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.reason())
        .isEqualTo(
            "mean of 3 launches 18 ms, 90 % interval 12.9 ms to 23.1 ms: the ceiling of 20 ms lies"
                + " inside; about 9 launches in all would tell, if value and spread stay");
  }

  @Test
  void judge_meanAtTheCeiling_saysThatNothingHelps() {
    assertThat(only(P99_20_MS, run(0.015, 0.025)).reason())
        .endsWith("the value lies so near the ceiling that more launches will not tell");
  }

  @Test
  void judge_oneLaunch_hasAValueAndNoInterval() {
    MetricVerdict line = only(P99_20_MS, run(0.5));
    assertThat(line.value()).isEqualTo(0.5);
    assertThat(line.interval()).isNull();
    assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.reason())
        .isEqualTo("1 launch has no interval; the ceiling of 20 ms needs at least 2 launches");
  }

  /** Live sets shrink, too: then so little is retained that it is less than nothing. */
  @Test
  void judge_belowNothing_hasAnIntervalAboutIt() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, RETAINED_PER_REQUEST, -2, -3, -1);
    Interval interval = requireNonNull(only(Policy.none(), run).interval());

    assertThat(interval.low()).isLessThan(-2);
    assertThat(interval.high()).isGreaterThan(-2);
  }

  @Test
  void judge_equalCountsAtTheCeiling_pass() {
    Policy policy = Policy.none().ceiling("hello", VIRTUAL, PINNED, 3, true);
    MetricVerdict line =
        only(policy, Run.of("hello").measured("hello", VIRTUAL, PINNED, 3, 3, 3, 3, 3));
    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_noLimit_isShownWithoutVerdict() {
    MetricVerdict line = only(Policy.none(), run(0.012, 0.013));
    assertThat(line.verdict()).isNull();
    assertThat(line.limit()).isEmpty();
    assertThat(line.gate()).isFalse();
    assertThat(line.reason()).isEqualTo("no limit in thresholds.yaml");
  }

  @Test
  void judge_toleranceOnly_saysWhereItIsJudged() {
    Policy policy = Policy.none().tolerance("hello", VIRTUAL, LATENCY_P99, 0.03);
    assertThat(only(policy, run(0.012, 0.013)).reason())
        .isEqualTo(
            "no ceiling in thresholds.yaml; its tolerance is judged when two arms are compared");
  }

  @Test
  void judge_tooFewRequestsBeyondThePercentile_informs() {
    Run run =
        Run.of("hello")
            .measuredOver(9_999, "hello", VIRTUAL, LATENCY_P99, 0.5, 0.5, 0.5)
            .measuredOver(10_000, "hello", PLATFORM, LATENCY_P99, 0.5, 0.5, 0.5);
    Policy policy =
        Policy.none()
            .ceiling("hello", VIRTUAL, LATENCY_P99, 0.02, true)
            .ceiling("hello", PLATFORM, LATENCY_P99, 0.02, true);
    List<MetricVerdict> lines = Judge.judge(run.record(), policy.thresholds()).metrics();
    assertThat(lines)
        .filteredOn(line -> line.mode() == JudgedMode.VIRTUAL)
        .singleElement()
        .satisfies(line -> {
          assertThat(line.gate()).isFalse();
          assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
          assertThat(line.doubts())
              .containsExactly(
                  "too few requests to gate: 99 lie beyond this percentile in the poorest"
                      + " launch, 100 are needed; a longer or faster load would give them");
        });
    assertThat(lines)
        .filteredOn(line -> line.mode() == JudgedMode.PLATFORM)
        .singleElement()
        .satisfies(line -> assertThat(line.gate()).isTrue());
  }

  @Test
  void judge_exactlyEnoughBeyondP999_gates() {
    Policy policy = Policy.none().ceiling("hello", VIRTUAL, LATENCY_P999, 0.02, true);
    Run run = Run.of("hello").measuredOver(100_000, "hello", VIRTUAL, LATENCY_P999, 0.01, 0.01);
    assertThat(only(policy, run).gate()).isTrue();
  }

  @Test
  void judge_maximum_neverGates() {
    Policy policy = Policy.none().ceiling("hello", VIRTUAL, LATENCY_MAX, 0.02, true);
    MetricVerdict line =
        only(policy, Run.of("hello").measured("hello", VIRTUAL, LATENCY_MAX, 0.5, 0.5));
    assertThat(line.gate()).isFalse();
    assertThat(line.doubts())
        .containsExactly("a maximum is a single request: it informs and never gates");
  }

  @Test
  void judge_doubtsOfLaunches_areGatheredOnce() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 3; block++) {
      run.sample(
          block,
          VIRTUAL,
          "hello",
          new Sample(CPU_PER_REQUEST, 1e-4, List.of("not steady", "block " + block)));
    }
    assertThat(only(Policy.none(), run).doubts())
        .containsExactly("not steady", "block 1", "block 2", "block 3");
  }

  @Test
  void judge_measuredInSomeLaunchesOnly_isADoubt() {
    Run run =
        Run.of("hello")
            .measured("hello", VIRTUAL, LATENCY_P99, 0.01, 0.01)
            .sample(3, VIRTUAL, "hello");
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
    assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(line.value()).isNull();
    assertThat(line.launches()).isZero();
    assertThat(line.reason())
        .isEqualTo(
            "no valid launch: rate-not-reached (virtual block 1), server-died (virtual block 2)");
  }

  @Test
  void judge_namedLimitNotMeasured_isInvalid() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, CPU_PER_REQUEST, 1e-4, 1e-4);
    assertThat(Judge.judge(run.record(), P99_20_MS.thresholds()).metrics())
        .filteredOn(line -> line.metric() == LATENCY_P99)
        .singleElement()
        .satisfies(line -> {
          assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
          assertThat(line.reason())
              .isEqualTo("not measured in any of 2 valid launches in virtual mode");
        });
  }

  @Test
  void judge_starLimitNotMeasured_isSilent() {
    Policy policy = Policy.none().everyCeiling("hello", VIRTUAL, PINNED, 5);
    assertThat(only(policy, run(0.01, 0.01)).metric()).isEqualTo(LATENCY_P99);
  }

  @Test
  void judge_starLimitWithoutAnyValidLaunch_isInvalidWhereItCouldApply() {
    Policy policy =
        Policy.none()
            .everyCeiling("hello", VIRTUAL, PINNED, 5)
            .everyCeiling("jmh-create", VIRTUAL, PINNED, 5);
    Run run =
        Run.of("hello")
            .broken(1, VIRTUAL, "hello", Reason.ERRORS, "all")
            .broken(1, VIRTUAL, "jmh-create", Reason.BENCHMARK_FAILED, "no score");
    MetricVerdict line = only(policy, run);
    assertThat(line.scenario()).isEqualTo("hello");
    assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_askedForAndNeverLaunched_isInvalid() {
    MetricVerdict line = only(P99_20_MS, Run.of("hello"));
    assertThat(line.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(line.reason()).isEqualTo("no launch of hello was made");
  }

  @Test
  void judge_trueMeanAtTheCeiling_isCalledRegressedInFivePercent() {
    Random random = new Random(5);
    Policy policy = Policy.none().ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 1, false);
    int runs = 2_000;
    int regressed = 0;
    for (int run = 0; run < runs; run++) {
      double[] values = random.doubles(5).map(x -> 1 + 0.1 * random.nextGaussian()).toArray();
      MetricVerdict line =
          only(policy, Run.of("hello").measured("hello", VIRTUAL, CPU_PER_REQUEST, values));
      regressed += line.verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors of a 5 % share in 2,000 are 2 %.
    assertThat((double) regressed / runs).isCloseTo(0.05, within(0.0195));
  }

  private static Run run(double... p99) {
    return Run.of("hello").measured("hello", VIRTUAL, LATENCY_P99, p99);
  }

  private static MetricVerdict only(Policy policy, Run run) {
    List<MetricVerdict> lines = Judge.judge(run.record(), policy.thresholds()).metrics();
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }
}
