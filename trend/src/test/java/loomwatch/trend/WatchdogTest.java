package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WatchdogTest {
  private static final Instant LAST = Past.BEGIN.plus(Past.STEP.multipliedBy(39));

  @Test
  void judge_noRunForTwoDays_isInvalid() {
    TrendReport report = judged(LAST.plusSeconds(48 * 3600 + 1));

    assertThat(report.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(report.missing()).hasSize(1);
    assertThat(report.missing().getFirst().reason())
        .isEqualTo("no run for 48 hours; after 48 hours that is an alarm");
    assertThat(judged(LAST.plusSeconds(48 * 3600 - 1)).missing()).as("a little less").isEmpty();
  }

  @Test
  void judge_noRunForTwoDaysAsNoCommitCame_isFine() {
    TrendReport report =
        TrendJudge.judge(
            new Past(1).quiet(40).history(),
            Accepted.NOTHING,
            LAST.plusSeconds(48 * 3600 + 1),
            TrendFloors.NONE,
            new KnownCommits(true, Set.of()),
            Budget.NONE);

    assertThat(report.missing()).isEmpty();
  }

  @Test
  void judge_olderRunAddedLate_isNoSilence() {
    History of = new Past(1).quiet(40).history();
    List<HistoryEntry> entries = new ArrayList<>(of.entries());
    entries.add(entries.remove(0));

    TrendReport report =
        TrendJudge.judge(new History(entries, of.head()), Accepted.NOTHING, LAST.plusSeconds(60));

    assertThat(report.missing()).isEmpty();
  }

  @Test
  void judge_clockBeforeTheLastRun_isAWarning() {
    assertThat(judged(LAST.minusSeconds(60)).warnings())
        .containsExactly(
            "the newest run, run-39, is of 2026-06-10T18:00:00Z, which has not come yet: a clock is"
                + " wrong");
  }

  @Test
  void judge_metricGone_isNamed() {
    TrendReport report = gone().judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(report.missing()).hasSize(1);
    MissingData missing = report.missing().getFirst();
    assertThat(missing.scenario() + " " + missing.mode() + " " + missing.metric())
        .isEqualTo("hello virtual cpu-per-request");
    assertThat(missing.last().index()).isEqualTo(38);
    assertThat(missing.reason())
        .isEqualTo(
            "not in the last run; usually it is in every one; if that is meant, accept it in"
                + " accepted.yaml");
  }

  @Test
  void judge_metricGoneForLong_isStillNamedUntilItIsAccepted() {
    Past past = gone().runs(100, (series, run) -> series.isCpu() ? Double.NaN : 1);
    assertThat(past.judged().missing()).hasSize(1);

    Accepted accepted = Past.accepting(Past.commit(39), null, null, "cpu-per-request");
    assertThat(gone().judged(accepted).missing()).isEmpty();
  }

  static List<Past> untold() {
    return List.of(
        // Where the generator could make no more load it is not known.
        new Past(1).bearing(40, run -> run == 39 ? Double.NaN : 1),
        // A launch with too few collections tells neither.
        gone().renamed("cpu-per-request", "collector-cpu-per-request"),
        gone().renamed("cpu-per-request", "promoted-per-request"),
        // Measured in every fifth run.
        new Past(1).runs(44, (series, run) -> series.isCpu() && run % 5 != 0 ? Double.NaN : 1));
  }

  @ParameterizedTest
  @MethodSource("untold")
  void judge_metricThatNeedNotBeInEveryRun_isNotMissed(Past past) {
    assertThat(past.judged().missing()).isEmpty();
  }

  private static Past gone() {
    return new Past(1).runs(40, (series, run) -> run == 39 && series.isCpu() ? Double.NaN : 1);
  }

  private static TrendReport judged(Instant now) {
    return TrendJudge.judge(new Past(1).quiet(40).history(), Accepted.NOTHING, now);
  }
}
