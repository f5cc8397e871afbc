package loomwatch.reporting.report;

import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.reporting.text.Terminal;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;

/**
 * A verdict on a record as people read it: at a terminal, as {@code report.md}, and in a few words
 * where there is room for no more.
 */
public final class Report {
  /**
   * GitHub refuses a comment of more than 65,536 characters; leaves room for what a workflow writes
   * around a comparison.
   */
  static final int ROOM = 60_000;

  private final Verdict verdict;
  private final MeasurementRecord record;

  public Report(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
  }

  /** The whole report or the one in short, as the style says, after an empty line. */
  public String terminal(Style style) {
    return "\n" + Terminal.render(style.detail() == Detail.ALL ? full() : inShort(), style);
  }

  /** {@code report.md}: all of it as GitHub's Markdown; of a comparison what a comment holds. */
  public String markdown() {
    return verdict.comparison() == null ? Markdown.render(full()) : markdown(ROOM);
  }

  /**
   * As much of it as there is room for.
   *
   * @param room in bytes of UTF-8
   */
  public String markdown(int room) {
    return Markdown.render(full(), room);
  }

  private Document full() {
    Compared compared = verdict.comparison();
    return compared == null
        ? RunReport.full(verdict, record)
        : ComparisonReport.full(verdict, compared, record);
  }

  private Document inShort() {
    Compared compared = verdict.comparison();
    return compared == null
        ? RunReport.inShort(verdict, record)
        : ComparisonReport.inShort(verdict, compared, record);
  }

  /** The most important sentences first, at least one; each one line of plain text. */
  public List<String> sentences() {
    return plain(verdict.comparison() == null ? ofRun() : Headline.of(verdict, record));
  }

  /** Those for above {@link #decisive}: without the ones that say what it says. */
  public List<String> sentencesAboveTable() {
    return plain(verdict.comparison() == null ? ofRun() : Headline.aboveTable(verdict, record));
  }

  private List<String> ofRun() {
    return List.of(Summary.of(verdict), Summary.basis(record), Summary.setting(record));
  }

  private static List<String> plain(List<String> sentences) {
    return sentences.stream().map(Plain::text).map(String::strip).toList();
  }

  /** What decides or moved, as a table; nothing where there is none. */
  public void decisive(Section section) {
    if (verdict.comparison() == null) {
      Limits.of(verdict).table(section);
    } else {
      ChangeSection.decisive(section, ChangeView.of(verdict));
    }
  }

  /** Shape and word, such as {@code ✘ REGRESSED}. */
  public String mark() {
    return Mark.of(verdict.verdict());
  }
}
