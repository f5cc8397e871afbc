package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import loomwatch.results.Metric;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/**
 * Several scenarios at a glance: what each judged metric came to with platform and with virtual
 * threads.
 *
 * @param metrics the columns
 * @param views the lines
 */
record ChangeOverview(List<Metric> metrics, List<ChangeView> views) {
  static final String LEGEND = "platform / virtual";

  ChangeOverview {
    metrics = List.copyOf(metrics);
    views = List.copyOf(views);
  }

  /** How much a cell says. */
  enum Cells {
    /** {@code ✘ +14.6 % / ? +19 %}. */
    FIGURES,
    /** {@code ✘ / ?}. */
    MARKS
  }

  /** Of those with something judged. */
  static ChangeOverview of(List<ChangeView> all) {
    List<ChangeView> views = all.stream().filter(view -> !view.judged().isEmpty()).toList();
    Set<Metric> metrics = new LinkedHashSet<>();
    views.forEach(view -> view.judged().forEach(row -> metrics.add(row.metric())));
    return new ChangeOverview(List.copyOf(metrics), views);
  }

  /** Whether it says more than the scenario's own section. */
  boolean worthwhile() {
    return views.size() > 1;
  }

  List<String> columns() {
    return metrics.stream().map(MetricWords::shortName).toList();
  }

  /** A scenario's cells, one for each column; empty where it has none. */
  List<String> line(ChangeView view, Cells cells) {
    return metrics.stream().map(metric -> cell(rows(view, metric), cells)).toList();
  }

  private static List<Row> rows(ChangeView view, Metric metric) {
    return view.judged().stream().filter(row -> row.metric() == metric).toList();
  }

  private static String cell(List<Row> rows, Cells cells) {
    return rows.stream()
        .map(row ->
            switch (cells) {
              case FIGURES -> row.mark() + " " + Effect.change(row.line());
              case MARKS -> row.mark();
            })
        .collect(joining(" / "));
  }

  /** Prints it with as much in each cell as there is room for; nothing where that is too little. */
  void table(Page page, String indent) {
    Table figures = table(Cells.FIGURES);
    Table marks = table(Cells.MARKS);
    if (page.fits(indent, marks)) {
      page.heading("Changes", LEGEND);
      page.table(indent, page.fits(indent, figures) ? figures : marks);
    }
  }

  private Table table(Cells cells) {
    Side[] sides = new Side[metrics.size() + 1];
    Arrays.fill(sides, Side.LEFT);
    Table table = new Table(sides);
    List<Cell> header = new ArrayList<>(List.of(Cell.of("")));
    columns().forEach(column -> header.add(Cell.of(column)));
    table.row(header);
    for (ChangeView view : views) {
      List<Cell> line = new ArrayList<>(List.of(Cell.of(view.name())));
      line(view, cells).forEach(text -> line.add(Cell.of(text)));
      table.row(line);
    }
    return table;
  }
}
