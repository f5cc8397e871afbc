package loomwatch.trend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.Confirmation;
import loomwatch.trend.BudgetState.Since;
import loomwatch.trend.BudgetState.Spent;
import loomwatch.trend.BudgetState.State;
import org.junit.jupiter.api.Test;

/** What main lost since commits that do not move by themselves. */
final class BudgetTest {
  private static final Budget SINCE_RELEASE =
      new Budget(OptionalDouble.of(0.03), OptionalDouble.empty(), null);

  /** CPU of virtual mode 4 % worse from run 60 on; run 40 was released. */
  private static Past worn() {
    return new Past(2)
        .runs(80, (series, run) -> run >= 60 && series.isCpu() ? 1.04 : 1)
        .released(40, "v1.2");
  }

  private static BudgetState budget(Past past) {
    return past.judged(Accepted.NOTHING, SINCE_RELEASE).budgets().getFirst();
  }

  /** By a comparison of two runs' commits, in percent. */
  private static Confirmation compared(int base, int head, double low, double high) {
    String outcome = low > 0 ? "regressed" : high < 1 ? "pass" : "inconclusive";
    Confirmation.ComparedMetric line =
        new Confirmation.ComparedMetric(
            "hello", "virtual", "cpu-per-request", outcome, (low + high) / 2, low, high);
    return new Confirmation(Past.commit(base), Past.commit(head), List.of(line), null, null);
  }

  @Test
  void judge_lossThatHistoryShows_isSuspected() {
    BudgetState budget = budget(worn());

    assertThat(budget.since()).isEqualTo(Since.RELEASE);
    assertThat(budget.commit()).isEqualTo(Past.commit(40));
    assertThat(budget.release()).isEqualTo("v1.2");
    assertThat(budget.state()).isEqualTo(State.SUSPECTED);
    assertThat(worn().judged().budgets()).as("without a budget").isEmpty();
    Spent most = budget.most().orElseThrow();
    assertThat(most.mode() + " " + most.metric()).isEqualTo("virtual cpu-per-request");
    assertThat(most.percent()).isCloseTo(4, within(1.0));
    assertThat(most.comparison()).isNull();
    assertThat(worn().judged(Accepted.NOTHING, SINCE_RELEASE).verdict())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void judge_lossThatAComparisonShows_isSpent() {
    Past past = worn().answered(compared(40, 79, 3.1, 4.1));

    assertThat(budget(past).state()).isEqualTo(State.SPENT);
    assertThat(budget(past).most().orElseThrow().percent()).isCloseTo(3.6, within(0.1));
    assertThat(past.judged(Accepted.NOTHING, SINCE_RELEASE).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void judge_comparisonWithoutALossOrRecoveredSince_isWithin() {
    Past machine = worn().answered(compared(40, 79, -0.6, 0.8));
    assertThat(budget(machine).state()).isEqualTo(State.WITHIN);
    assertThat(budget(machine).lostPercent()).isLessThan(0.5);

    Past recovered = worn().answered(compared(40, 79, 3.1, 4.1)).quiet(40);
    assertThat(budget(recovered).state()).isEqualTo(State.WITHIN);
  }

  @Test
  void judge_otherMachineSince_isWhatTheComparisonSaid() {
    Past past = worn().runs(3, "host-b", (series, run) -> 1.3).answered(compared(40, 82, 3.1, 4.1));

    assertThat(budget(past).state()).isEqualTo(State.SPENT);
    assertThat(budget(worn().runs(3, "host-b", (series, run) -> 1.3)).state())
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void judge_lossAccepted_isNoLongerCounted() {

    BudgetState budget =
        worn()
            .answered(compared(40, 79, 3.1, 4.1))
            .judged(Past.accepting(60), SINCE_RELEASE)
            .budgets()
            .getFirst();

    assertThat(budget.state()).isEqualTo(State.WITHIN);
    assertThat(budget.lostPercent()).isZero();
  }

  @Test
  void judge_pinThatWasNeverMeasured_isCountedByComparisons() {
    Budget pinned = new Budget(OptionalDouble.empty(), OptionalDouble.of(0.05), "f".repeat(40));
    Past past = worn();
    Confirmation said = compared(40, 79, 5.5, 6.5);
    past.answered(new Confirmation("f".repeat(40), said.head(), said.lines(), null, null));

    BudgetState budget = past.judged(Accepted.NOTHING, pinned).budgets().getFirst();

    assertThat(budget.since()).isEqualTo(Since.PIN);
    assertThat(budget.state()).isEqualTo(State.SPENT);
  }

  @Test
  void ofNight_mainAgainstTheRelease_isAskedOnce() {
    TrendReport report = worn().judged(Accepted.NOTHING, SINCE_RELEASE);
    Remeasurement night = Remeasurement.ofNight(report).orElseThrow();

    assertThat(night.base()).isEqualTo(Past.commit(40));
    assertThat(night.head()).isEqualTo(Past.commit(79));
    assertThat(night.scenario()).isEqualTo("hello");
    assertThat(
            Remeasurement.ofNight(
                worn()
                    .answered(compared(40, 79, 3.1, 4.1))
                    .judged(Accepted.NOTHING, SINCE_RELEASE)))
        .isEmpty();
  }

  @Test
  void ofNight_releaseAndPin_takeTurns() {
    Budget both = new Budget(OptionalDouble.of(0.03), OptionalDouble.of(0.05), Past.commit(10));
    Past past = worn().answered(compared(40, 78, 0.1, 1));

    Remeasurement night = Remeasurement.ofNight(past.judged(Accepted.NOTHING, both)).orElseThrow();

    assertThat(night.base()).isEqualTo(Past.commit(10));
    assertThat(requireNonNull(past.judged(Accepted.NOTHING, both).budgets().getFirst().measured()))
        .isNotNull();
  }
}
