package loomwatch.judge.verdict;

import static loomwatch.judge.verdict.Run.line;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.LATENCY_P99;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An absolute limit accuses head of what base kept, and of nothing that was so before. */
class BaseLimitsTest {
  private static final TestThresholds CEILING =
      TestThresholds.none().ceiling("hello", VIRTUAL, LATENCY_P99, 0.05, true);
  private static final TestThresholds HALF = TestThresholds.none().ratio("hello", LATENCY_P99, 0.5);
  private static final double PLATFORM_P99 = 0.1;

  @ParameterizedTest
  @CsvSource({
    "true, 0.02, 0.08, REGRESSED",
    "false, 0.02, 0.08, REGRESSED",
    "true, 0.08, 0.1, REGRESSED",
    "false, 0.08, 0.1, REGRESSED",
    "true, 0.08, 0.02, PASS"
  })
  void judge_headThatIsWorseOrBetterThanBase_isJudgedByCeilingAndRatio(
      boolean ceiling, double base, double head, Outcome outcome) {
    Verdict verdict = judge(ceiling ? CEILING : HALF, base, head);
    JudgedMode mode = ceiling ? JudgedMode.VIRTUAL : JudgedMode.RATIO;

    assertThat(verdict.verdict()).isEqualTo(outcome);
    assertThat(line(verdict, LATENCY_P99, mode).gate()).isTrue();
    assertThat(line(verdict, LATENCY_P99, mode).doubts()).isEmpty();
  }

  @Test
  void judge_baseIsAboveTheCeilingToo_informs() {
    Verdict verdict = judge(CEILING, 0.08, 0.08);

    MetricVerdict line = line(verdict, LATENCY_P99, JudgedMode.VIRTUAL);
    assertThat(verdict.verdict()).as("nothing gates any more").isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.gate()).isFalse();
    assertThat(line.reason())
        .isEqualTo(
            "mean of 12 launches 80 ms, with 95 % confidence at least 79.6 ms: above the ceiling"
                + " of 50 ms; base, 80 ms [79.6 ms, 80.4 ms], is not shown to keep it either");
    assertThat(verdict.warnings())
        .contains(
            "hello virtual latency-p99 was to be blocking and is informational: " + line.reason());
  }

  /** That it informs the thresholds say; a tolerance beside it gates. */
  @Test
  void judge_baseIsAboveACeilingThatInforms_isNotWarnedOf() {
    TestThresholds thresholds =
        TestThresholds.none()
            .ceiling("hello", VIRTUAL, LATENCY_P99, 0.05, false)
            .tolerance("hello", VIRTUAL, LATENCY_P99, 0.1);

    assertThat(judge(thresholds, 0.08, 0.08).warnings())
        .noneMatch(warning -> warning.contains("informs"));
  }

  @Test
  void judge_baseHasAnOutlierAndHeadIsWorse_isRegressed() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      run.pair(round, VIRTUAL, LATENCY_P99, round == 6 ? 0.09 : 0.02, 0.08);
    }

    assertThat(run.judged(CEILING).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_oneLaunchOfHead_isInconclusiveAsEver() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 5; round++) {
      run.base(round, VIRTUAL, "hello", Sample.of(LATENCY_P99, 0.08));
    }
    run.sample(1, VIRTUAL, "hello", Sample.of(LATENCY_P99, 0.08));

    MetricVerdict line = line(run.judged(CEILING), LATENCY_P99, JudgedMode.VIRTUAL);
    assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.gate()).isTrue();
  }

  @Test
  void judge_unchangedAboveTheCeiling_isHardlyEverRegressed() {
    Random random = new Random(11);
    int regressed = 0;
    for (int run = 0; run < 400; run++) {
      Run same = Run.of("hello");
      for (int round = 1; round <= 11; round++) {
        same.pair(round, VIRTUAL, LATENCY_P99, any(random), any(random));
      }
      Verdict verdict = same.judged(CEILING);
      regressed += verdict.verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors above the 5 % that limits have.
    assertThat(regressed).isLessThanOrEqualTo(37);
  }

  /** About 60 ms, by a third. */
  private static double any(Random random) {
    return 0.06 * Math.exp(random.nextGaussian() / 3);
  }

  @Test
  void judge_ceilingLiesInBothIntervals_informs() {
    Run run = run(0.05, 0.05).sample(13, VIRTUAL, "hello", Sample.of(LATENCY_P99, 0.06));

    MetricVerdict line = line(run.judged(CEILING), LATENCY_P99, JudgedMode.VIRTUAL);
    assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line.gate()).isFalse();
  }

  @Test
  void judge_baseIsAboveTheRatiosLimitToo_informs() {
    MetricVerdict line = line(judge(HALF, 0.08, 0.08), LATENCY_P99, JudgedMode.RATIO);

    assertThat(line.gate()).isFalse();
    assertThat(line.reason()).contains("; base, 0.8 [").endsWith("is not shown to keep it either");
  }

  @Test
  void judge_runOfHeadAlone_gatesAsEver() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, LATENCY_P99, 0.08, 0.081, 0.079);

    assertThat(run.judged(CEILING).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  private static Verdict judge(TestThresholds thresholds, double base, double head) {
    return run(base, head).judged(thresholds);
  }

  /** Twelve rounds; values of virtual threads lie within a hundredth. */
  private static Run run(double base, double head) {
    Run run = Run.of("hello");
    for (int round = 1; round <= 12; round++) {
      double apart = 1 + (round % 2 == 0 ? 0.01 : -0.01);
      run.pair(round, PLATFORM, LATENCY_P99, PLATFORM_P99, PLATFORM_P99);
      run.pair(round, VIRTUAL, LATENCY_P99, base * apart, head * apart);
    }
    return run;
  }
}
