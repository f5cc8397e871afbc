package loomwatch.tell.report;

import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;

/**
 * A verdict in a few words, for where there is room for no more: a title, the top of a comment.
 *
 * @param mark shape and word, such as {@code ✘ REGRESSED}
 * @param word alone, in lower case
 * @param sentences the most important first, at least one; each one line of plain text that is not
 *     yet escaped
 */
public record Brief(String mark, String word, List<String> sentences) {
  public Brief {
    sentences = List.copyOf(sentences);
  }

  /** The same for above {@link #table}: without the sentences that say what it says. */
  public static Brief aboveTable(Verdict verdict, MeasurementRecord record) {
    return verdict.comparison() == null
        ? of(verdict, record)
        : of(verdict, Headline.besideFigures(verdict, record));
  }

  /** What decides or moved, as a table of Markdown that begins with an empty line; may be empty. */
  public static String table(Verdict verdict) {
    MarkdownPage page = new MarkdownPage();
    if (verdict.comparison() == null) {
      MarkdownLimits.open(page, verdict);
    } else {
      DecisiveTable.print(page, verdict);
    }
    return page.toString();
  }

  /** Of that verdict on that record. */
  public static Brief of(Verdict verdict, MeasurementRecord record) {
    List<String> sentences =
        verdict.comparison() == null
            ? List.of(Summary.of(verdict), Summary.basis(record), Summary.setting(record))
            : Headline.of(verdict, record);
    return of(verdict, sentences);
  }

  private static Brief of(Verdict verdict, List<String> sentences) {
    return new Brief(
        Mark.of(verdict.verdict()),
        verdict.verdict().label(),
        sentences.stream().map(Plain::text).map(String::strip).toList());
  }
}
