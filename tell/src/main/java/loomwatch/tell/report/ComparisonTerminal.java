package loomwatch.tell.report;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.text.Detail;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;

/**
 * A comparison at a terminal: what changed, what was compared, each scenario's changes, the limits
 * on head alone, and how far to trust it all.
 */
public final class ComparisonTerminal {
  private final Verdict verdict;
  private final Compared compared;
  private final MeasurementRecord record;
  private final Page page;

  public ComparisonTerminal(
      Verdict verdict, Compared compared, MeasurementRecord record, Page page) {
    this.verdict = verdict;
    this.compared = compared;
    this.record = record;
    this.page = page;
  }

  public void print() {
    if (page.style().detail() == Detail.KEY) {
      new ComparisonInShort(verdict, compared, record, page).print();
      return;
    }
    List<ChangeView> views = ChangeView.of(verdict);
    List<ScenarioView> alone = ScenarioView.of(verdict);
    Notes notes = Notes.of(alone);
    heading();
    arms();
    overview(ChangeOverview.of(views));
    ChangeSection section = new ChangeSection(page, notes);
    views.forEach(view -> section.print(view, record, compared.alpha()));
    LimitSection.print(page, verdict);
    page.heading("Head alone", "virtual against platform threads");
    alone.forEach(scenario -> ScenarioSection.print(page, record, scenario, notes));
    trust(views, notes);
  }

  private void heading() {
    List<String> sentences = Headline.of(verdict, record);
    page.blank();
    page.marked(
        "", Mark.of(verdict.verdict()), Ink.of(verdict.verdict()), ": " + sentences.getFirst());
    sentences.subList(1, sentences.size()).forEach(sentence -> page.text("  ", sentence));
    CauseSentences.of(verdict).forEach(sentence -> page.text("  ", sentence));
  }

  private void arms() {
    ArmNames names = ArmNames.of(compared, record);
    page.blank();
    page.marked("", "base", Ink.BOLD, "  " + names.base().line());
    page.marked("", "head", Ink.BOLD, "  " + names.head().line());
    Stream.of(
            names.shared(),
            ReachedLook.of(verdict, record),
            Basis.launches(record),
            Basis.retakes(record),
            Summary.conditions(record))
        .filter(text -> !text.isEmpty())
        .forEach(text -> page.text("", text));
    compared.leftOut().forEach(left -> page.text("", "Left out: " + left));
  }

  private void overview(ChangeOverview overview) {
    if (overview.worthwhile()) {
      overview.table(page, "  ");
    }
  }

  private void trust(List<ChangeView> views, Notes notes) {
    page.heading("How far to trust this", "");
    Trust.lines(verdict, record, views, notes).forEach(line -> page.text("  ", line));
  }
}
