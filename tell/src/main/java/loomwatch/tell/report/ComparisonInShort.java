package loomwatch.tell.report;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Page;

/**
 * A comparison on one screen of a terminal: what changed, what was compared, the changes that
 * decide with their intervals drawn, and what speaks against them. All else is for who asks.
 */
final class ComparisonInShort {
  private static final String INDENT = "  ";
  private static final String NOT_CALIBRATED =
      "! this host's false positives are not known: ./loomwatch calibrate measures them, in a night";

  private final Verdict verdict;
  private final Compared compared;
  private final MeasurementRecord record;
  private final Page page;

  ComparisonInShort(Verdict verdict, Compared compared, MeasurementRecord record, Page page) {
    this.verdict = verdict;
    this.compared = compared;
    this.record = record;
    this.page = page;
  }

  void print() {
    List<ChangeView> views = ChangeView.of(verdict);
    DecisiveRows all = DecisiveRows.of(views);
    ChangeOverview overview = ChangeOverview.of(views);
    boolean many = overview.worthwhile() && all.left() > 0;
    DecisiveRows rows = many ? all.worst() : all;
    heading();
    arms();
    if (many) {
      overview.table(page, INDENT);
    }
    changes(rows);
    page.blank();
    contrasts(views);
    limits();
    Notes notes = Notes.ofLines(rows.shown().stream().map(Row::line).toList());
    if (verdict.inputs().calibration() == null) {
      page.text("", NOT_CALIBRATED);
    }
    RunInShort.doubts(page, verdict, record, notes);
    page.text("", RunInShort.MORE);
  }

  private void heading() {
    List<String> sentences = Headline.besideFigures(verdict, record);
    page.blank();
    page.marked(
        "", Mark.of(verdict.verdict()), Ink.of(verdict.verdict()), ": " + sentences.getFirst());
    sentences.subList(1, sentences.size()).forEach(sentence -> page.text(INDENT, sentence));
    CauseSentences.of(verdict).forEach(sentence -> page.text(INDENT, sentence));
  }

  private void arms() {
    ArmNames names = ArmNames.of(compared, record);
    page.blank();
    page.marked("", "base", Ink.BOLD, "  " + names.base().line());
    page.marked("", "head", Ink.BOLD, "  " + names.head().line());
    Stream.of(names.sameSubject() ? names.shared() : "", ReachedLook.inShort(verdict, record))
        .filter(text -> !text.isEmpty())
        .forEach(text -> page.text("", text.strip()));
  }

  private void changes(DecisiveRows rows) {
    if (rows.shown().isEmpty()) {
      return;
    }
    page.blank();
    List<String> plot = IntervalPlot.withFigures(rows, page.style().width(), page.style().colour());
    if (plot.isEmpty()) {
      rows.shown().forEach(this::inWords);
    } else {
      page.drawn(plot);
      page.text(INDENT, IntervalPlot.LEGEND);
    }
    if (rows.left() > 0) {
      page.text(INDENT, "and " + Plural.count(rows.left(), "more change") + " with a tolerance");
    }
  }

  /** For a terminal too narrow for a drawing. */
  private void inWords(Row row) {
    page.marked(
        INDENT,
        row.mark(),
        row.ink(),
        " "
            + ChangeSentence.subject(row)
            + ", "
            + MetricWords.name(row.metric())
            + ": "
            + Movement.of(row.line(), row.change())
            + ", "
            + Effect.withInterval(row.line())
            + ", tolerance "
            + Effect.tolerance(row.change()));
  }

  private void contrasts(List<ChangeView> views) {
    String shown = ChangeContrast.shown(views, compared.alpha());
    if (!shown.isEmpty()) {
      page.text("", shown);
    }
  }

  private void limits() {
    List<MetricVerdict> limits = LimitView.of(verdict);
    if (!limits.isEmpty() && LimitsInShort.allHold(limits)) {
      page.text("", "Absolute limits: %1$d of %1$d pass.".formatted(limits.size()));
      return;
    }
    List<MetricVerdict> untold = LimitsInShort.open(verdict).stream().filter(this::untold).toList();
    if (!untold.isEmpty()) {
      page.text("", "Absolute limits:");
      LimitsInShort.print(page, untold);
    }
  }

  /**
   * What gates and came to what the whole came to is said at the top, as what base did not keep
   * either.
   */
  private boolean untold(MetricVerdict limit) {
    return limit.gate()
        ? limit.verdict() != verdict.verdict()
        : limit.verdict() == Outcome.REGRESSED && !limit.limitIsInherited();
  }
}
