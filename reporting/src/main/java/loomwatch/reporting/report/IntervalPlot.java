package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.report.ChangeView.Decisive;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Text;
import loomwatch.results.files.Plain;

/**
 * A plot of changes with their 90 % intervals. Each is scaled by its own tolerance, so that 0 and
 * the tolerances align in all rows. The scale is linear in log ratios, as in the judgement.
 */
final class IntervalPlot {
  static final String LEGEND =
      "● change with its 90 % interval, │ no change, ┊ tolerance; worse is to the right";

  /** A narrower plot shows nothing useful. */
  private static final int NARROWEST = 21;

  private static final int WIDEST = 49;

  /** Minimum span, in tolerances, at which both tolerance marks are visible. */
  private static final double LEAST_SPAN = 1.5;

  private static final double MOST_SPAN = 4;

  /** A change of −100 % would be at minus infinity. */
  private static final double LEAST_PERCENT = -99.99;

  private final List<Row> rows;
  private final List<String> heads;
  private final int columns;
  private final double span;

  private IntervalPlot(List<Row> rows, List<String> heads, int width) {
    this.rows = rows;
    this.heads = heads;
    int free = width - widest(heads) - 5 - widest(rows.stream().map(IntervalPlot::scale).toList());
    this.columns = Math.min(WIDEST, free % 2 == 0 ? free - 1 : free);
    this.span = span(rows);
  }

  /** Returns the lines; none when there is nothing to draw or too little room. */
  static List<Text> of(List<Row> judged, int width) {
    return drawn(judged, List.of(Row::name, Row::modeLabel), width);
  }

  /** Returns the lines with each change in figures; without the levels where they do not fit. */
  static List<Text> withFigures(Decisive decisive, int width) {
    Function<Row, String> name =
        row ->
            (decisive.oneScenario() ? "" : row.line().scenario() + " ")
                + row.name()
                + (row.gates() ? "" : " (info)");
    Function<Row, String> mode = Row::modeLabel;
    Function<Row, String> change = row -> Effect.change(row.line());
    List<Text> full = drawn(decisive.rows(), List.of(name, mode, Row::baseToHead, change), width);
    return full.isEmpty() ? drawn(decisive.rows(), List.of(name, mode, change), width) : full;
  }

  private static List<Text> drawn(
      List<Row> judged, List<Function<Row, String>> figures, int width) {
    List<Row> drawn = judged.stream().filter(IntervalPlot::drawable).toList();
    if (drawn.isEmpty()) {
      return List.of();
    }
    IntervalPlot plot = new IntervalPlot(drawn, heads(drawn, figures), width);
    return plot.columns < NARROWEST ? List.of() : plot.lines();
  }

  /** Returns columns of equal width; those after name and mode are right-aligned. */
  private static List<String> heads(List<Row> rows, List<Function<Row, String>> figures) {
    List<String> heads = new ArrayList<>(Collections.nCopies(rows.size(), ""));
    for (int column = 0; column < figures.size(); column++) {
      List<String> cells = rows.stream().map(figures.get(column)).map(Plain::text).toList();
      int width = widest(cells);
      if (width == 0) {
        continue;
      }
      for (int i = 0; i < cells.size(); i++) {
        String blanks = " ".repeat(width - Plain.width(cells.get(i)));
        String cell = column < 2 ? cells.get(i) + blanks : blanks + cells.get(i);
        heads.set(i, heads.get(i) + (column == 0 ? "" : "  ") + cell);
      }
    }
    return heads;
  }

  private static boolean drawable(Row row) {
    return row.change().ratio().isPresent()
        && row.change().judged().filter(judged -> judged.tolerancePercent() > 0).isPresent();
  }

  private List<Text> lines() {
    List<Text> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      lines.add(row.mark().and(" " + heads.get(i) + "  " + bar(row) + " " + scale(row)));
    }
    return lines;
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
        .map(SeveralPairs::interval)
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

  /** Returns a change in units of its tolerance; 1 is the tolerance itself, for the worse. */
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
          change
              .bounded()
              .map(SeveralPairs::interval)
              .orElseGet(() -> new Interval(effect, effect));
      span = Math.max(span, Math.abs(at(reach.low(), change)));
      span = Math.max(span, Math.abs(at(reach.high(), change)));
    }
    return Math.min(MOST_SPAN, span);
  }

  private static String scale(Row row) {
    return "┊ " + Effect.tolerance(row.change());
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(Plain::width).max().orElse(0);
  }
}
