package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Metric;

/**
 * One scenario's rows, ready to be laid out by any report.
 *
 * @param name the scenario or benchmark
 * @param rows in the order of metrics
 */
public record ScenarioView(String name, List<Row> rows) {
  public ScenarioView {
    rows = List.copyOf(rows);
  }

  /**
   * One metric in both modes and their contrast.
   *
   * @param metric what was measured
   * @param cells by mode, those that exist
   */
  record Row(Metric metric, Map<JudgedMode, MetricVerdict> cells) {
    Row {
      cells = Map.copyOf(cells);
    }

    Optional<MetricVerdict> cell(JudgedMode mode) {
      return Optional.ofNullable(cells.get(mode));
    }

    /** What its contrast shows. */
    Difference difference() {
      return cell(JudgedMode.CONTRAST).map(Difference::of).orElse(Difference.NONE);
    }

    boolean measured(JudgedMode mode) {
      return cell(mode).filter(cell -> cell.value() != null).isPresent();
    }

    /** A limit that holds is among the limits; one that does not is shown with its numbers too. */
    private boolean limitInDoubt() {
      return cells.values().stream()
          .map(MetricVerdict::verdict)
          .anyMatch(outcome -> outcome != null && outcome != Outcome.PASS);
    }
  }

  /** Every scenario of a verdict, in its order. */
  public static List<ScenarioView> of(Verdict verdict) {
    Map<String, Map<Metric, Map<JudgedMode, MetricVerdict>>> byScenario = new LinkedHashMap<>();
    for (MetricVerdict metric : verdict.metrics()) {
      byScenario
          .computeIfAbsent(metric.scenario(), key -> new LinkedHashMap<>())
          .computeIfAbsent(metric.metric(), key -> new LinkedHashMap<>())
          .put(metric.mode(), metric);
    }
    List<ScenarioView> views = new ArrayList<>();
    byScenario.forEach((name, metrics) -> {
      List<Row> rows = new ArrayList<>();
      metrics.forEach((metric, cells) -> rows.add(new Row(metric, cells)));
      views.add(new ScenarioView(name, rows));
    });
    return views;
  }

  /** The rows people look for, and every row whose limit does not hold for certain. */
  public ScenarioView key() {
    return new ScenarioView(
        name,
        rows.stream()
            .filter(row -> row.metric().isKey() || row.limitInDoubt())
            .filter(row -> row.measured(JudgedMode.PLATFORM) || row.measured(JudgedMode.VIRTUAL))
            .toList());
  }

  /** Its rows of some metrics, where either mode was measured. */
  ScenarioView only(Predicate<Metric> some) {
    return new ScenarioView(
        name,
        rows.stream()
            .filter(row -> some.test(row.metric()))
            .filter(row -> row.measured(JudgedMode.PLATFORM) || row.measured(JudgedMode.VIRTUAL))
            .toList());
  }

  Optional<Row> row(Metric metric) {
    return rows.stream().filter(row -> row.metric() == metric).findFirst();
  }

  boolean measured(JudgedMode mode) {
    return rows.stream().anyMatch(row -> row.measured(mode));
  }

  /** How many launches each mean rests on, when that is the same for all. */
  OptionalInt launches() {
    int[] counts =
        rows.stream()
            .flatMap(row -> row.cells().values().stream())
            .filter(cell -> cell.value() != null)
            .mapToInt(MetricVerdict::launches)
            .distinct()
            .toArray();
    return counts.length == 1 ? OptionalInt.of(counts[0]) : OptionalInt.empty();
  }
}
