package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.EXCEPTIONS;
import static loomwatch.results.Metric.SQL_STATEMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.results.Count;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;

/** What a bisection follows where requests do more: a count, whose size is both levels. */
class FollowedCountTest {
  private final Run run = Run.of("hello");

  @Test
  void in_countGrewAndCpuToo_isTheCount() {
    for (int round = 1; round <= 6; round++) {
      run.pair(round, PLATFORM, CPU_PER_REQUEST, 1 + round / 1e3, 2 + round / 1e3);
      counted(round, VIRTUAL, 12, 24);
    }
    Verdict verdict =
        run.judged(TestThresholds.none().tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05));

    FollowedChange followed = FollowedChange.in(verdict, Optional.empty()).orElseThrow();
    assertThat(followed).isEqualTo(new FollowedChange("hello", JudgedMode.VIRTUAL, SQL_STATEMENTS));
    assertThat(followed.in(verdict)).contains(new Size.NoRatio(12, 24));
    assertThat(FollowedChange.in(verdict, Optional.of(CPU_PER_REQUEST)))
        .contains(new FollowedChange("hello", JudgedMode.PLATFORM, CPU_PER_REQUEST));
    assertThat(FollowedChange.in(verdict, Optional.of(EXCEPTIONS))).isEmpty();
  }

  /** What a commit in between shows; a single round is one observation of each mode. */
  @Test
  void in_countOfOneRound_isBothLevels() {
    counted(1, PLATFORM, 12, 12);
    counted(1, VIRTUAL, 12, 12);
    Verdict verdict = run.judged(TestThresholds.none());

    assertThat(FollowedChange.in(verdict, Optional.of(SQL_STATEMENTS))).isEmpty();
    assertThat(new FollowedChange("hello", JudgedMode.VIRTUAL, SQL_STATEMENTS).in(verdict))
        .contains(new Size.NoRatio(12, 12));
  }

  private void counted(int round, Mode mode, long base, long head) {
    run.counted("base", round, mode, counts(base));
    run.counted("head", round, mode, counts(head));
  }

  private static List<Count> counts(long perRequest) {
    return List.of(new Count(SQL_STATEMENTS, null, "select ?", 100 * perRequest, 100));
  }
}
