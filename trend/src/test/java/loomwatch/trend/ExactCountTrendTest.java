package loomwatch.trend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.Confirmation;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL statements per request, run by run: the same for the same work, or varying. */
final class ExactCountTrendTest {

  @ParameterizedTest
  @CsvSource({
    "12 12 12 12 13 13 13, 12 → 13 per request",
    "0 0 0 0 1 1 1, 0 → 1 per request",
    "12 12 12 12 13 13, 12 → 13 per request",
    "12 12.001 12 12 13.001 13, 12 → 13 per request",
    "200 200 200 200 201 201, 200 → 201 per request",
    "4 4 4 4 4.2 4.2 4.2, 4 → 4.2 per request",
    "0 0 0 0 0.1 0.1 0.1, 0 → 0.1 per request"
  })
  void judge_exactStep_isAnAlertAtThatCommit(String counts, String told) {
    TrendReport report = counted(counts).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.alerts())
        .singleElement()
        .satisfies(alert -> {
          assertThat(alert.status()).isEqualTo(Status.SUSPECTED);
          assertThat(alert.direction()).isEqualTo(Change.WORSE);
          assertThat(alert.kind()).isEqualTo(Alert.Kind.STEP);
          assertThat(requireNonNull(alert.lastGood()).index()).isEqualTo(3);
          assertThat(alert.firstBad().index()).isEqualTo(4);
          assertThat(alert.detectedAt().index()).isEqualTo(5);
          assertThat(requireNonNull(alert.again()).base()).isEqualTo(Past.commit(3));
          assertThat(alert.again().head()).isEqualTo(Past.commit(4));
          SeriesChange finding = alert.findings().getFirst();
          assertThat(finding.gate()).isTrue();
          assertThat(finding.ofExactCount()).isTrue();
          assertThat(finding.counts()).isEqualTo(told);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12 12.001 12.002 12 12.001 12.001 12.001",
        "3.1 2.9 3.4 3 3.2 2.8 3.3 4.1 4 4.2",
        "12 12 12 12 13",
        "12 12 12 12 13 12 12",
        "12 13 12 14 13 13 12 12",
        "4 4 4 4 4.04 4.04 4.04",
        "200 200 200 200 200.5 200.5 200.5"
      })
  void judge_varyingOrSameCount_isNoAlert(String counts) {
    assertThat(counted(counts).judged().alerts()).isEmpty();
  }

  /** As for other metrics that vary, history shows it, and alerts nobody. */
  @Test
  void judge_varyingCountThatDoubles_isAChangeWithoutAnAlert() {
    double[] counts = new double[80];
    Arrays.setAll(counts, run -> (run < 40 ? 3 : 6) + (run * 7 % 5 - 2) / 10.0);

    TrendReport report = new Past(1).counted(counts).judged();

    assertThat(report.alerts()).isEmpty();
    assertThat(report.series().getFirst().changes()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"12, 13, 8.33, 12 → 13", "0, 1, , 0 → 1"})
  void judge_comparisonCountsIt_isConfirmed(
      double before, double after, @Nullable Double percent, String told) {
    TrendReport report =
        new Past(1)
            .counted(before, before, before, before, after, after)
            .answered(compared("regressed", percent))
            .judged();

    assertThat(report.verdict()).isEqualTo(Outcome.REGRESSED);
    Alert alert = report.alerts().getFirst();
    assertThat(alert.status()).isEqualTo(Status.CONFIRMED);
    assertThat(alert.note())
        .isEqualTo(
            "comparison run-6 found it again: hello virtual sql-statements is worse, %s per request"
                .formatted(told));
  }

  @Test
  void judge_comparisonCountsAsManyInBoth_isNotReproduced() {
    TrendReport report = counted("0 0 0 0 1 1 1").answered(compared("pass", 0.0)).judged();

    assertThat(report.alerts()).extracting(Alert::status).containsExactly(Status.NOT_REPRODUCED);
    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_backAgain_isClosed() {
    assertThat(counted("12 12 12 12 13 13 13 13 12 12").judged().alerts())
        .filteredOn(alert -> alert.direction() == Change.WORSE)
        .extracting(Alert::status)
        .containsExactly(Status.CLOSED);
  }

  @Test
  void judge_fewer_isBetter() {
    assertThat(counted("12 12 12 12 11 11").judged().alerts())
        .singleElement()
        .satisfies(alert -> {
          assertThat(alert.direction()).isEqualTo(Change.BETTER);
          assertThat(alert.findings().getFirst().counts()).isEqualTo("12 → 11 per request");
        });
  }

  private static Confirmation compared(String outcome, @Nullable Double percent) {
    return new Confirmation(
        Past.commit(3),
        Past.commit(4),
        List.of(
            new Confirmation.ComparedMetric(
                "hello", "virtual", "sql-statements", outcome, percent, null, null)),
        null,
        null);
  }

  private static Past counted(String counts) {
    return new Past(1)
        .counted(Arrays.stream(counts.split(" ")).mapToDouble(Double::parseDouble).toArray());
  }
}
