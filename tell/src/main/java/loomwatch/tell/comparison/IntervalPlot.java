package loomwatch.tell.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Size.Pairs;
import loomwatch.judge.verdict.Size.Ratio;
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
    return row.change().ratio().isPresent()
        && row.change().judged().filter(judged -> judged.tolerancePercent() > 0).isPresent();
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
    change
        .bounded()
        .map(Pairs::interval)
        .ifPresent(of -> interval(cells, at(of.low(), change), at(of.high(), change)));
    double dot = change.ratio().map(ratio -> at(ratio.percent(), change)).orElse(0.0);
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
    double log = Math.log1p(Math.max(LEAST_PERCENT, percent) / 100);
    return change
        .judged()
        .map(judged -> log / Math.log1p(judged.tolerancePercent() / 100))
        .orElse(0.0);
  }

  private static double span(List<Row> rows) {
    double span = LEAST_SPAN;
    for (Row row : rows) {
      Change change = row.change();
      double effect = change.ratio().map(Ratio::percent).orElse(0.0);
      Interval reach =
          change.bounded().map(Pairs::interval).orElseGet(() -> new Interval(effect, effect));
      span = Math.max(span, Math.abs(at(reach.low(), change)));
      span = Math.max(span, Math.abs(at(reach.high(), change)));
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
