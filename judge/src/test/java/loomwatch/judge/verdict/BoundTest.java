package loomwatch.judge.verdict;

import static loomwatch.results.Metric.CAPACITY;
import static loomwatch.results.Mode.PLATFORM;
import static loomwatch.results.Mode.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** Capacities of which only is known that they are at least so much. */
class BoundTest {
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
