package loomwatch.tell.report;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;

/** The changes that decide or moved, as a table of Markdown. */
public final class DecisiveTable {
  private static final List<String> COLUMNS =
      List.of(
          "",
          "scenario",
          "metric",
          "mode",
          "base → head:",
          "change:",
          "90 % interval",
          "tolerance:");

  private DecisiveTable() {}

  /** Prints it; nothing when no change could be told. */
  public static void print(MarkdownPage page, Verdict verdict) {
    DecisiveRows rows = DecisiveRows.of(ChangeView.of(verdict));
    if (!rows.shown().isEmpty()) {
      page.table(COLUMNS, rows.shown().stream().map(DecisiveTable::cells).toList());
    }
    if (rows.left() > 0) {
      page.paragraph("And " + Plural.count(rows.left(), "more change") + " with a tolerance.");
    }
  }

  private static List<String> cells(Row row) {
    Outcome outcome = row.outcome();
    return Stream.of(
            outcome == null ? "" : Mark.shape(outcome) + (row.gates() ? "" : " (informational)"),
            row.line().scenario(),
            row.metric().label(),
            row.mode().label(),
            Movement.of(row.line(), row.change()),
            Effect.change(row.line()),
            Effect.interval(row.line()),
            Effect.tolerance(row.change()))
        .map(MarkdownText::escape)
        .toList();
  }
}
