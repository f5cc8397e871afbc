package loomwatch.reporting.site;

import java.time.Instant;
import java.util.List;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/** What a trend may have found, for tests of what shows it. */
final class Reports {
  static final String HOSTILE = "]]></title><script>alert(1)</script> & \0\33 \ud800 <!--";
  static final Instant SEEN = Instant.parse("2026-11-03T04:00:00Z");

  private Reports() {}

  static TrendReport report(Outcome verdict, Alert... alerts) {
    return report(verdict, List.of(alerts), List.of());
  }

  static TrendReport report(Outcome verdict, List<Alert> alerts, List<MissingData> missing) {
    return report(verdict, alerts, List.of(), missing);
  }

  static TrendReport report(
      Outcome verdict, List<Alert> alerts, List<BudgetState> budgets, List<MissingData> missing) {
    return new TrendReport(
        TrendReport.SCHEMA,
        TrendReport.RULE,
        verdict,
        new TrendReport.JudgedHistory(3, "sha256:0", null, List.of(), Instant.EPOCH, null),
        alerts,
        budgets,
        missing,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  static Alert alert(String key, Status status, @Nullable String comparison) {
    SeriesChange finding =
        new SeriesChange(
            "hello",
            "virtual",
            "latency-p99",
            "s",
            Direction.LOWER_IS_BETTER,
            true,
            Change.WORSE,
            15.0,
            null,
            0.001,
            0.00115);
    return new Alert(
        key,
        status,
        Alert.Kind.STEP,
        Change.WORSE,
        at(1, "fine"),
        at(2, HOSTILE),
        List.of("2".repeat(40)),
        at(3, "seen"),
        null,
        List.of(finding),
        null,
        "./loomwatch compare --base ref=1 --head ref=2",
        comparison == null ? null : "found again",
        comparison);
  }

  static At at(int index, String message) {
    Instant measured = SEEN.minusSeconds(86_400L * (3 - index));
    return new At(
        index, "run-" + index, Integer.toString(index).repeat(40), measured, message, null, null);
  }
}
