package loomwatch.judge.verdict;

import static loomwatch.judge.verdict.Run.line;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CAPACITY;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Capacities of which only is known that they are at least so much. */
class BoundTest {

  private static final Sample BOUND =
      new Sample(CAPACITY, 30_000, List.of("at least that: for the test"));

  /** What base and head bear; at least that, with a +. */
  @ParameterizedTest
  @CsvSource({
    "30000+, 30000+,", // both may bear more
    "30000+, 20000, REGRESSED", // by that much at least
    "30000+, 31000,", // base may bear more, and head does
    "30000+, 29700,", // less by less than the tolerance
    "35000, 30000+,",
    "70000, 30000+,", // not even as it would be less than half
    "20000, 30000+, IMPROVED"
  })
  void judge_whatMayBeMore_decidesIfItCannotBeOtherwise(
      String base, String head, @Nullable Outcome outcome) {
    Run run = Run.of("hello");
    for (int block = 1; block <= 12; block++) {
      run.base(block, VIRTUAL, "hello", capacity(base));
      run.sample(block, VIRTUAL, "hello", capacity(head));
    }
    Policy policy = Policy.none().tolerance("hello", VIRTUAL, CAPACITY, 0.03);
    MetricVerdict line = line(run.judged(policy), CAPACITY, JudgedMode.VIRTUAL);

    assertThat(line.gate()).isEqualTo(outcome != null);
    if (outcome != null) {
      assertThat(line.verdict()).isEqualTo(outcome);
    } else if (base.equals(head)) {
      assertThat(line.doubts()).contains("at least that: for the test");
    }
  }

  private static Sample capacity(String told) {
    return told.endsWith("+") ? BOUND : Sample.of(CAPACITY, Double.parseDouble(told));
  }

  @Test
  void judge_limitOfWhatMayBeMore_decidesOnlyWhenKept() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 3; block++) {
      run.sample(block, VIRTUAL, "hello", BOUND);
    }

    MetricVerdict kept = limited(run, 20_000);
    MetricVerdict unknown = limited(run, 50_000);

    assertThat(kept.gate()).isTrue();
    assertThat(kept.verdict()).isEqualTo(Outcome.PASS);
    assertThat(unknown.gate()).isFalse();
  }

  @Test
  void judge_namedThoughNobodyAskedForIt_isNotMissed() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 12; block++) {
      run.pair(block, VIRTUAL, CPU_PER_REQUEST, 20 + block, 20 + block);
    }
    Policy policy =
        Policy.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.03)
            .tolerance("hello", VIRTUAL, CAPACITY, 0.03)
            .ceiling("hello", VIRTUAL, CAPACITY, 20_000, true);

    Verdict verdict = run.judged(policy);

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

    MetricVerdict contrast = line(run.judged(Policy.none()), CAPACITY, JudgedMode.CONTRAST);
    assertThat(contrast.value()).isNull();
    assertThat(contrast.reason()).isEqualTo("no contrast: it may be more in block 2 virtual");
  }

  @Test
  void judge_scenarioThatHasNone_isAskedForNone() {
    Run run = Run.of("hello", "sleep");
    for (int block = 1; block <= 12; block++) {
      Sample other = Sample.of(CPU_PER_REQUEST, 20 + block);
      run.pair(block, VIRTUAL, CAPACITY, 20_000 + block, 20_000 + block);
      run.base(block, VIRTUAL, "sleep", other).sample(block, VIRTUAL, "sleep", other);
    }
    Policy policy =
        Policy.none()
            .everyTolerance("hello", VIRTUAL, CAPACITY, 0.03)
            .everyTolerance("sleep", VIRTUAL, CAPACITY, 0.03);

    Verdict verdict = run.judged(policy);
    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.metrics())
        .filteredOn(line -> line.metric() == CAPACITY && line.gate())
        .extracting(MetricVerdict::scenario)
        .containsExactly("hello");
  }

  private static MetricVerdict limited(Run run, double ceiling) {
    Policy policy = Policy.none().ceiling("hello", VIRTUAL, CAPACITY, ceiling, true);
    return line(run.judged(policy), CAPACITY, JudgedMode.VIRTUAL);
  }
}
