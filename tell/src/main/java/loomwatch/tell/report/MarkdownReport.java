package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;

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
    Verdict.Compared compared = verdict.comparison();
    if (compared != null) {
      return ComparisonMarkdown.render(verdict, compared, record);
    }
    MarkdownReport report = new MarkdownReport(verdict, record);
    List<ScenarioView> all = ScenarioView.of(verdict);
    List<ScenarioView> key = all.stream().map(ScenarioView::key).toList();
    Notes notes = Notes.of(all);
    report.heading();
    MarkdownNumbers.overviews(report.page, Overview.of(all));
    report.page.heading(2, "Limits");
    MarkdownLimits.print(report.page, verdict);
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
    MarkdownNumbers.of(page, scenario, notes);
  }

  private void everything(ScenarioView scenario, Notes notes) {
    page.paragraph("**" + escape(scenario.name()) + "**");
    MarkdownNumbers.of(page, scenario, notes);
    RequestRows.print(page, record, scenario.name());
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
