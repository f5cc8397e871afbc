package loomwatch.judge.verdict;

import static loomwatch.judge.thresholds.Terms.Effect.GATE;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Mode.PLATFORM;
import static loomwatch.results.Mode.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** An absolute limit accuses head of what base kept, and of nothing that was so before. */
class BaseLimitsTest {
  private static final Policy CEILING =
      Policy.none().ceiling("hello", VIRTUAL, LATENCY_P99, 0.05, GATE);
  private static final Policy HALF = Policy.none().contrast("hello", LATENCY_P99, 0.5);
  private static final double PLATFORM_P99 = 0.1;

  @Test
  void judge_onlyHeadIsAboveTheCeiling_isRegressed() {
    Verdict verdict = judge(CEILING, 0.02, 0.08);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line(verdict, JudgedMode.VIRTUAL).doubts()).isEmpty();
  }

  @Test
  void judge_baseIsAboveTheCeilingToo_informs() {
    Verdict verdict = judge(CEILING, 0.08, 0.08);

    MetricVerdict line = line(verdict, JudgedMode.VIRTUAL);
    assertThat(verdict.verdict()).isNotEqualTo(Outcome.REGRESSED);
    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.gate()).isFalse();
    assertThat(line.doubts()).containsExactly("base is not shown to keep the limit either: 80 ms");
    assertThat(verdict.warnings())
        .contains("hello virtual latency-p99 was to gate and informs: see its doubts");
  }

  @Test
  void judge_ceilingLiesInBothIntervals_informs() {
    Run run = run(0.05, 0.05).sample(13, VIRTUAL, "hello", Sample.of(LATENCY_P99, 0.06));

    MetricVerdict line = line(Judge.judge(run.record(), CEILING.thresholds()), JudgedMode.VIRTUAL);
    assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.gate()).isFalse();
  }

  @Test
  void judge_headKeepsWhatBaseDoesNot_passes() {
    MetricVerdict line = line(judge(CEILING, 0.08, 0.02), JudgedMode.VIRTUAL);

    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line.gate()).isTrue();
  }

  @Test
  void judge_onlyHeadIsAboveTheContrastsLimit_isRegressed() {
    assertThat(judge(HALF, 0.02, 0.08).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_baseIsAboveTheContrastsLimitToo_informs() {
    MetricVerdict line = line(judge(HALF, 0.08, 0.08), JudgedMode.CONTRAST);

    assertThat(line.gate()).isFalse();
    assertThat(line.doubts()).containsExactly("base is not shown to keep the limit either: 0.8");
  }

  @Test
  void judge_runOfHeadAlone_gatesAsEver() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, LATENCY_P99, 0.08, 0.081, 0.079);

    assertThat(Judge.judge(run.record(), CEILING.thresholds()).verdict())
        .isEqualTo(Outcome.REGRESSED);
  }

  private static Verdict judge(Policy policy, double base, double head) {
    return Judge.judge(run(base, head).record(), policy.thresholds());
  }

  /** Twelve blocks; values of virtual threads lie within a hundredth. */
  private static Run run(double base, double head) {
    Run run = Run.of("hello");
    for (int block = 1; block <= 12; block++) {
      double apart = 1 + (block % 2 == 0 ? 0.01 : -0.01);
      run.base(block, PLATFORM, "hello", Sample.of(LATENCY_P99, PLATFORM_P99));
      run.base(block, VIRTUAL, "hello", Sample.of(LATENCY_P99, base * apart));
      run.sample(block, PLATFORM, "hello", Sample.of(LATENCY_P99, PLATFORM_P99));
      run.sample(block, VIRTUAL, "hello", Sample.of(LATENCY_P99, head * apart));
    }
    return run;
  }

  private static MetricVerdict line(Verdict verdict, JudgedMode mode) {
    List<MetricVerdict> lines =
        verdict.metrics().stream()
            .filter(line -> line.metric() == LATENCY_P99 && line.mode() == mode)
            .toList();
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }
}
