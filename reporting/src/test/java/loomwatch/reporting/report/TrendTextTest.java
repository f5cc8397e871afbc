package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Colour;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TrendTextTest {
  private static final Style PLAIN = new Style(100, Colour.OFF, Detail.KEY);
  private static final At GOOD = at(59, "9f8e7d6c5b4a", "docs: say more");
  private static final At BAD = at(60, "1a2b3c4d5e6f", "server: \u001b[31mcopy\u202e twice");

  @Test
  void render_suspectedStep_tellsWhereHowMuchAndWhatToDo() {
    assertThat(TrendText.render(report(Alert.Status.SUSPECTED, "./loomwatch compare …"), PLAIN))
        .isEqualTo(
            """
            ? INCONCLUSIVE, series: 1 worse
            61 entries in history; the newest is 1a2b3c4d “server: �[31mcopy� twice” of 2026-11-20T00:00:00Z

            ✘ worse since 1a2b3c4d “server: �[31mcopy� twice”, suspected [0123456789ab]
              last good 9f8e7d6c “docs: say more”; 1 measured commit since
              hello virtual latency-p99  +5.0 %  (+4.0 % to +6.0 %)  1 → 1.05 ms
              measure again: ./loomwatch compare …

            ⊘ missing hello platform pinned: gone; last 9f8e7d6c “docs: say more”

            ! a clock ran backwards
            """);
  }

  @Test
  void render_closedAlert_isCountedAndNotShown() {
    assertThat(TrendText.render(report(Alert.Status.CLOSED, null), PLAIN))
        .contains("\n1 older change not shown: --all shows them\n")
        .doesNotContain("✘ worse");
  }

  @Test
  void render_budget_saysWhatIsLeft() {
    BudgetState.Spent spent =
        new BudgetState.Spent(
            "hello", "virtual", "cpu-per-request", 3.2, new Interval(2.5, 3.9), "run-61");
    BudgetState budget =
        new BudgetState(
            BudgetState.Since.RELEASE,
            "9f8e7d6c5b4a",
            "v1.2",
            3,
            BudgetState.State.SPENT,
            List.of(spent),
            null,
            null);

    assertThat(TrendText.render(report(Alert.Status.CLOSED, null, List.of(budget)), PLAIN))
        .contains(
            "\n✘ budget since release v1.2 (9f8e7d6c): 3.2 of 3 % lost,"
                + " hello virtual cpu-per-request\n");
  }

  @Test
  void sentence_exactCount_isBothLevels() {
    SeriesChange finding =
        new SeriesChange(
            "hello",
            "virtual",
            "sql-statements",
            "1/request",
            Direction.LOWER_IS_BETTER,
            true,
            Alert.Change.WORSE,
            null,
            null,
            12,
            13.0004);

    assertThat(TrendText.sentence(finding))
        .isEqualTo("hello virtual sql-statements: 12 → 13 per request");
    assertThat(TrendText.inShort(finding))
        .isEqualTo("hello virtual sql-statements 12 → 13 per request");
  }

  private static TrendReport report(Alert.Status status, @Nullable String confirmWith) {
    return report(status, confirmWith, List.of());
  }

  private static TrendReport report(
      Alert.Status status, @Nullable String confirmWith, List<BudgetState> budgets) {
    SeriesChange finding =
        new SeriesChange(
            "hello",
            "virtual",
            "latency-p99",
            "s",
            Direction.LOWER_IS_BETTER,
            true,
            Alert.Change.WORSE,
            5.0,
            new Interval(4, 6),
            0.001,
            0.00105);
    Alert alert =
        new Alert(
            "0123456789ab",
            status,
            Alert.Kind.STEP,
            Alert.Change.WORSE,
            GOOD,
            BAD,
            List.of("1a2b3c4d5e6f"),
            BAD,
            null,
            List.of(finding),
            null,
            confirmWith,
            null,
            null);
    SeriesState series =
        new SeriesState(
            "hello",
            "virtual",
            "latency-p99",
            "s",
            Direction.LOWER_IS_BETTER,
            true,
            61,
            SeriesState.State.WORSE,
            "5.0 % worse",
            0.001,
            1.0,
            60,
            List.of());
    return new TrendReport(
        TrendReport.SCHEMA,
        TrendReport.RULE,
        Outcome.INCONCLUSIVE,
        new TrendReport.JudgedHistory(
            61,
            "sha256:" + "0".repeat(64),
            null,
            List.of(),
            Instant.parse("2026-11-20T01:00:00Z"),
            BAD),
        List.of(alert),
        budgets,
        List.of(new MissingData("hello", "platform", "pinned", GOOD, "gone")),
        List.of(series),
        List.of(),
        List.of(),
        List.of("a clock ran backwards"));
  }

  private static At at(int index, String commit, String message) {
    return new At(
        index,
        "run-" + index,
        commit,
        Instant.parse("2026-11-20T00:00:00Z"),
        message,
        "11.0.25",
        "25.0.3+9");
  }
}
