package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** A head that fails must not pass on the launches it survived. */
class FailureTest {
  private static final Policy POLICY =
      Policy.none().tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  @Test
  void judge_headCrashedInOneBlock_isInvalidThoughTheRestIsFine() {
    Verdict verdict = verdict(same(12).fails("head", 3, VIRTUAL, "hello", Reason.SERVER_DIED));

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(line(verdict).reason())
        .isEqualTo(
            "1 launch failed by itself: server-died (virtual block 3); what is left is chosen by"
                + " its value and cannot pass");
  }

  @Test
  void judge_headDidNotKeepTheRateInOneBlock_isInvalid() {
    Run run = same(12).fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);

    assertThat(verdict(run).verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_headFailedInEveryBlock_isRegressed() {
    Run run = same(6);
    for (int block = 1; block <= 6; block++) {
      run.fails("head", block, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);
    }
    Verdict verdict = verdict(run);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line(verdict).reason())
        .startsWith(
            "6 launches failed by themselves: rate-not-reached (virtual block 1), rate-not-reached"
                + " (virtual block 2), ")
        .endsWith(
            "; base did not in those blocks (adjusted p 0.00108, at most the look's α of 0.02)");
  }

  @Test
  void judge_headFailedWhereNothingGates_isInvalid() {
    Run run = same(6).fails("head", 3, PLATFORM, "hello", Reason.SERVER_NOT_READY);
    Verdict verdict = verdict(run);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.invalid())
        .contains(
            "hello platform: 1 launch failed by itself: server-not-ready (platform block 3); what"
                + " is left is chosen by its value and cannot pass");
  }

  @Test
  void judge_bothArmsFailedInABlock_leavesItOut() {
    Run run =
        same(7)
            .fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED)
            .fails("base", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);

    assertThat(verdict(run).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_generatorStalledBesideHead_leavesTheBlockOut() {
    Run run =
        same(7)
            .fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED, Reason.GENERATOR_STALLED);

    assertThat(verdict(run).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_regressedBesideAFailure_staysRegressed() {
    Run run = changed(12, 1.2).fails("head", 3, VIRTUAL, "hello", Reason.SERVER_DIED);

    assertThat(verdict(run).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_runWhoseSlowLaunchesAreMissing_isInvalidNotPassed() {
    Run run = Run.of("hello").measured("hello", VIRTUAL, CPU_PER_REQUEST, 0.5, 0.5, 0.5, 0.5);
    run.fails("head", 2, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);
    run.fails("head", 3, VIRTUAL, "hello", Reason.RATE_NOT_REACHED);
    Policy ceiling = Policy.none().ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 1, true);

    Verdict verdict = Judge.judge(run.record(), ceiling.thresholds());

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void judge_contrastOfWhatSurvived_isInvalidNotPassed() {
    Run run =
        Run.of("hello")
            .measured("hello", VIRTUAL, CPU_PER_REQUEST, 0.5, 0.5, 0.5, 0.5)
            .measured("hello", PLATFORM, CPU_PER_REQUEST, 1, 1, 1, 1)
            .fails("head", 2, VIRTUAL, "hello", Reason.ERRORS);
    Policy contrast = Policy.none().contrast("hello", CPU_PER_REQUEST, 0.9);

    Verdict verdict = Judge.judge(run.record(), contrast.thresholds());

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
  }

  /** Both arms fail in three launches of ten, whatever the block: nothing changed. */
  @Test
  void judge_failuresByChance_areHardlyEverRegressed() {
    int regressed = 0;
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Run run = same(12);
      for (int block = 1; block <= 12; block++) {
        for (String arm : new String[] {"base", "head"}) {
          if (random.nextDouble() < 0.3) {
            run.fails(arm, block, VIRTUAL, "hello", Reason.SERVER_DIED);
          }
        }
      }
      regressed += verdict(run).verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors above the α of .03.
    assertThat(regressed).isLessThanOrEqualTo(15);
  }

  private static Run same(int blocks) {
    return changed(blocks, 1);
  }

  private static Run changed(int blocks, double factor) {
    Random random = new Random(7);
    Run run = Run.of("hello");
    for (int block = 1; block <= blocks; block++) {
      for (Mode mode : Mode.values()) {
        double base = Math.exp(random.nextGaussian() / 10);
        double head = base * factor * Math.exp(random.nextGaussian() / 200);
        run.base(block, mode, "hello", Sample.of(CPU_PER_REQUEST, base));
        run.sample(block, mode, "hello", Sample.of(CPU_PER_REQUEST, head));
      }
    }
    return run;
  }

  private static MetricVerdict line(Verdict verdict) {
    return verdict.metrics().stream()
        .filter(
            line -> line.mode() == JudgedMode.VIRTUAL && line.metric() == Metric.CPU_PER_REQUEST)
        .findFirst()
        .orElseThrow();
  }

  private static Verdict verdict(Run run) {
    return Judge.judge(run.record(), POLICY.thresholds());
  }
}
