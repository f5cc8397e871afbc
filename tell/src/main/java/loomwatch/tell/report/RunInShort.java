package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;

/**
 * A run on one screen of a terminal: what it came to, what both modes come to, and what speaks
 * against that. All else is for who asks.
 */
public final class RunInShort {
  /** The last line of every report in short. */
  public static final String MORE =
      "./loomwatch report --all shows every metric, limit and launch discarded, and the method.";

  private static final int MOST_DOUBTS = 5;

  private final Page page;
  private final Verdict verdict;
  private final MeasurementRecord record;

  private RunInShort(Page page, Verdict verdict, MeasurementRecord record) {
    this.page = page;
    this.verdict = verdict;
    this.record = record;
  }

  /** Prints it. */
  public static void print(Page page, Verdict verdict, MeasurementRecord record) {
    new RunInShort(page, verdict, record).print();
  }

  private void print() {
    List<ScenarioView> headlines =
        ScenarioView.of(verdict).stream()
            .map(scenario -> scenario.only(Metric::isHeadline))
            .filter(scenario -> !scenario.rows().isEmpty())
            .toList();
    Notes notes = Notes.of(headlines);
    page.blank();
    page.marked(
        "", Mark.of(verdict.verdict()), Ink.of(verdict.verdict()), ". " + Summary.of(verdict));
    page.text("", Summary.basis(record));
    page.text("", Summary.settingInShort(record));
    modes(headlines, notes);
    page.blank();
    LimitsInShort.print(page, LimitsInShort.open(verdict));
    doubts(page, verdict, record, notes);
    page.text("", MORE);
  }

  private void modes(List<ScenarioView> headlines, Notes notes) {
    if (headlines.isEmpty()) {
      return;
    }
    page.blank();
    Predicate<ScenarioView> benchmark =
        scenario -> scenario.rows().stream().allMatch(row -> row.metric().unit().isPerOperation());
    ModesTable.print(page, headlines.stream().filter(benchmark.negate()).toList(), notes);
    ModesTable.print(page, headlines.stream().filter(benchmark).toList(), notes);
    page.text("  ", ModesTable.LEGEND);
    for (ScenarioView scenario : headlines) {
      String shortfall = Loads.shortfall(record, scenario.name());
      if (!shortfall.isEmpty()) {
        page.text("  ", scenario.name() + ":" + shortfall);
      }
    }
  }

  /** What speaks against the figures, each once. */
  public static void doubts(Page page, Verdict verdict, MeasurementRecord record, Notes notes) {
    List<String> doubts = new ArrayList<>();
    String mismatch = Summary.mismatch(verdict, record);
    if (!mismatch.isEmpty()) {
      doubts.add(mismatch);
    }
    doubts.addAll(verdict.warnings());
    doubts.addAll(notes.texts());
    doubts.stream()
        .limit(MOST_DOUBTS)
        .forEach(doubt -> page.marked("", "!", Ink.DOUBTFUL, " " + doubt));
    if (doubts.size() > MOST_DOUBTS) {
      page.text("", "! and " + Plural.count(doubts.size() - MOST_DOUBTS, "more doubt"));
    }
    List<String> invalid = verdict.invalid();
    if (!invalid.isEmpty()) {
      String more = invalid.size() == 1 ? "" : "; and " + (invalid.size() - 1) + " more";
      page.marked("", "⊘", Ink.VOID, " discarded: " + invalid.getFirst() + more);
    }
  }
}
