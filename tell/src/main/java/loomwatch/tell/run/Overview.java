package loomwatch.tell.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.results.Metric;
import loomwatch.tell.run.ScenarioView.Row;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/** All scenarios at a glance: where the modes differ, and by how much. */
public record Overview(List<String> columns, List<Line> lines) {

  /** How to read the marks. */
  public static final String LEGEND =
      "▼ virtual threads better, ▲ worse, = alike within 2 %, ~ no difference shown (the 90 %"
          + " interval includes 1), – not measured in both";

  private static final Map<Metric, String> SERVER = server();
  private static final Map<Metric, String> BENCHMARK = benchmark();

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

  private static Overview of(List<ScenarioView> scenarios, Map<Metric, String> columns) {
    List<Line> lines = new ArrayList<>();
    for (ScenarioView scenario : scenarios) {
      List<Entry> entries =
          columns.keySet().stream().map(metric -> entry(scenario.row(metric))).toList();
      if (entries.stream().anyMatch(entry -> entry.difference() != Difference.NONE)) {
        lines.add(new Line(scenario.name(), entries));
      }
    }
    return new Overview(List.copyOf(columns.values()), lines);
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

  private static Map<Metric, String> server() {
    Map<Metric, String> columns = new LinkedHashMap<>();
    columns.put(Metric.LATENCY_P50, "p50");
    columns.put(Metric.LATENCY_P99, "p99");
    columns.put(Metric.CPU_PER_REQUEST, "CPU");
    columns.put(Metric.ALLOCATED_PER_REQUEST, "allocation");
    columns.put(Metric.THREAD_RESERVED_AFTER_LOAD, "threads' memory");
    columns.put(Metric.RSS_AFTER_LOAD, "RSS");
    return columns;
  }

  private static Map<Metric, String> benchmark() {
    Map<Metric, String> columns = new LinkedHashMap<>();
    columns.put(Metric.TIME_PER_OPERATION, "time/operation");
    columns.put(Metric.ALLOCATED_PER_OPERATION, "allocation/operation");
    return columns;
  }
}
