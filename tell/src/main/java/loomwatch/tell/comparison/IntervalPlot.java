package loomwatch.tell.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Plain;
import loomwatch.tell.comparison.ChangeView.Row;
import loomwatch.tell.text.Colour;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;

/**
 * Changes with their 90 % intervals, each on the scale of its own tolerance, so that no change and
 * the tolerances stand in one column for all. The scale is that of the log ratios judged.
 */
final class IntervalPlot {
  static final String LEGEND =
      "● change with its 90 % interval, │ no change, ┊ tolerance; worse is to the right";

  /** Narrower than this it shows nothing. */
  private static final int NARROWEST = 21;

  private static final int WIDEST = 49;

  /** Both tolerances are always on it. */
  private static final double LEAST_SPAN = 1.5;

  private static final double MOST_SPAN = 4;

  /** −100 % would be at minus infinity. */
  private static final double LEAST_PERCENT = -99.99;

  private final List<Row> rows;
  private final Colour colour;
  private final int name;
  private final int mode;
  private final int columns;
  private final double span;

  private IntervalPlot(List<Row> rows, int width, Colour colour) {
    this.rows = rows;
    this.colour = colour;
    this.name = widest(rows.stream().map(IntervalPlot::name).toList());
    this.mode = widest(rows.stream().map(row -> row.mode().label()).toList());
    int free = width - name - mode - 9 - widest(rows.stream().map(IntervalPlot::scale).toList());
    this.columns = Math.min(WIDEST, free % 2 == 0 ? free - 1 : free);
    this.span = span(rows);
  }

  /** Its lines; none when there is nothing to draw or too little room. */
  static List<String> of(List<Row> judged, int width, Colour colour) {
    List<Row> drawn = judged.stream().filter(IntervalPlot::drawable).toList();
    if (drawn.isEmpty()) {
      return List.of();
    }
    IntervalPlot plot = new IntervalPlot(drawn, width, colour);
    return plot.columns < NARROWEST ? List.of() : plot.lines();
  }

  private static boolean drawable(Row row) {
    Double tolerance = row.change().tolerancePercent();
    return row.change().effectPercent() != null && tolerance != null && tolerance > 0;
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Row row : rows) {
      lines.add(
          "  "
              + row.ink().on(row.mark(), colour)
              + " "
              + padded(name(row), name)
              + "  "
              + padded(row.mode().label(), mode)
              + "  "
              + bar(row)
              + " "
              + scale(row));
    }
    return lines.stream().map(String::stripTrailing).toList();
  }

  private String bar(Row row) {
    String[] cells = new String[columns];
    Arrays.fill(cells, "·");
    cells[column(1)] = "┊";
    cells[column(-1)] = "┊";
    cells[column(0)] = "│";
    Change change = row.change();
    Interval interval = change.effectInterval();
    if (interval != null) {
      interval(cells, at(interval.low(), change), at(interval.high(), change));
    }
    Double effect = change.effectPercent();
    double dot = effect == null ? 0 : at(effect, change);
    cells[column(dot)] = dot > span ? "►" : dot < -span ? "◄" : "●";
    return String.join("", cells);
  }

  private void interval(String[] cells, double low, double high) {
    int from = column(low);
    int to = column(high);
    for (int i = from; i <= to; i++) {
      cells[i] = cells[i].equals("·") ? "─" : "┼";
    }
    if (from < to) {
      cells[from] = low < -span ? "◄" : "├";
      cells[to] = high > span ? "►" : "┤";
    }
  }

  private int column(double at) {
    int middle = columns / 2;
    return middle + (int) Math.round(Math.clamp(at / span, -1, 1) * middle);
  }

  /** In tolerances: 1 is as much worse as is tolerated. */
  private static double at(double percent, Change change) {
    Double tolerance = change.tolerancePercent();
    return tolerance == null
        ? 0
        : Math.log1p(Math.max(LEAST_PERCENT, percent) / 100) / Math.log1p(tolerance / 100);
  }

  private static double span(List<Row> rows) {
    double span = LEAST_SPAN;
    for (Row row : rows) {
      Interval interval = row.change().effectInterval();
      Double effect = row.change().effectPercent();
      double low = interval == null ? effect == null ? 0 : effect : interval.low();
      double high = interval == null ? low : interval.high();
      span = Math.max(span, Math.abs(at(low, row.change())));
      span = Math.max(span, Math.abs(at(high, row.change())));
    }
    return Math.min(MOST_SPAN, span);
  }

  private static String name(Row row) {
    return MetricWords.name(row.metric());
  }

  private static String scale(Row row) {
    return "┊ " + Effect.tolerance(row.change());
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(Plain::width).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - Plain.width(text));
  }
}
