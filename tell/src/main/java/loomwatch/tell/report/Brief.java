package loomwatch.tell.report;

import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Plain;
import loomwatch.tell.comparison.Headline;
import loomwatch.tell.run.Summary;
import loomwatch.tell.text.Mark;

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

  /** Of that verdict on that record. */
  public static Brief of(Verdict verdict, MeasurementRecord record) {
    List<String> sentences =
        verdict.comparison() == null
            ? List.of(Summary.of(verdict), Summary.basis(record), Summary.setting(record))
            : Headline.of(verdict, record);
    return new Brief(
        Mark.of(verdict),
        Mark.word(verdict),
        sentences.stream().map(Plain::text).map(String::strip).toList());
  }
}
