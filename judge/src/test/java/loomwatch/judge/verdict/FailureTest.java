package loomwatch.judge.verdict;

import static loomwatch.judge.verdict.Run.line;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import loomwatch.results.Invalid.Reason;
import org.junit.jupiter.api.Test;

/** A head that fails must not pass on the launches it survived. */
class FailureTest {
  private static final TestThresholds THRESHOLDS =
      TestThresholds.none().tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  @Test
  void judge_headCrashedInOneRound_isInvalidThoughTheRestIsFine() {
    Verdict verdict =
        same(12).fails("head", 3, VIRTUAL, "hello", Reason.SERVER_DIED).judged(THRESHOLDS);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(line(verdict, CPU_PER_REQUEST, JudgedMode.VIRTUAL).reason())
        .isEqualTo(
            "1 launch failed by itself: server-died (virtual round 3); what is left is chosen by"
                + " its value and cannot pass");
  }

  @Test
  void judge_headDidNotKeepTheRateInOneRound_isInvalidUnlessTheGeneratorStalled() {
    Run slow = same(12).fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);
    Run stalled =
        same(7)
            .fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED, Reason.GENERATOR_STALLED);

    assertThat(slow.judged(THRESHOLDS).verdict()).isEqualTo(Outcome.INVALID);
    assertThat(stalled.judged(THRESHOLDS).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_headFailedInEveryRound_isRegressed() {
    Run run = same(6);
    for (int round = 1; round <= 6; round++) {
      run.fails("head", round, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);
    }

    Verdict verdict = run.judged(THRESHOLDS);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line(verdict, CPU_PER_REQUEST, JudgedMode.VIRTUAL).reason())
        .startsWith(
            "6 launches failed by themselves: rate-not-reached (virtual round 1), rate-not-reached"
                + " (virtual round 2), ")
        .endsWith(
            "; base did not in those rounds (adjusted p 0.00108, at most the interim analysis' α of 0.02)");
  }

  @Test
  void judge_headFailedWhereNothingGates_isInvalid() {
    Verdict verdict =
        same(6).fails("head", 3, PLATFORM, "hello", Reason.SERVER_NOT_READY).judged(THRESHOLDS);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.invalid())
        .contains(
            "hello platform: 1 launch failed by itself: server-not-ready (platform round 3); what"
                + " is left is chosen by its value and cannot pass");
  }

  @Test
  void judge_bothVariantsFailedInARound_leavesItOut() {
    Run run =
        same(7)
            .fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED)
            .fails("base", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);

    assertThat(run.judged(THRESHOLDS).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_regressedBesideAFailure_staysRegressed() {
    Run run = Run.changed(12, 1.2, 1.2, 7).fails("head", 3, VIRTUAL, "hello", Reason.SERVER_DIED);

    assertThat(run.judged(THRESHOLDS).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_limitsOfWhatSurvived_areInvalidNotPassed() {
    Run run =
        Run.of("hello")
            .measured("hello", VIRTUAL, CPU_PER_REQUEST, 0.5, 0.5, 0.5, 0.5)
            .measured("hello", PLATFORM, CPU_PER_REQUEST, 1, 1, 1, 1)
            .fails("head", 2, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);

    assertThat(
            run.judged(TestThresholds.none().ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 1, true))
                .verdict())
        .isEqualTo(Outcome.INVALID);
    assertThat(run.judged(TestThresholds.none().ratio("hello", CPU_PER_REQUEST, 0.9)).verdict())
        .isEqualTo(Outcome.INVALID);
  }

  /** Both variants fail in three launches of ten, whatever the round: nothing changed. */
  @Test
  void judge_failuresByChance_areHardlyEverRegressed() {
    int regressed = 0;
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Run run = same(12);
      for (int round = 1; round <= 12; round++) {
        for (String variant : new String[] {"base", "head"}) {
          if (random.nextDouble() < 0.3) {
            run.fails(variant, round, VIRTUAL, "hello", Reason.SERVER_DIED);
          }
        }
      }
      regressed += run.judged(THRESHOLDS).verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors above the α of .03.
    assertThat(regressed).isLessThanOrEqualTo(15);
  }

  private static Run same(int rounds) {
    return Run.changed(rounds, 1, 1, 7);
  }
}
