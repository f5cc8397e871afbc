package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.results.Metric;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;

/** What is to be said of changes beside their figures. */
final class ChangeRemarks {
  /** Intervals of 90 % leave no change out once in ten times when nothing changed. */
  private static final double BY_CHANCE = 0.1;

  private ChangeRemarks() {}

  /**
   * A remark.
   *
   * @param outcome whose mark it bears
   */
  record Remark(Outcome outcome, String text) {
    private Remark about(String names) {
      return new Remark(outcome, names + ": " + text);
    }
  }

  /** Why a broken tolerance is there, what would decide an open one, what an odd one rests on. */
  static List<Remark> of(ChangeView view) {
    Map<Remark, List<Row>> about = new LinkedHashMap<>();
    for (Row row : view.judged()) {
      row.change()
          .found()
          .map(found -> new Remark(found.verdict(), text(row, found)))
          .filter(remark -> !remark.text().isEmpty())
          .ifPresent(remark -> about.computeIfAbsent(remark, key -> new ArrayList<>()).add(row));
    }
    return about.entrySet().stream()
        .map(entry -> entry.getKey().about(names(entry.getValue(), view.judged())))
        .toList();
  }

  /** Whom a remark is about: a metric in one mode, in each, or all there are. */
  private static String names(List<Row> rows, List<Row> all) {
    if (rows.size() == all.size() && rows.size() > 2) {
      return "every change";
    }
    return ChangeView.byMetric(rows).entrySet().stream()
        .map(entry -> entry.getKey().label() + " " + modes(entry.getValue()))
        .collect(joining(", "));
  }

  private static String modes(List<Row> rows) {
    return rows.stream().map(row -> row.mode().label()).collect(joining(" and "));
  }

  private static String text(Row row, PolicyResult found) {
    return switch (found.verdict()) {
      case REGRESSED ->
          found.failing() ? found.reason() : found.gate() && found.why() != null ? found.why() : "";
      case INCONCLUSIVE -> ChangeSentence.remedy(row);
      case INVALID -> found.reason();
      case IMPROVED -> "";
      case PASS -> row.change().ratio().isEmpty() ? found.reason() : "";
    };
  }

  /** How many of the changes nobody set a tolerance for leave out no change; empty without any. */
  static String others(ChangeView view) {
    List<Interval> intervals = new ArrayList<>();
    for (Row row : view.others()) {
      if (row.metric() != Metric.CONTROL) {
        row.change().bounded().map(SeveralPairs::interval).ifPresent(intervals::add);
      }
    }
    if (intervals.isEmpty()) {
      return "";
    }
    long moved = intervals.stream().filter(i -> i.low() > 0 || i.high() < 0).count();
    return "Of "
        + Plural.count(intervals.size(), "change")
        + " without a tolerance, "
        + moved
        + (moved == 1 ? " has" : " have")
        + " a 90 % interval wholly on one side of no change; chance alone gives about "
        + Math.round(BY_CHANCE * intervals.size());
  }

  /** What the control work took beside head, which must not have moved; empty when not measured. */
  static List<String> control(List<ChangeView> views) {
    List<String> controls = new ArrayList<>();
    for (ChangeView view : views) {
      for (Row row : view.others()) {
        if (row.metric() == Metric.CONTROL && row.change().ratio().isPresent()) {
          controls.add(
              Effect.withInterval(row.line())
                  + " beside "
                  + view.name()
                  + " with "
                  + row.mode().label()
                  + " threads");
        }
      }
    }
    return controls;
  }
}
