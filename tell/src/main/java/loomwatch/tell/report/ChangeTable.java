package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Outcome;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/**
 * Changes as columns at a terminal: everything of a mode in one line, or where that is too wide the
 * metric in a line of its own, or where even that is, each in words.
 */
final class ChangeTable {
  private static final String INDENT = "  ";
  private static final String DEEPER = "    ";

  private final Page page;
  private final Notes notes;

  ChangeTable(Page page, Notes notes) {
    this.page = page;
    this.notes = notes;
  }

  /** Those with a tolerance. */
  void judged(List<Row> rows) {
    Table wide = wide(rows);
    if (page.fits(INDENT, wide)) {
      page.table(INDENT, wide);
      boolean informs = rows.stream().anyMatch(row -> !row.gates());
      page.text(INDENT, legend(rows) + (informs ? "; * informational, does not decide" : ""));
      return;
    }
    Table narrow = narrow(rows);
    boolean columns = page.fits(DEEPER, narrow);
    List<String> lines = narrow.lines(page.style().colour());
    ChangeView.byMetric(rows)
        .forEach((metric, modes) -> {
          page.text(INDENT, metric.label() + ": " + terms(modes));
          if (columns) {
            modes.forEach(row -> page.drawn(List.of(DEEPER + lines.get(rows.indexOf(row)))));
          } else {
            modes.forEach(this::inWords);
          }
        });
    page.text(INDENT, legend(rows));
  }

  /** The marks met, in words. */
  private static String legend(List<Row> rows) {
    return Stream.of(Outcome.values())
        .filter(outcome -> rows.stream().anyMatch(row -> row.outcome() == outcome))
        .map(outcome -> Mark.shape(outcome) + " " + meaning(outcome))
        .collect(joining(", "));
  }

  private static String meaning(Outcome outcome) {
    return switch (outcome) {
      case PASS -> "shown not to be worse by the tolerance";
      case REGRESSED -> "worse by the tolerance or more";
      case IMPROVED -> "better by the tolerance or more";
      case INCONCLUSIVE -> "not decided";
      case INVALID -> "not valid";
    };
  }

  private Table wide(List<Row> rows) {
    Table table =
        new Table(
            Side.LEFT,
            Side.LEFT,
            Side.LEFT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.LEFT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.LEFT);
    table.row(
        "",
        "",
        "",
        "base",
        "head",
        "change",
        "90 % interval",
        "tolerance",
        calibrated(rows) ? "floor" : "",
        "MDE",
        "p",
        "");
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Change change = row.change();
      boolean again = i > 0 && rows.get(i - 1).metric() == row.metric();
      table.row(
          List.of(
              new Cell(row.mark(), row.ink()),
              Cell.of(again ? "" : row.metric().label()),
              Cell.of(row.mode().label()),
              Cell.of(Movement.base(row.line(), change)),
              Cell.of(Movement.head(row.line(), change)),
              new Cell(Effect.change(row.line()), row.ink()),
              Cell.of(Effect.interval(row.line())),
              Cell.of(Effect.tolerance(change) + (row.gates() ? "" : " *")),
              Cell.of(Effect.floor(change)),
              Cell.of(Effect.smallest(row.line())),
              Cell.of(Effect.shown(Effect.p(change))),
              Cell.of(marks(row))));
    }
    return table;
  }

  /** Columns nobody fills are not shown. */
  private static boolean calibrated(List<Row> rows) {
    return rows.stream().anyMatch(row -> row.change().floorPercent().isPresent());
  }

  private Table narrow(List<Row> rows) {
    Table table =
        new Table(Side.LEFT, Side.LEFT, Side.RIGHT, Side.RIGHT, Side.LEFT, Side.LEFT, Side.LEFT);
    for (Row row : rows) {
      Change change = row.change();
      table.row(
          List.of(
              new Cell(row.mark(), row.ink()),
              Cell.of(row.mode().label()),
              Cell.of(Movement.of(row.line(), change)),
              new Cell(Effect.change(row.line()), row.ink()),
              Cell.of(Effect.interval(row.line())),
              Cell.of(Effect.inWords(Effect.p(change))),
              Cell.of(marks(row))));
    }
    return table;
  }

  /** For a terminal too narrow for columns. */
  private void inWords(Row row) {
    Change change = row.change();
    List<String> parts = new ArrayList<>();
    parts.add(Movement.of(row.line(), change));
    parts.add(Effect.withInterval(row.line()));
    parts.add(Effect.inWords(Effect.p(change)));
    parts.removeIf(String::isEmpty);
    String text = row.mode().label() + " " + String.join(", ", parts) + " " + marks(row);
    page.marked(DEEPER, row.mark(), row.ink(), row.mark().isEmpty() ? text : " " + text);
  }

  private String marks(Row row) {
    String marks = notes.marks(row.line());
    return marks.isEmpty() ? "" : "(" + marks + ")";
  }

  /** What the policy says of a metric: {@code tolerance 5 %, gates; MDE 6.1 % / 25 %}. */
  private static String terms(List<Row> modes) {
    String seen = each(modes, row -> Effect.smallest(row.line()));
    String floor = each(modes, row -> Effect.floor(row.change()));
    return "tolerance "
        + each(modes, row -> Effect.tolerance(row.change()))
        + ", "
        + each(modes, row -> row.gates() ? "blocking" : "informational")
        + (floor.isEmpty() ? "" : "; floor " + floor)
        + (seen.equals(Effect.NOTHING) ? "" : "; MDE " + seen);
  }

  private static String each(List<Row> modes, Function<Row, String> text) {
    return modes.stream()
        .map(text)
        .filter(shown -> !shown.isEmpty())
        .distinct()
        .collect(joining(" / "));
  }

  /** Those without a tolerance: nothing is claimed of them, so there is neither p nor mark. */
  void others(List<Row> rows) {
    Table table =
        new Table(Side.LEFT, Side.LEFT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.LEFT, Side.LEFT);
    for (Row row : rows) {
      Change change = row.change();
      table.row(
          List.of(
              Cell.of(row.metric().label()),
              Cell.of(row.mode().label()),
              Cell.of(Movement.base(row.line(), change)),
              Cell.of(Movement.head(row.line(), change)),
              Cell.of(Effect.change(row.line())),
              Cell.of(Effect.interval(row.line())),
              Cell.of(marks(row))));
    }
    if (page.fits(INDENT, table)) {
      page.table(INDENT, table);
      return;
    }
    ChangeView.byMetric(rows)
        .forEach((metric, modes) -> {
          page.text(INDENT, metric.label());
          modes.forEach(this::inWords);
        });
  }
}
