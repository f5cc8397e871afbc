package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Metric;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import org.jspecify.annotations.Nullable;

/**
 * One scenario's changes, ready to be laid out by any report.
 *
 * @param name the scenario or benchmark
 * @param judged those with a tolerance, the gating metrics first
 * @param others of the modes, without a tolerance
 * @param contrasts how much more virtual changed than platform
 */
public record ChangeView(String name, List<Row> judged, List<Row> others, List<Row> contrasts) {
  public ChangeView {
    judged = List.copyOf(judged);
    others = List.copyOf(others);
    contrasts = List.copyOf(contrasts);
  }

  /**
   * One metric in one mode.
   *
   * @param line of the verdict
   * @param change of that line, as judged; {@link loomwatch.tell.text.Effect} has it in words
   */
  public record Row(MetricVerdict line, Change change) {
    Metric metric() {
      return line.metric();
    }

    JudgedMode mode() {
      return line.mode();
    }

    /** What its tolerance alone comes to; null without one. */
    @Nullable Outcome outcome() {
      return change.found().map(PolicyResult::verdict).orElse(null);
    }

    boolean gates() {
      return change.found().filter(PolicyResult::gate).isPresent();
    }

    /** Whether it regressed for its launches' failing and not for its size. */
    boolean failing() {
      return change.found().filter(PolicyResult::failing).isPresent();
    }

    String mark() {
      Outcome outcome = outcome();
      return outcome == null ? "" : Mark.shape(outcome);
    }

    Ink ink() {
      Outcome outcome = outcome();
      return outcome == null ? Ink.PLAIN : Ink.of(outcome);
    }
  }

  /** Every scenario that has a change, in the verdict's order. */
  static List<ChangeView> of(Verdict verdict) {
    Map<String, List<Row>> byScenario = new LinkedHashMap<>();
    for (MetricVerdict line : verdict.metrics()) {
      line.change()
          .ifPresent(change ->
              byScenario
                  .computeIfAbsent(line.scenario(), key -> new ArrayList<>())
                  .add(new Row(line, change)));
    }
    return byScenario.entrySet().stream()
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static ChangeView of(String name, List<Row> rows) {
    List<Row> judged = new ArrayList<>();
    List<Row> others = new ArrayList<>();
    List<Row> contrasts = new ArrayList<>();
    for (Row row : rows) {
      List<Row> kind =
          row.mode() == JudgedMode.CONTRAST ? contrasts : row.outcome() == null ? others : judged;
      kind.add(row);
    }
    List<Metric> gating = judged.stream().filter(Row::gates).map(Row::metric).toList();
    List<Row> ordered =
        new ArrayList<>(judged.stream().filter(row -> gating.contains(row.metric())).toList());
    judged.stream().filter(row -> !gating.contains(row.metric())).forEach(ordered::add);
    return new ChangeView(name, ordered, others, contrasts);
  }

  /** The rows of each metric, in order. */
  static Map<Metric, List<Row>> byMetric(List<Row> rows) {
    Map<Metric, List<Row>> byMetric = new LinkedHashMap<>();
    rows.forEach(row -> byMetric.computeIfAbsent(row.metric(), key -> new ArrayList<>()).add(row));
    return byMetric;
  }
}
