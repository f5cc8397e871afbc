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
    for (int round = 1; round <= 12; round++) {
      run.base(round, VIRTUAL, "hello", capacity(base));
      run.sample(round, VIRTUAL, "hello", capacity(head));
    }
    TestThresholds thresholds = TestThresholds.none().tolerance("hello", VIRTUAL, CAPACITY, 0.03);
    MetricVerdict line = line(run.judged(thresholds), CAPACITY, JudgedMode.VIRTUAL);

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
    for (int round = 1; round <= 3; round++) {
      run.sample(round, VIRTUAL, "hello", BOUND);
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
    for (int round = 1; round <= 12; round++) {
      run.pair(round, VIRTUAL, CPU_PER_REQUEST, 20 + round, 20 + round);
    }
    TestThresholds thresholds =
        TestThresholds.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.03)
            .tolerance("hello", VIRTUAL, CAPACITY, 0.03)
            .ceiling("hello", VIRTUAL, CAPACITY, 20_000, true);

    Verdict verdict = run.judged(thresholds);

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.metrics()).extracting(MetricVerdict::metric).doesNotContain(CAPACITY);
  }

  @Test
  void judge_oneModeMayBearMore_hasNoRatio() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 3; round++) {
      run.sample(round, PLATFORM, "hello", Sample.of(CAPACITY, 20_000 + round));
      run.sample(round, VIRTUAL, "hello", round == 2 ? BOUND : Sample.of(CAPACITY, 29_000));
    }

    MetricVerdict ratio = line(run.judged(TestThresholds.none()), CAPACITY, JudgedMode.RATIO);
    assertThat(ratio.value()).isNull();
    assertThat(ratio.reason()).isEqualTo("no ratio: it may be more in round 2 virtual");
  }

  @Test
  void judge_scenarioThatHasNone_isAskedForNone() {
    Run run = Run.of("hello", "sleep");
    for (int round = 1; round <= 12; round++) {
      Sample other = Sample.of(CPU_PER_REQUEST, 20 + round);
      run.pair(round, VIRTUAL, CAPACITY, 20_000 + round, 20_000 + round);
      run.base(round, VIRTUAL, "sleep", other).sample(round, VIRTUAL, "sleep", other);
    }
    TestThresholds thresholds =
        TestThresholds.none()
            .everyTolerance("hello", VIRTUAL, CAPACITY, 0.03)
            .everyTolerance("sleep", VIRTUAL, CAPACITY, 0.03);

    Verdict verdict = run.judged(thresholds);
    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.metrics())
        .filteredOn(line -> line.metric() == CAPACITY && line.gate())
        .extracting(MetricVerdict::scenario)
        .containsExactly("hello");
  }

  private static MetricVerdict limited(Run run, double ceiling) {
    TestThresholds thresholds =
        TestThresholds.none().ceiling("hello", VIRTUAL, CAPACITY, ceiling, true);
    return line(run.judged(thresholds), CAPACITY, JudgedMode.VIRTUAL);
  }
}
