package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Origin;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.trend.Alert.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of an alert when the comparison it waits for cannot tell, or cannot be made. */
final class CommitComparisonTest {
  private static final String INCONCLUSIVE = "comparison run-80 was inconclusive";
  private static final String IN_VAIN =
      "measuring it again failed 2 times, and is not asked for any more";

  private static Past suspected() {
    return Past.regressed(80);
  }

  private static Confirmation between59And60(Confirmation.ComparedMetric... lines) {
    return new Confirmation(Past.commit(59), Past.commit(60), List.of(lines), null, null);
  }

  private static Alert alert(Past past) {
    return past.judged().alerts().getFirst();
  }

  static List<Arguments> answers() {
    return List.of(
        arguments(
            suspected().compared(59, 60, "virtual", "latency-p90", "pass"),
            Status.SUSPECTED,
            INCONCLUSIVE),
        arguments(suspected().answered(between59And60()), Status.SUSPECTED, INCONCLUSIVE),
        arguments(
            suspected().compared(59, 60, "virtual", "latency-p99", "inconclusive"),
            Status.SUSPECTED,
            INCONCLUSIVE),
        arguments(
            suspected().unmeasured(59, 60, "hello", Cause.ALIKE),
            Status.NOT_REPRODUCED,
            "once built, both commits are alike in all that was to be measured"),
        arguments(suspected().invalid(59, 60).invalid(59, 60), Status.SUSPECTED, IN_VAIN),
        arguments(
            suspected()
                .unmeasured(59, 60, "hello", Cause.FAILED)
                .unmeasured(59, 60, "hello", Cause.FAILED),
            Status.SUSPECTED,
            IN_VAIN),
        arguments(
            suspected()
                .unmeasured(59, 60, "hello", Cause.FAILED)
                .compared(59, 60, "virtual", "latency-p99", "regressed"),
            Status.CONFIRMED,
            "comparison run-81 found it again: hello virtual latency-p99 is worse by 5.0 %"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void of_answer_isNotedAndNotAskedForAgain(Past past, Status status, String note) {
    Alert alert = alert(past);

    assertThat(alert.status()).isEqualTo(status);
    assertThat(alert.note()).isEqualTo(note);
    assertThat(alert.comparison()).isEqualTo(past.history().entries().getLast().id());
    assertThat(Remeasurement.of(past.judged())).isEmpty();
  }

  /** Where the host moved, or launches were lost: another day it may be valid. */
  static List<Past> noAnswers() {
    Confirmation.ComparedMetric other =
        new Confirmation.ComparedMetric(
            "sleep-50", "virtual", "latency-p99", "pass", 0.0, null, null);
    Past everyNight = suspected();
    for (int night = 0; night < 5; night++) {
      everyNight.compared(20, 50 + night, "virtual", "latency-p99", "pass");
    }
    return List.of(
        suspected().answered(between59And60(other)),
        suspected().unmeasured(59, 60, "jmh-create", Cause.ALIKE),
        suspected().unmeasured(59, 60, "hello", Cause.FAILED),
        suspected().invalid(59, 60),
        // Before the change came, or between commits that both have it.
        suspected().compared(40, 59, "virtual", "latency-p99", "pass"),
        suspected().compared(60, 79, "virtual", "latency-p99", "pass"),
        // A night's, of what it measures.
        suspected().compared(40, 79, "virtual", "latency-p90", "pass"),
        // Those that answer to no alert are no measuring in vain.
        everyNight);
  }

  @ParameterizedTest
  @MethodSource("noAnswers")
  void of_noAnswer_isStillAskedFor(Past past) {
    assertThat(alert(past).status()).isEqualTo(Status.SUSPECTED);
    assertThat(Remeasurement.of(past.judged())).isPresent();
  }

  @Test
  void of_failedOnce_isNoted() {
    String once = "measuring it again failed once";

    assertThat(alert(suspected().invalid(59, 60)).note()).isEqualTo(once);
    assertThat(alert(suspected().unmeasured(59, 60, "hello", Cause.FAILED)).note()).isEqualTo(once);
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
            new Confirmation.ComparedMetric(
                "hello", "virtual", "latency-p99", "regressed", 6.0, null, null))
        .from(new Origin("hello", "virtual", metric, Past.commit(60), last, 0.91));
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

  /** A machine that is back, or a revert: the comparison of then says nothing of today. */
  @Test
  void of_recoveryThatWasShownBeforeTheLossReturned_closesNothing() {
    Past past =
        new Past(5)
            .tail(120, run -> run >= 60 && run < 90 ? 1.08 : 1)
            .compared(59, 60, "virtual", "latency-p99", "regressed")
            .compared(50, 110, "virtual", "latency-p99", "pass");
    assertThat(past.judged().alerts()).noneMatch(Alert::actionable);

    past.tail(20, run -> 1.08);

    assertThat(past.judged().alerts()).anyMatch(Alert::actionable);
  }
}
