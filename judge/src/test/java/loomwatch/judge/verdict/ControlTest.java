package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CONTROL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LIVE_SET;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** The host beside one variant and beside the other, while the service got a fifth slower. */
class ControlTest {
  private static final TestThresholds FIVE_PERCENT =
      TestThresholds.none()
          .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
          .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  @Test
  void judge_hostMovedByMoreThanTheChange_claimsNone() {
    Verdict verdict = verdict(6, 1.3);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.warnings())
        .anyMatch(warning ->
            warning.matches(
                "the same work on the server's CPUs took \\+(29|30)\\.\\d % with head \\(p below 0.0001 over 6 rounds\\): .*"));
    assertThat(verdict.metrics())
        .anySatisfy(line ->
            assertThat(line.reason())
                .containsPattern(
                    "; the host itself moved by (29|30)\\.\\d+ % between the variants"));
    assertThat(FollowedChange.in(verdict, Optional.empty()))
        .as("what a bisection follows")
        .isEmpty();
  }

  /** How fast a machine is does not move bytes. */
  @Test
  void judge_hostMovedAndBytesGrew_isRegressed() {
    Run run = run(6, 1.3, round -> Sample.of(LIVE_SET, 1e6), round -> Sample.of(LIVE_SET, 1.2e6));
    TestThresholds thresholds = TestThresholds.none().tolerance("hello", VIRTUAL, LIVE_SET, 0.05);

    assertThat(run.judged(thresholds).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_hostMovedAndNothingChanged_passesNoTime() {
    Run run = run(6, 1.06, round -> cpu(1 + round / 1e3), round -> cpu(1 + round / 1e3));

    assertThat(run.judged(FIVE_PERCENT).verdict()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void judge_hostMovedByLessThanTheChangeOrNotAtAll_isRegressed() {
    assertThat(verdict(6, 1.03).verdict()).as("by less").isEqualTo(Outcome.REGRESSED);
    Verdict verdict = verdict(6, 1.001);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(FollowedChange.in(verdict, Optional.empty())).isPresent();
  }

  /** What the control took with head, as a multiple of what it took with base. */
  private static Verdict verdict(int rounds, double factor) {
    return run(rounds, factor, round -> cpu(1 + round / 1e3), round -> cpu(1.2))
        .judged(FIVE_PERCENT);
  }

  private static Run run(
      int rounds, double factor, IntFunction<Sample> ofBase, IntFunction<Sample> ofHead) {
    Random random = new Random(3);
    Run run = Run.of("hello");
    for (int round = 1; round <= rounds; round++) {
      for (Mode mode : Mode.values()) {
        double base = 0.02 * Math.exp(random.nextGaussian() / 300);
        double head = base * factor * Math.exp(random.nextGaussian() / 1e3);
        run.base(round, mode, "hello", ofBase.apply(round), Sample.of(CONTROL, base));
        run.sample(round, mode, "hello", ofHead.apply(round), Sample.of(CONTROL, head));
      }
    }
    return run;
  }

  private static Sample cpu(double value) {
    return Sample.of(CPU_PER_REQUEST, value);
  }
}
