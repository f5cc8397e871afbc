package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Origin;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.trend.Alert.Status;
import org.junit.jupiter.api.Test;

/** What becomes of an alert when the comparison it waits for cannot tell, or cannot be made. */
final class ProofTest {

  /** p99 of virtual mode 6 % worse from run 60 on. */
  private static Past suspected() {
    return new Past(1)
        .runs(
            80,
            "host-a",
            (series, run) -> run >= 60 && series.equals(Past.USUAL.get(1)) ? 1.06 : 1);
  }

  private static Confirmation between59And60(Confirmation.ComparedMetric... lines) {
    return new Confirmation(Past.commit(59), Past.commit(60), List.of(lines), null, null);
  }

  private static Alert alert(Past past) {
    return past.judged().alerts().getFirst();
  }

  private static void assertAnswered(Past past, Status status, String note) {
    Alert alert = alert(past);
    assertThat(alert.status()).isEqualTo(status);
    assertThat(alert.note()).isEqualTo(note);
    assertThat(alert.comparison()).isEqualTo(lastId(past));
    assertThat(Remeasurement.of(past.judged())).isEmpty();
  }

  private static String lastId(Past past) {
    return past.history().entries().getLast().id();
  }

  @Test
  void of_comparisonOfOtherMetrics_staysSuspectedAndIsNotAskedForAgain() {
    assertAnswered(
        suspected().compared(59, 60, "virtual", "latency-p90", "pass"),
        Status.SUSPECTED,
        "comparison run-80 could not tell");
  }

  @Test
  void of_comparisonWithoutALine_staysSuspectedAndIsNotAskedForAgain() {
    assertAnswered(
        suspected().answered(between59And60()),
        Status.SUSPECTED,
        "comparison run-80 could not tell");
  }

  @Test
  void of_comparisonThatCouldNotTell_staysSuspectedAndIsNotAskedForAgain() {
    assertAnswered(
        suspected().compared(59, 60, "virtual", "latency-p99", "inconclusive"),
        Status.SUSPECTED,
        "comparison run-80 could not tell");
  }

  @Test
  void of_comparisonWhoseCommitWasFound_namesIt() {
    assertThat(alert(suspected().answered(from("latency-p99", Past.commit(60)))).note())
        .isEqualTo(
            "comparison run-80 found it again: hello virtual latency-p99 is worse by 6.0 %; it"
                + " came with commit "
                + Past.commit(60).substring(0, 8)
                + ", with a probability of 91 %");
    assertThat(alert(suspected().answered(from("cpu-per-request", "f".repeat(40)))).note())
        .endsWith(
            "; hello virtual cpu-per-request came with one of the commits from %s to ffffffff, with a probability of 91 %%"
                .formatted(Past.commit(60).substring(0, 8)));
  }

  private static Confirmation from(String metric, String last) {
    return between59And60(
            new Confirmation.ComparedMetric("hello", "virtual", "latency-p99", "regressed", 6.0))
        .from(new Origin("hello", "virtual", metric, Past.commit(60), last, 0.91));
  }

  @Test
  void of_comparisonOfAnotherScenario_isStillAskedFor() {
    Confirmation.ComparedMetric other =
        new Confirmation.ComparedMetric("sleep-50", "virtual", "latency-p99", "pass", 0.0);
    Past past = suspected().answered(between59And60(other));

    assertThat(alert(past).comparison()).isNull();
    assertThat(Remeasurement.of(past.judged())).isPresent();
  }

  @Test
  void of_comparisonOfOtherMetricsAfterItWasConfirmed_staysConfirmed() {
    Past past =
        suspected()
            .compared(59, 60, "virtual", "latency-p99", "regressed")
            .compared(59, 60, "virtual", "latency-p90", "pass")
            .unmeasured(59, 60, "hello", Cause.FAILED);

    assertThat(alert(past).status()).isEqualTo(Status.CONFIRMED);
    assertThat(alert(past).comparison()).isEqualTo("run-80");
  }

  @Test
  void of_commitsAlike_isNotReproduced() {
    assertAnswered(
        suspected().unmeasured(59, 60, "hello", Cause.ALIKE),
        Status.NOT_REPRODUCED,
        "once built, both commits are alike in all that was to be measured");
  }

  @Test
  void of_commitsAlikeInAnotherScenario_isStillAskedFor() {
    Past past = suspected().unmeasured(59, 60, "jmh-create", Cause.ALIKE);

    assertThat(alert(past).status()).isEqualTo(Status.SUSPECTED);
    assertThat(Remeasurement.of(past.judged())).isPresent();
  }

  @Test
  void of_failedOnce_isAskedForOnceMore() {
    Past past = suspected().unmeasured(59, 60, "hello", Cause.FAILED);

    assertThat(alert(past).status()).isEqualTo(Status.SUSPECTED);
    assertThat(alert(past).note()).isEqualTo("measuring it again failed once");
    assertThat(Remeasurement.of(past.judged())).isPresent();
  }

  /** The host moved, or launches were lost: another day it may be valid. */
  @Test
  void of_invalidOnce_isAskedForOnceMore() {
    Past past = suspected().invalid(59, 60);

    assertThat(alert(past).note()).isEqualTo("measuring it again failed once");
    assertThat(Remeasurement.of(past.judged())).isPresent();
    assertAnswered(
        past.invalid(59, 60),
        Status.SUSPECTED,
        "measuring it again failed 2 times, and is not asked for any more");
  }

  @Test
  void of_failedTwice_staysSuspectedAndIsNotAskedForAgain() {
    assertAnswered(
        suspected()
            .unmeasured(59, 60, "hello", Cause.FAILED)
            .unmeasured(59, 60, "hello", Cause.FAILED),
        Status.SUSPECTED,
        "measuring it again failed 2 times, and is not asked for any more");
  }

  @Test
  void of_failedAndThenMeasured_isWhatTheComparisonSaid() {
    assertAnswered(
        suspected()
            .unmeasured(59, 60, "hello", Cause.FAILED)
            .compared(59, 60, "virtual", "latency-p99", "regressed"),
        Status.CONFIRMED,
        "comparison run-81 found it again: hello virtual latency-p99 is worse by 5.0 %");
  }

  /** Such as a night's, before the change came, or between commits that both have it. */
  @Test
  void of_comparisonThatDoesNotSpanTheChange_isNoAnswer() {
    for (int[] commits : new int[][] {{40, 59}, {60, 79}}) {
      Past past = suspected().compared(commits[0], commits[1], "virtual", "latency-p99", "pass");

      assertThat(alert(past).status()).isEqualTo(Status.SUSPECTED);
      assertThat(Remeasurement.of(past.judged())).isPresent();
    }
  }

  /** A night's, of what it measures; the targeted one is still wanted. */
  @Test
  void of_widerComparisonThatSaysNothingOfTheSeries_isNoAnswer() {
    Past past = suspected().compared(40, 79, "virtual", "latency-p90", "pass");

    assertThat(Remeasurement.of(past.judged())).isPresent();
  }

  /** Those that answer to no alert are no measuring in vain. */
  @Test
  void of_comparisonsOfEveryNight_keepNothingFromBeingMeasured() {
    Past past = suspected();
    for (int night = 0; night < 5; night++) {
      past.compared(20, 50 + night, "virtual", "latency-p99", "pass");
    }

    assertThat(Remeasurement.of(past.judged())).isPresent();
  }

  /** A machine that is back, or a revert: the comparison of then says nothing of today. */
  @Test
  void of_recoveryThatWasShownBeforeTheLossReturned_closesNothing() {
    Past past =
        new Past(5)
            .runs(
                120,
                "host-a",
                (series, run) ->
                    series.equals(Past.USUAL.get(1)) && run >= 60 && run < 90 ? 1.08 : 1)
            .compared(59, 60, "virtual", "latency-p99", "regressed")
            .compared(50, 110, "virtual", "latency-p99", "pass");
    assertThat(past.judged().alerts()).noneMatch(Alert::actionable);

    past.runs(20, "host-a", (series, run) -> series.equals(Past.USUAL.get(1)) ? 1.08 : 1);

    assertThat(past.judged().alerts()).anyMatch(Alert::actionable);
  }
}
