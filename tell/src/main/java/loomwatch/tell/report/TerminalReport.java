package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.text.Detail;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Table;

/**
 * A verdict for a person at a terminal: the verdict and what it rests on, where the modes differ,
 * each scenario with its numbers, the limits, and how far to trust it all. Of a comparison: what
 * changed.
 */
public final class TerminalReport {
  private final Verdict verdict;
  private final MeasurementRecord record;
  private final Page page;

  private TerminalReport(Verdict verdict, MeasurementRecord record, Style style) {
    this.verdict = verdict;
    this.record = record;
    this.page = new Page(style);
  }

  /** The whole report, ending with a newline. */
  public static String render(Verdict verdict, MeasurementRecord record, Style style) {
    TerminalReport report = new TerminalReport(verdict, record, style);
    Verdict.Compared compared = verdict.comparison();
    if (compared != null) {
      new ComparisonTerminal(verdict, compared, record, report.page).print();
      return report.page.toString();
    }
    if (style.detail() == Detail.KEY) {
      RunInShort.print(report.page, verdict, record);
      return report.page.toString();
    }
    List<ScenarioView> shown = ScenarioView.of(verdict);
    Notes notes = Notes.of(shown);
    report.heading();
    report.overviews(Overview.of(shown));
    shown.forEach(scenario -> ScenarioSection.print(report.page, record, scenario, notes));
    LimitSection.print(report.page, verdict);
    report.trust(notes);
    return report.page.toString();
  }

  private void heading() {
    page.blank();
    page.marked(
        "", Mark.of(verdict.verdict()), Ink.of(verdict.verdict()), ". " + Summary.of(verdict));
    page.text("", Summary.basis(record));
    page.text("", Summary.setting(record));
  }

  private void overviews(List<Overview> overviews) {
    List<Table> tables = overviews.stream().map(Overview::table).toList();
    boolean several = overviews.stream().mapToInt(overview -> overview.lines().size()).sum() > 1;
    if (several && tables.stream().allMatch(table -> page.fits("  ", table))) {
      page.heading("Virtual ÷ platform threads", "");
      for (Table table : tables) {
        page.table("  ", table);
      }
      page.text("  ", Overview.LEGEND);
    }
  }

  private void trust(Notes notes) {
    List<String> lines = new ArrayList<>();
    String mismatch = Summary.mismatch(verdict, record);
    if (!mismatch.isEmpty()) {
      lines.add("! " + mismatch);
    }
    verdict.invalid().forEach(invalid -> lines.add("⊘ discarded: " + invalid));
    verdict.warnings().forEach(warning -> lines.add("! " + warning));
    List<String> texts = notes.texts();
    for (int i = 0; i < texts.size(); i++) {
      lines.add((i + 1) + " " + texts.get(i));
    }
    page.heading("How far to trust this", "");
    page.text(
        "  ",
        "± and [ ] are 90 % confidence intervals over launches, never over requests; digits they"
            + " do not support are left out.");
    lines.forEach(line -> page.text("  ", line));
  }
}
