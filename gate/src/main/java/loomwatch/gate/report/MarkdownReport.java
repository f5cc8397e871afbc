package loomwatch.gate.report;

import static loomwatch.gate.report.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.gate.report.ScenarioView.Row;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.MeasurementRecord;

/**
 * A verdict as GitHub's Markdown: {@code report.md}. The same content as at a terminal, with the
 * evidence folded away below. Text from outside is escaped, never interpreted.
 */
public final class MarkdownReport {
  private final Verdict verdict;
  private final MeasurementRecord record;
  private final MarkdownPage page = new MarkdownPage();

  private MarkdownReport(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
  }

  /** The whole report, ending with a newline. */
  public static String render(Verdict verdict, MeasurementRecord record) {
    MarkdownReport report = new MarkdownReport(verdict, record);
    List<ScenarioView> all = ScenarioView.of(verdict);
    List<ScenarioView> key = all.stream().map(ScenarioView::key).toList();
    Notes notes = Notes.of(all);
    report.heading();
    report.overviews(Overview.of(all));
    report.limits();
    key.forEach(scenario -> report.scenario(scenario, notes));
    report.trust(notes);
    if (!all.isEmpty()) {
      report.page.details(
          "Every metric", () -> all.forEach(view -> report.everything(view, notes)));
    }
    MarkdownEvidence.print(report.page, verdict, record);
    return report.page.toString();
  }

  private void heading() {
    page.heading(1, "Loomwatch: " + Mark.of(verdict.verdict()));
    page.paragraph(escape(Summary.of(verdict)));
    page.paragraph(escape(Summary.basis(record)));
    page.paragraph(escape(Summary.setting(record)));
  }

  private void overviews(List<Overview> overviews) {
    if (!overviews.isEmpty()) {
      page.heading(2, "Virtual ÷ platform threads");
      overviews.forEach(this::overview);
      page.paragraph(escape(Overview.LEGEND));
    }
  }

  private void overview(Overview overview) {
    page.table(
        MarkdownPage.cells("", overview.columns()),
        overview.lines().stream()
            .map(line ->
                MarkdownPage.cells(
                    escape(line.scenario()),
                    line.entries().stream().map(entry -> escape(entry.text())).toList()))
            .toList());
  }

  private void limits() {
    page.heading(2, "Limits");
    List<MetricVerdict> judged = LimitSection.inOrder(verdict);
    if (judged.isEmpty()) {
      page.paragraph("None applies to what was measured.");
      return;
    }
    List<MetricVerdict> held =
        judged.stream().filter(metric -> metric.verdict() == Outcome.PASS).toList();
    List<MetricVerdict> others =
        judged.stream().filter(metric -> metric.verdict() != Outcome.PASS).toList();
    if (!others.isEmpty()) {
      limits(others);
    }
    if (!held.isEmpty()) {
      page.details(Words.count(held.size(), "limit") + " that hold", () -> limits(held));
    }
  }

  private void limits(List<MetricVerdict> judged) {
    page.table(
        List.of("", "limit", "measured:", "at most:", "effect", "finding", "why"),
        judged.stream().map(MarkdownReport::limit).toList());
  }

  private static List<String> limit(MetricVerdict metric) {
    Outcome outcome = metric.verdict();
    return List.of(
        outcome == null ? "" : Mark.of(outcome),
        escape(Summary.name(metric)),
        escape(Cells.withInterval(metric)),
        escape(Cells.limit(metric)),
        metric.gate() ? "gates" : "informs",
        escape(metric.reason()),
        escape(metric.why() == null ? "" : metric.why()));
  }

  private void scenario(ScenarioView scenario, Notes notes) {
    page.heading(2, escape(scenario.name()));
    String load = Loads.plan(record, scenario.name());
    if (!load.isEmpty()) {
      page.paragraph(escape(load));
    }
    page.paragraph(
        "**"
            + escape(Sentence.of(scenario, notes) + Loads.shortfall(record, scenario.name()))
            + "**");
    numbers(scenario, notes);
  }

  private void everything(ScenarioView scenario, Notes notes) {
    page.paragraph("**" + escape(scenario.name()) + "**");
    numbers(scenario, notes);
  }

  private void numbers(ScenarioView scenario, Notes notes) {
    if (scenario.rows().isEmpty()) {
      return;
    }
    page.table(
        List.of("metric", "platform:", "virtual:", "virtual ÷ platform:", "launches", "notes"),
        scenario.rows().stream().map(row -> numbers(row, notes)).toList());
  }

  private static List<String> numbers(Row row, Notes notes) {
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

  private void trust(Notes notes) {
    page.heading(2, "How far to trust this");
    List<String> lines = new ArrayList<>();
    lines.add(
        "± and \\[ \\] are 90 % confidence intervals over launches, never over requests; digits they"
            + " do not support are left out. Launches: platform/virtual/pairs.");
    Stream.of(Summary.mismatch(verdict, record))
        .filter(mismatch -> !mismatch.isEmpty())
        .forEach(mismatch -> lines.add("**" + escape(mismatch) + "**"));
    verdict.invalid().forEach(invalid -> lines.add("⊘ discarded: " + escape(invalid)));
    verdict.warnings().forEach(warning -> lines.add("**" + escape(warning) + "**"));
    List<String> texts = notes.texts();
    for (int i = 0; i < texts.size(); i++) {
      lines.add("note " + (i + 1) + ": " + escape(texts.get(i)));
    }
    page.list(lines);
  }
}
