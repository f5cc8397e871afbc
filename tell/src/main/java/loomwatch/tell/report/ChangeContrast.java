package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.TwoSided;
import loomwatch.results.Metric;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;
import org.jspecify.annotations.Nullable;

/** Says whether virtual threads changed more than platform threads did. */
final class ChangeContrast {
  private static final String LEAD = "Virtual threads changed differently from platform threads: ";

  private ChangeContrast() {}

  /**
   * One or two sentences; empty when there is no contrast of a judged metric.
   *
   * @param alpha of the look reached, or null before the first
   */
  static String of(ChangeView view, @Nullable Double alpha) {
    List<Row> rows = bounded(view);
    List<String> sentences = new ArrayList<>();
    List<Row> shown = rows.stream().filter(row -> shown(row.change(), alpha)).toList();
    if (!shown.isEmpty()) {
      sentences.add(differently(shown));
    }
    List<Row> open = rows.stream().filter(row -> !shown.contains(row)).toList();
    if (!open.isEmpty()) {
      sentences.add(
          (shown.isEmpty()
                  ? "Virtual threads are not shown to have changed differently from platform threads: "
                  : "Not shown for ")
              + open.stream().map(ChangeContrast::name).collect(joining(", "))
              + ".");
    }
    return String.join(" ", sentences);
  }

  /** Where they are shown to have, in one sentence; empty where nowhere. */
  static String shown(List<ChangeView> views, @Nullable Double alpha) {
    List<Row> rows =
        views.stream()
            .flatMap(view -> bounded(view).stream())
            .filter(row -> shown(row.change(), alpha))
            .toList();
    if (rows.isEmpty() || views.size() == 1) {
      return rows.isEmpty() ? "" : differently(rows);
    }
    return LEAD
        + rows.stream()
            .map(row ->
                row.line().scenario()
                    + " "
                    + MetricWords.name(row.metric())
                    + " "
                    + Effect.change(row.line()))
            .collect(joining(", "))
        + ".";
  }

  private static List<Row> bounded(ChangeView view) {
    Set<Metric> judged = view.judged().stream().map(Row::metric).collect(Collectors.toSet());
    return view.contrasts().stream()
        .filter(row -> judged.contains(row.metric()))
        .filter(row -> row.change().bounded().isPresent())
        .toList();
  }

  private static String differently(List<Row> shown) {
    return LEAD + shown.stream().map(ChangeContrast::different).collect(joining("; ")) + ".";
  }

  private static boolean shown(Change change, @Nullable Double alpha) {
    return alpha != null && change.standing() instanceof TwoSided(double p) && p <= alpha;
  }

  private static String different(Row row) {
    return name(row) + ", " + Effect.inWords(Effect.p(row.change()));
  }

  /** {@code CPU per request +3.7 % (−11 % to +21 %)}. */
  private static String name(Row row) {
    return MetricWords.name(row.metric()) + " " + Effect.withInterval(row.line());
  }
}
