package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CONTROL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P50;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.TIME_PER_OPERATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the lines come to. */
final class JudgeTest {
  /** Each scenario comes to what its name says. */
  @ParameterizedTest
  @CsvSource({
    "bad dead open good, REGRESSED",
    "dead open good, INVALID",
    "open good, INCONCLUSIVE",
    "good, PASS"
  })
  void judge_linesThatGate_theWorstDecides(String scenarios, Outcome outcome) {
    Run run = scenarios.contains("dead") ? withDead() : mixed();

    assertThat(run.judged(limits(true, scenarios.split(" "))).verdict()).isEqualTo(outcome);
  }

  @Test
  void judge_regressedThatInforms_passesWithAWarning() {
    Verdict verdict = mixed().judged(limits(false, "bad"));

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.warnings())
        .containsExactly("no blocking limit applies: this run cannot fail");
  }

  @Test
  void judge_scenarioThatNothingWasLeftOf_isInvalidThoughNothingGatesIt() {
    Verdict verdict = withDead().judged(limits(true, "good"));
    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.invalid())
        .containsExactly("dead virtual round 1: server-died: exit code 137");
  }

  @Test
  void judge_nothingValid_isInvalidWhateverTheLimits() {
    Run run = Run.of("hello").broken(1, PLATFORM, "hello", Reason.SERVER_DIED, "exit code 1");
    assertThat(run.judged(TestThresholds.none()).verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_everyGateReducedToInforming_isInconclusive() {
    Run run = Run.of("hello").measuredOver(100, "hello", VIRTUAL, LATENCY_P99, 0.001, 0.001);
    Verdict verdict =
        run.judged(TestThresholds.none().ceiling("hello", VIRTUAL, LATENCY_P99, 1, true));
    assertThat(verdict.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.warnings())
        .containsExactly(
            "hello virtual latency-p99 was to be blocking and is informational: see its doubts");
  }

  @Test
  void judge_limitsOfOtherScenarios_areSkippedAndCounted() {
    Run run =
        Run.of("hello")
            .warning("the governor is powersave")
            .measured("hello", VIRTUAL, CPU_PER_REQUEST, 0.5, 0.5);
    TestThresholds thresholds =
        limits(true, "hello", "cpu", "sleep-50")
            .ceiling("hello", PLATFORM, CPU_PER_REQUEST, 1, true)
            .ratio("hello", CPU_PER_REQUEST, 1)
            .ratio("cpu", CPU_PER_REQUEST, 1)
            .tolerance("body-64k", VIRTUAL, CPU_PER_REQUEST, 0.1)
            .everyCeiling("list-static", VIRTUAL, CPU_PER_REQUEST, 1);
    Verdict verdict = run.judged(thresholds);
    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.warnings())
        .containsExactly(
            "the governor is powersave",
            "5 limits were not judged; not part of this run:"
                + " cpu, hello in platform mode, sleep-50");
  }

  @Test
  void judge_invalidLaunches_areListedByRound() {
    Run run =
        Run.of("hello")
            .broken(2, PLATFORM, "hello", Reason.RATE_NOT_REACHED, "900 of 1,000/s")
            .broken(1, VIRTUAL, "hello", Reason.ERRORS, "5 % of 1,000");
    assertThat(run.judged(TestThresholds.none()).invalid())
        .containsExactly(
            "hello virtual round 1: errors: 5 % of 1,000",
            "hello platform round 2: rate-not-reached: 900 of 1,000/s");
  }

  /** A team's own have dots in their names; those of the suite that ships have none. */
  @Test
  void judge_limitOnJmh_isOnEachBenchmarkOfATeam() {
    Verdict verdict =
        Run.of()
            .measured("a.Hash.hash", PLATFORM, TIME_PER_OPERATION, 2, 2.1, 2.05)
            .measured("a.Split.split:n=1", PLATFORM, TIME_PER_OPERATION, 0.5, 0.51, 0.5)
            .measured("jmh-a", PLATFORM, TIME_PER_OPERATION, 2, 2.1, 2.05)
            .judged(TestThresholds.none().ceiling("jmh", PLATFORM, TIME_PER_OPERATION, 1, true));

    assertThat(verdict.metrics())
        .extracting(line -> line.scenario() + " " + line.verdict())
        .containsExactly("a.Hash.hash REGRESSED", "a.Split.split:n=1 PASS", "jmh-a null");
    assertThat(verdict.warnings()).noneMatch(warning -> warning.contains("not judged"));
  }

  @Test
  void judge_record_isNamed() {
    Verdict verdict = mixed().judged(TestThresholds.none());
    assertThat(verdict.schema()).isEqualTo(1);
    assertThat(verdict.rule()).isEqualTo("limits/2");
    assertThat(verdict.recordId()).isEqualTo("record-1");
    assertThat(verdict.fingerprint()).isEqualTo(Run.FINGERPRINT);
  }

  @Test
  void judge_lines_areInTheOrderOfTheRunThenMetricThenMode() {
    Run run =
        Run.of("sleep-50", "hello")
            .measured("jmh-b", VIRTUAL, TIME_PER_OPERATION, 1)
            .measured("jmh-a", PLATFORM, TIME_PER_OPERATION, 1);
    for (String scenario : List.of("hello", "sleep-50")) {
      for (Mode mode : List.of(VIRTUAL, PLATFORM)) {
        run.sample(1, mode, scenario, Sample.of(CPU_PER_REQUEST, 1), Sample.of(LATENCY_P50, 1));
      }
    }
    assertThat(run.judged(TestThresholds.none()).metrics())
        .extracting(l -> l.scenario() + " " + l.metric().label() + " " + l.mode().label())
        .isEqualTo(
            """
            sleep-50 latency-p50 platform
            sleep-50 latency-p50 virtual
            sleep-50 latency-p50 ratio
            sleep-50 cpu-per-request platform
            sleep-50 cpu-per-request virtual
            sleep-50 cpu-per-request ratio
            hello latency-p50 platform
            hello latency-p50 virtual
            hello latency-p50 ratio
            hello cpu-per-request platform
            hello cpu-per-request virtual
            hello cpu-per-request ratio
            jmh-a time-per-operation platform
            jmh-b time-per-operation virtual
            """
                .lines()
                .toList());
  }

  @Test
  void judge_launchesInAnyOrder_givesTheSameVerdict() {
    TestThresholds thresholds = limits(true, "bad", "open", "good");
    Verdict expected = mixed().judged(thresholds);
    for (long seed = 1; seed <= 200; seed++) {
      Run shuffled = mixed();
      Collections.shuffle(shuffled.launches(), new Random(seed));
      assertThat(shuffled.judged(thresholds))
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .ignoringFields("inputs")
          .isEqualTo(expected);
    }
  }

  private static Run withDead() {
    return mixed().broken(1, VIRTUAL, "dead", Reason.SERVER_DIED, "exit code 137");
  }

  /** Each scenario comes to what its name says under a ceiling of 1 s. */
  private static Run mixed() {
    return Run.of("good", "bad", "open")
        .measured("good", VIRTUAL, CPU_PER_REQUEST, 0.5, 0.51, 0.49)
        .measured("bad", VIRTUAL, CPU_PER_REQUEST, 5, 5.2, 5.1)
        .measured("open", VIRTUAL, CPU_PER_REQUEST, 0.5, 1.4, 0.9);
  }

  private static TestThresholds limits(boolean gates, String... scenarios) {
    TestThresholds thresholds = TestThresholds.none();
    for (String scenario : scenarios) {
      thresholds.ceiling(scenario, VIRTUAL, CPU_PER_REQUEST, 1, gates);
    }
    return thresholds;
  }

  @Test
  void judge_unchangedWithALongTail_passes() {
    Path file =
        Path.of("src/test/resources/loomwatch/judge/verdict/unchanged-called-regressed.json.gz");
    MeasurementRecord record = StoredRecord.read(file).record();
    TestThresholds thresholds = TestThresholds.none();
    for (Mode mode : Mode.values()) {
      thresholds
          .tolerance("hello", mode, Metric.CPU_PER_REQUEST, 0.04)
          .tolerance("hello", mode, Metric.LATENCY_P50, 0.03)
          .tolerance("hello", mode, Metric.LATENCY_TAIL, 0.5, true)
          .tolerance("hello", mode, Metric.LATENCY_P99, 0.1, false);
    }

    Verdict verdict = Judge.judge(record, thresholds.thresholds());

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
  }

  /** Of the least and the most that a record may hold. */
  private static final double[] VALUES = {0, 1e-15, 1e-15, 1e-3, 1, 1e3, 1e15, 1e15};

  private static final List<Metric> METRICS =
      List.of(CPU_PER_REQUEST, ALLOCATED_PER_REQUEST, LATENCY_P99, PINNED, CONTROL);

  @Test
  void judge_extremes_isAVerdict() {
    for (long seed = 1; seed <= 200; seed++) {
      MeasurementRecord record = extremes(new Random(seed));
      assertThat(Judge.judge(record, extremeThresholds().thresholds()).metrics())
          .as("seed %d", seed)
          .isNotEmpty();
    }
  }

  private static TestThresholds extremeThresholds() {
    TestThresholds thresholds = TestThresholds.none();
    for (Metric metric : METRICS) {
      thresholds.ratio("hello", metric, 2);
      for (Mode mode : Mode.values()) {
        thresholds.tolerance("hello", mode, metric, 0.01);
        thresholds.ceiling("hello", mode, metric, 1e-3, true);
      }
    }
    return thresholds;
  }

  private static MeasurementRecord extremes(Random random) {
    Run run = Run.of("hello");
    List<String> variants = random.nextInt(3) == 0 ? List.of("head") : List.of("base", "head");
    int least = random.nextInt(2); // with zeros two launches in five have a dead counter
    int rounds = 1 + random.nextInt(8);
    for (int round = 1; round <= rounds; round++) {
      for (String variant : variants) {
        for (Mode mode : Mode.values()) {
          Stream<Sample> samples =
              METRICS.stream()
                  .map(metric ->
                      Sample.of(metric, VALUES[least + random.nextInt(VALUES.length - least)]));
          run.variant(variant, round, mode, "hello", samples.toArray(Sample[]::new));
        }
      }
    }
    return run.record();
  }
}
