package loomwatch.tell.comparison;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Found;
import loomwatch.tell.comparison.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Words;

/** One change in a sentence, with the figures it rests on. */
final class ChangeSentence {
  private ChangeSentence() {}

  /** What was shown: {@code hello with platform threads takes 14.6 % more CPU per request (…)}. */
  static String shown(Row row) {
    return shown(row, "");
  }

  /** The same of what decides nothing: {@code …answers 900 % slower at p99, which informs… (…)}. */
  static String informing(Row row) {
    return shown(row, ", which informs and does not decide");
  }

  private static String shown(Row row, String remark) {
    Change change = row.change();
    Double effect = change.effectPercent();
    if (effect == null) {
      return untold(row);
    }
    return subject(row)
        + " "
        + MetricWords.does(row.metric(), Effect.size(change), effect >= 0)
        + remark
        + " ("
        + String.join("; ", figures(row))
        + ")";
  }

  /** What nothing can be said of. */
  static String untold(Row row) {
    return subject(row) + ", " + MetricWords.name(row.metric()) + ": " + reason(row);
  }

  /** What could not be excluded, and what would tell. */
  static String open(Row row) {
    Change change = row.change();
    return subject(row)
        + " "
        + MetricWords.does(row.metric(), "up to " + Effect.most(change), true)
        + " (measured "
        + Effect.change(change)
        + ", tolerance "
        + Effect.tolerance(change)
        + ", "
        + Words.count(change.pairs(), "pair")
        + "; "
        + remedy(row)
        + ")";
  }

  private static List<String> figures(Row row) {
    Change change = row.change();
    List<String> figures = new ArrayList<>();
    String interval = Effect.interval(change);
    if (!interval.isEmpty()) {
      figures.add("90 % interval " + interval);
    }
    figures.add(Movement.of(row.line(), change));
    String p = Effect.inWords(Effect.p(change));
    figures.add(Words.count(change.pairs(), "pair") + (p.isEmpty() ? "" : ", " + p));
    return figures;
  }

  /** The last part of the rule's reason: what more pairs would do. */
  static String remedy(Row row) {
    String reason = reason(row);
    return reason.substring(reason.lastIndexOf("; ") + 1).strip();
  }

  static String reason(Row row) {
    Found found = row.change().found();
    return found == null ? row.line().reason() : found.reason();
  }

  /** {@code hello with platform threads}. */
  static String subject(Row row) {
    return row.line().scenario() + " with " + row.mode().label() + " threads";
  }
}
