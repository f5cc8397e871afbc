package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P50;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.TIME_PER_OPERATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;

/** What the lines come to. */
final class JudgeTest {
  @Test
  void judge_regressedAndInvalidAndInconclusive_isRegressed() {
    Policy policy =
        limits(true, "bad", "open", "good").ceiling("dead", VIRTUAL, CPU_PER_REQUEST, 1, true);
    assertThat(verdict(withDead(), policy).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_invalidAndInconclusive_isInvalid() {
    Policy policy = limits(true, "dead", "open", "good");
    assertThat(verdict(withDead(), policy).verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_inconclusiveAndPass_isInconclusive() {
    assertThat(verdict(mixed(), limits(true, "open", "good")).verdict())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void judge_onlyPasses_passes() {
    assertThat(verdict(mixed(), limits(true, "good")).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_regressedThatInforms_passesWithAWarning() {
    Verdict verdict = verdict(mixed(), limits(false, "bad"));
    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.warnings())
        .containsExactly("no blocking limit applies: this run cannot fail");
  }

  @Test
  void judge_scenarioThatNothingWasLeftOf_isInvalidThoughNothingGatesIt() {
    Verdict verdict = verdict(withDead(), limits(true, "good"));
    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.invalid())
        .containsExactly("dead virtual block 1: server-died: exit code 137");
  }

  @Test
  void judge_nothingValid_isInvalidWhateverTheLimits() {
    Run run = Run.of("hello").broken(1, PLATFORM, "hello", Reason.SERVER_DIED, "exit code 1");
    assertThat(verdict(run, Policy.none()).verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_everyGateReducedToInforming_isInconclusive() {
    Run run = Run.of("hello").measuredOver(100, "hello", VIRTUAL, LATENCY_P99, 0.001, 0.001);
    Verdict verdict = verdict(run, Policy.none().ceiling("hello", VIRTUAL, LATENCY_P99, 1, true));
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
    Policy policy =
        limits(true, "hello", "cpu", "sleep-50")
            .ceiling("hello", PLATFORM, CPU_PER_REQUEST, 1, true)
            .contrast("hello", CPU_PER_REQUEST, 1)
            .contrast("cpu", CPU_PER_REQUEST, 1)
            .tolerance("body-64k", VIRTUAL, CPU_PER_REQUEST, 0.1)
            .everyCeiling("list-static", VIRTUAL, CPU_PER_REQUEST, 1);
    Verdict verdict = verdict(run, policy);
    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.warnings())
        .containsExactly(
            "the governor is powersave",
            "5 limits were not judged; not part of this run:"
                + " cpu, hello in platform mode, sleep-50");
  }

  @Test
  void judge_invalidLaunches_areListedByBlock() {
    Run run =
        Run.of("hello")
            .broken(2, PLATFORM, "hello", Reason.RATE_NOT_REACHED, "900 of 1,000/s")
            .broken(1, VIRTUAL, "hello", Reason.ERRORS, "5 % of 1,000");
    assertThat(verdict(run, Policy.none()).invalid())
        .containsExactly(
            "hello virtual block 1: errors: 5 % of 1,000",
            "hello platform block 2: rate-not-reached: 900 of 1,000/s");
  }

  @Test
  void judge_record_isNamed() {
    Verdict verdict = verdict(mixed(), Policy.none());
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
    for (String scenario : new String[] {"hello", "sleep-50"}) {
      for (var mode : new loomwatch.results.Launch.Mode[] {VIRTUAL, PLATFORM}) {
        run.sample(1, mode, scenario, Sample.of(CPU_PER_REQUEST, 1), Sample.of(LATENCY_P50, 1));
      }
    }
    assertThat(verdict(run, Policy.none()).metrics())
        .extracting(l -> l.scenario() + " " + l.metric().label() + " " + l.mode().label())
        .containsExactly(
            "sleep-50 latency-p50 platform",
            "sleep-50 latency-p50 virtual",
            "sleep-50 latency-p50 contrast",
            "sleep-50 cpu-per-request platform",
            "sleep-50 cpu-per-request virtual",
            "sleep-50 cpu-per-request contrast",
            "hello latency-p50 platform",
            "hello latency-p50 virtual",
            "hello latency-p50 contrast",
            "hello cpu-per-request platform",
            "hello cpu-per-request virtual",
            "hello cpu-per-request contrast",
            "jmh-a time-per-operation platform",
            "jmh-b time-per-operation virtual");
  }

  @Test
  void judge_launchesInAnyOrder_givesTheSameVerdict() {
    Policy policy = limits(true, "bad", "open", "good");
    Verdict expected = verdict(mixed(), policy);
    for (long seed = 1; seed <= 200; seed++) {
      Run shuffled = mixed();
      Collections.shuffle(shuffled.launches(), new Random(seed));
      assertThat(verdict(shuffled, policy))
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

  private static Policy limits(boolean gates, String... scenarios) {
    Policy policy = Policy.none();
    for (String scenario : scenarios) {
      policy.ceiling(scenario, VIRTUAL, CPU_PER_REQUEST, 1, gates);
    }
    return policy;
  }

  private static Verdict verdict(Run run, Policy policy) {
    return Judge.judge(run.record(), policy.thresholds());
  }

  private static final Path RECORD =
      Path.of("src/test/resources/loomwatch/judge/verdict/unchanged-called-regressed.json.gz");

  @Test
  void judge_unchangedWithALongTail_passes() {
    MeasurementRecord record = StoredRecord.read(RECORD).record();
    Policy policy = Policy.none();
    for (Mode mode : Mode.values()) {
      policy
          .tolerance("hello", mode, Metric.CPU_PER_REQUEST, 0.04)
          .tolerance("hello", mode, Metric.LATENCY_P50, 0.03)
          .tolerance("hello", mode, Metric.LATENCY_TAIL, 0.5, true)
          .tolerance("hello", mode, Metric.LATENCY_P99, 0.1, false);
    }

    Verdict verdict = Judge.judge(record, policy.thresholds());

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
  }
}
