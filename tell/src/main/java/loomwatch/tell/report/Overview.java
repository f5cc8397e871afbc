package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.results.Metric;
import loomwatch.tell.report.ScenarioView.Row;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/** All scenarios at a glance: where the modes differ, and by how much. */
public record Overview(List<String> columns, List<Line> lines) {

  /** How to read the marks. */
  public static final String LEGEND =
      "▼ virtual threads better, ▲ worse, = alike within 2 %, ~ no difference shown (the 90 %"
          + " interval includes 1), – not measured in both";

  private static final List<Metric> BENCHMARK = headlines(true);
  private static final List<Metric> SERVER = headlines(false);

  public Overview {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
  }

  /** One scenario: a cell for each column. */
  record Line(String scenario, List<Entry> entries) {
    Line {
      entries = List.copyOf(entries);
    }
  }

  /** What one metric shows, such as {@code ▼ ÷ 15.3}. */
  record Entry(String text, Difference difference) {}

  /** Servers in one table and benchmarks in another; none when there is nothing to compare. */
  public static List<Overview> of(List<ScenarioView> scenarios) {
    return List.of(of(scenarios, SERVER), of(scenarios, BENCHMARK)).stream()
        .filter(overview -> !overview.lines.isEmpty())
        .toList();
  }

  private static Overview of(List<ScenarioView> scenarios, List<Metric> headlines) {
    List<Metric> metrics =
        headlines.stream()
            .filter(
                metric -> scenarios.stream().anyMatch(scenario -> scenario.row(metric).isPresent()))
            .toList();
    List<Line> lines = new ArrayList<>();
    for (ScenarioView scenario : scenarios) {
      List<Entry> entries = metrics.stream().map(metric -> entry(scenario.row(metric))).toList();
      if (entries.stream().anyMatch(entry -> entry.difference() != Difference.NONE)) {
        lines.add(new Line(scenario.name(), entries));
      }
    }
    return new Overview(metrics.stream().map(MetricWords::shortName).toList(), lines);
  }

  private static Entry entry(Optional<Row> row) {
    Difference difference = row.map(Row::difference).orElse(Difference.NONE);
    String change = difference.shown() ? " " + row.map(Sentence::change).orElse("") : "";
    return new Entry(difference.mark() + change, difference);
  }

  /** As columns for a terminal. */
  public Table table() {
    Side[] sides = new Side[columns.size() + 1];
    Arrays.fill(sides, Side.LEFT);
    Table table = new Table(sides);
    List<Cell> header = new ArrayList<>(List.of(Cell.of("")));
    columns.forEach(column -> header.add(Cell.of(column)));
    table.row(header);
    for (Line line : lines) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(line.scenario())));
      line.entries().forEach(entry -> cells.add(new Cell(entry.text(), entry.difference().ink())));
      table.row(cells);
    }
    return table;
  }

  private static List<Metric> headlines(boolean ofBenchmarks) {
    return Stream.of(Metric.values())
        .filter(Metric::isHeadline)
        .filter(metric -> metric.unit().isPerOperation() == ofBenchmarks)
        .toList();
  }
}
