package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.tell.report.ScenarioView.Row;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;

/** The numbers of head alone in Markdown: at a glance, and of each scenario. */
public final class MarkdownNumbers {
  private MarkdownNumbers() {}

  /** Where the modes differ, under a heading of its own; nothing when nothing can be compared. */
  public static void overviews(MarkdownPage page, List<Overview> overviews) {
    if (!overviews.isEmpty()) {
      page.heading(2, "Virtual ÷ platform threads");
      overviews.forEach(overview -> of(page, overview));
      page.paragraph(escape(Overview.LEGEND));
    }
  }

  private static void of(MarkdownPage page, Overview overview) {
    page.table(
        MarkdownPage.cells("", overview.columns()),
        overview.lines().stream()
            .map(line ->
                MarkdownPage.cells(
                    escape(line.scenario()),
                    line.entries().stream().map(entry -> escape(entry.text())).toList()))
            .toList());
  }

  /** A row for each metric; nothing when there is none. */
  public static void of(MarkdownPage page, ScenarioView scenario, Notes notes) {
    if (scenario.rows().isEmpty()) {
      return;
    }
    page.table(
        List.of("metric", "platform:", "virtual:", "virtual ÷ platform:", "launches", "notes"),
        scenario.rows().stream().map(row -> cells(row, notes)).toList());
  }

  private static List<String> cells(Row row, Notes notes) {
    Difference difference = row.difference();
    String mark = difference == Difference.NONE ? "" : difference.mark() + " ";
    return Stream.of(
            row.metric().label(),
            Cells.withInterval(row, JudgedMode.PLATFORM),
            Cells.withInterval(row, JudgedMode.VIRTUAL),
            mark + Cells.withInterval(row, JudgedMode.CONTRAST),
            Cells.launches(row),
            notes.marks(row))
        .map(MarkdownText::escape)
        .toList();
  }
}
