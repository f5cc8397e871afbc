package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.results.Metric;
import loomwatch.tell.report.ScenarioView.Row;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Quantity;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/**
 * What both modes come to at a glance: a line for each metric, a column for each scenario, as many
 * beside each other as there is room for.
 */
final class ModesTable {
  static final String LEGEND =
      "▼ virtual better, ▲ worse, = alike within 2 %, ~ no difference shown, ? too little to tell";

  private static final String INDENT = "  ";

  private final Page page;

  private ModesTable(Page page) {
    this.page = page;
  }

  /** Prints those scenarios; in words where the terminal is too narrow for a column. */
  static void print(Page page, List<ScenarioView> scenarios, Notes notes) {
    ModesTable tables = new ModesTable(page);
    List<ScenarioView> left = scenarios;
    while (!left.isEmpty()) {
      int fitting = tables.fitting(left);
      if (fitting == 0) {
        page.text(INDENT, left.getFirst().name() + ": " + Sentence.of(left.getFirst(), notes));
      } else {
        page.table(INDENT, table(left.subList(0, fitting)));
      }
      left = left.subList(Math.max(1, fitting), left.size());
    }
  }

  /** How many of the first fit beside each other. */
  private int fitting(List<ScenarioView> scenarios) {
    int most = scenarios.size();
    while (most > 0 && !page.fits(INDENT, table(scenarios.subList(0, most)))) {
      most--;
    }
    return most;
  }

  private static Table table(List<ScenarioView> scenarios) {
    Side[] sides = new Side[1 + scenarios.size()];
    Arrays.fill(sides, Side.LEFT);
    Table table = new Table(sides);
    List<Cell> header = new ArrayList<>(List.of(Cell.of("platform / virtual")));
    scenarios.forEach(scenario -> header.add(new Cell(scenario.name(), Ink.BOLD)));
    table.row(header);
    for (Metric metric : Metric.values()) {
      if (metric.isHeadline()
          && scenarios.stream().anyMatch(scenario -> scenario.row(metric).isPresent())) {
        List<Cell> line = new ArrayList<>(List.of(Cell.of(MetricWords.shortName(metric))));
        scenarios.forEach(
            scenario -> line.add(scenario.row(metric).map(ModesTable::cell).orElse(Cell.of(""))));
        table.row(line);
      }
    }
    return table;
  }

  /** {@code 754 / 53.0 ms ▼ ÷ 14.2}. */
  private static Cell cell(Row row) {
    Difference difference = row.difference();
    String levels =
        Quantity.both(
            Cells.inWords(row, JudgedMode.PLATFORM), " / ", Cells.inWords(row, JudgedMode.VIRTUAL));
    String mark = difference == Difference.NONE ? "" : " " + difference.mark();
    String change = difference.shown() ? " " + Sentence.change(row) : "";
    return new Cell(levels + mark + change, difference.ink());
  }
}
