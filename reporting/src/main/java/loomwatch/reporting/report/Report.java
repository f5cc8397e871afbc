package loomwatch.reporting.report;

import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.reporting.text.Terminal;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;

/** A verdict on a record for people: at a terminal, as Markdown, and in a few sentences. */
public record Report(Verdict verdict, MeasurementRecord record) {
  /** In bytes; GitHub refuses comments of more than 65,536 characters, and a workflow adds text. */
  static final int ROOM = 60_000;

  /** Returns the whole or the short report, depending on the style, after an empty line. */
  public String terminal(Style style) {
    return "\n" + Terminal.render(style.detail() == Detail.ALL ? full() : inShort(), style);
  }

  /** Returns {@code report.md} as GitHub Markdown; a comparison's is cut to fit a comment. */
  public String markdown() {
    return verdict.comparison() == null ? Markdown.render(full()) : markdown(ROOM);
  }

  /** Returns as many sections as fit into so many bytes of UTF-8. */
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

  /**
   * Returns the most important sentence, and those whose content a table of the changes lacks; each
   * is one line of plain text.
   */
  public List<String> sentencesAboveTable() {
    return plain(verdict.comparison() == null ? ofRun() : Headline.aboveTable(verdict, record));
  }

  private List<String> ofRun() {
    return List.of(Summary.of(verdict), Summary.basis(record), Summary.setting(record));
  }

  private static List<String> plain(List<String> sentences) {
    return sentences.stream().map(Plain::text).map(String::strip).toList();
  }

  /** Returns shape and word, such as {@code ✘ REGRESSED}. */
  public String mark() {
    return Mark.of(verdict.verdict());
  }
}
