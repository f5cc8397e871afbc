package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.results.Metric.CONTROL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Mode.PLATFORM;
import static loomwatch.results.Mode.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import loomwatch.judge.bisect.Followed;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The host beside one arm and beside the other, while the subject got a fifth slower. */
class ControlTest {
  private static final Policy FIVE_PERCENT =
      Policy.none()
          .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
          .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  /** Five blocks are the first look at profile quick. */
  @ParameterizedTest
  @CsvSource({"5, 0\\.063", "6, 0\\.031"})
  void judge_hostMovedBetweenTheArms_isInvalidWhateverChanged(int blocks, String p) {
    Verdict verdict = verdict(blocks, 1.03);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(requireNonNull(verdict.comparison()).hostMoved().orElseThrow().sentence())
        .matches(
            "the same work on the server's CPUs took \\+[23]\\.\\d % with head"
                + " \\(p %s over %d blocks\\): .*".formatted(p, blocks));
    assertThat(Followed.in(verdict, Optional.empty())).as("what a bisection follows").isEmpty();
  }

  @Test
  void judge_hostStill_isNotAccused() {
    Verdict verdict = verdict(6, 1.001);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(Followed.in(verdict, Optional.empty())).isPresent();
  }

  /** What the control took with head, as a multiple of what it took with base. */
  private static Verdict verdict(int blocks, double factor) {
    Random random = new Random(3);
    Run run = Run.of("hello");
    for (int block = 1; block <= blocks; block++) {
      for (Mode mode : Mode.values()) {
        double base = 0.02 * Math.exp(random.nextGaussian() / 300);
        double head = base * factor * Math.exp(random.nextGaussian() / 1e3);
        run.base(block, mode, "hello", cpu(1 + block / 1e3), Sample.of(CONTROL, base));
        run.sample(block, mode, "hello", cpu(1.2), Sample.of(CONTROL, head));
      }
    }
    return Judge.judge(run.record(), FIVE_PERCENT.thresholds());
  }

  private static Sample cpu(double value) {
    return Sample.of(CPU_PER_REQUEST, value);
  }
}
