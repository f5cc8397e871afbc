package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CAPACITY;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** Capacities of which only is known that they are at least so much. */
class BoundTest {
  private static final JudgedMode OF_VIRTUAL = JudgedMode.of(VIRTUAL);

  private static final Sample BOUND =
      new Sample(CAPACITY, 30_000, List.of("at least that: for the test"));

  @Test
  void judge_bothArmsMayBearMore_decidesNothing() {
    MetricVerdict line = change(BOUND, BOUND);

    assertThat(line.gate()).isFalse();
    assertThat(line.doubts()).contains("at least that: for the test");
  }

  @Test
  void judge_baseMayBearMoreThanHead_isWorseByThatMuchAtLeast() {
    MetricVerdict line = change(BOUND, Sample.of(CAPACITY, 20_000));

    assertThat(line.gate()).isTrue();
    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_baseMayBearMoreAndHeadBearsMore_decidesNothing() {
    assertThat(change(BOUND, Sample.of(CAPACITY, 31_000)).gate()).isFalse();
    assertThat(change(BOUND, Sample.of(CAPACITY, 29_700)).gate())
        .as("less by less than the tolerance")
        .isFalse();
  }

  @Test
  void judge_headMayBearMoreThanItsLess_decidesNothing() {
    assertThat(change(Sample.of(CAPACITY, 35_000), BOUND).gate()).isFalse();
    assertThat(change(Sample.of(CAPACITY, 70_000), BOUND).gate())
        .as("not even as it would be less than half")
        .isFalse();
  }

  @Test
  void judge_headBearsMoreAtLeast_isImproved() {
    MetricVerdict line = change(Sample.of(CAPACITY, 20_000), BOUND);

    assertThat(line.gate()).isTrue();
    assertThat(line.verdict()).isEqualTo(Outcome.IMPROVED);
  }

  @Test
  void judge_limitOfWhatMayBeMore_decidesOnlyWhenKept() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 3; block++) {
      run.sample(block, VIRTUAL, "hello", BOUND);
    }

    MetricVerdict kept =
        line(Policy.none().ceiling("hello", VIRTUAL, CAPACITY, 20_000, true), run, OF_VIRTUAL);
    MetricVerdict unknown =
        line(Policy.none().ceiling("hello", VIRTUAL, CAPACITY, 50_000, true), run, OF_VIRTUAL);

    assertThat(kept.gate()).isTrue();
    assertThat(kept.verdict()).isEqualTo(Outcome.PASS);
    assertThat(unknown.gate()).isFalse();
  }

  @Test
  void judge_namedThoughNobodyAskedForIt_isNotMissed() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 12; block++) {
      Sample other = Sample.of(CPU_PER_REQUEST, 20 + block);
      run.base(block, VIRTUAL, "hello", other).sample(block, VIRTUAL, "hello", other);
    }
    Policy policy =
        Policy.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.03)
            .tolerance("hello", VIRTUAL, CAPACITY, 0.03)
            .ceiling("hello", VIRTUAL, CAPACITY, 20_000, true);

    Verdict verdict = Judge.judge(run.record(), policy.thresholds());

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.metrics()).extracting(MetricVerdict::metric).doesNotContain(CAPACITY);
  }

  @Test
  void judge_oneModeMayBearMore_hasNoContrast() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 3; block++) {
      run.sample(block, PLATFORM, "hello", Sample.of(CAPACITY, 20_000 + block));
      run.sample(block, VIRTUAL, "hello", block == 2 ? BOUND : Sample.of(CAPACITY, 29_000));
    }

    MetricVerdict contrast = line(Policy.none(), run, JudgedMode.CONTRAST);
    assertThat(contrast.value()).isNull();
    assertThat(contrast.reason()).isEqualTo("no contrast: it may be more in block 2 virtual");
  }

  /** As of a mode that is saturated on purpose, whose capacity nobody looks for. */
  @Test
  void judge_scenarioThatHasNone_isAskedForNone() {
    Run run = Run.of("hello", "sleep");
    for (int block = 1; block <= 12; block++) {
      Sample capacity = Sample.of(CAPACITY, 20_000 + block);
      Sample other = Sample.of(CPU_PER_REQUEST, 20 + block);
      run.base(block, VIRTUAL, "hello", capacity).sample(block, VIRTUAL, "hello", capacity);
      run.base(block, VIRTUAL, "sleep", other).sample(block, VIRTUAL, "sleep", other);
    }
    Policy policy =
        Policy.none()
            .everyTolerance("hello", VIRTUAL, CAPACITY, 0.03)
            .everyTolerance("sleep", VIRTUAL, CAPACITY, 0.03);

    Verdict verdict = Judge.judge(run.record(), policy.thresholds());
    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.metrics())
        .filteredOn(line -> line.metric() == CAPACITY && line.gate())
        .extracting(MetricVerdict::scenario)
        .containsExactly("hello");
  }

  private static MetricVerdict change(Sample base, Sample head) {
    Run run = Run.of("hello");
    for (int block = 1; block <= 12; block++) {
      run.base(block, VIRTUAL, "hello", base).sample(block, VIRTUAL, "hello", head);
    }
    return line(Policy.none().tolerance("hello", VIRTUAL, CAPACITY, 0.03), run, JudgedMode.VIRTUAL);
  }

  private static MetricVerdict line(Policy policy, Run run, JudgedMode mode) {
    return Judge.judge(run.record(), policy.thresholds()).metrics().stream()
        .filter(line -> line.metric() == CAPACITY && line.mode() == mode)
        .findFirst()
        .orElseThrow();
  }
}
