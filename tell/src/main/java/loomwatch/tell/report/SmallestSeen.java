package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.results.Metric;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;

/** The end of a sentence that says nothing worse was found: what would have been. */
final class SmallestSeen {
  private SmallestSeen() {}

  /** {@code ; smallest detectable effects: p50 0.8 %, CPU per request 1.2 %.} */
  static String of(Gating gating) {
    Map<Metric, List<Row>> byMetric = ChangeView.byMetric(gating.all());
    String effects =
        byMetric.entrySet().stream()
            .map(entry -> of(entry.getKey(), entry.getValue()))
            .filter(text -> !text.isEmpty())
            .sorted()
            .collect(joining(", "));
    return effects.isEmpty()
        ? "."
        : "; smallest detectable effects: " + effects + " (about 90 % power).";
  }

  /** Of its modes and scenarios the one that sees least. */
  private static String of(Metric metric, List<Row> rows) {
    OptionalDouble most =
        rows.stream()
            .flatMap(row -> row.change().bounded().stream())
            .flatMapToDouble(size -> size.mdePercent().stream())
            .max();
    return most.isPresent()
        ? MetricWords.name(metric)
            + " "
            + Effect.smallest(HeadRelativeChange.worse(metric, most.getAsDouble()))
        : "";
  }
}
