package loomwatch.tell.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.files.Plain;

/** Columns of text at a terminal. */
public final class Table {
  private static final String GAP = "  ";

  /** Where a column's cells stand. */
  public enum Side {
    LEFT,
    RIGHT
  }

  /** Text and its colour. */
  public record Cell(String text, Ink ink) {
    public static Cell of(String text) {
      return new Cell(text, Ink.PLAIN);
    }
  }

  private final List<Side> sides;
  private final List<List<Cell>> rows = new ArrayList<>();

  /**
   * An empty table.
   *
   * @param sides of its columns
   */
  public Table(Side... sides) {
    this.sides = List.of(sides);
  }

  public void row(String... cells) {
    row(Stream.of(cells).map(Cell::of).toList());
  }

  public void row(List<Cell> cells) {
    rows.add(cells.stream().map(cell -> new Cell(Plain.text(cell.text()), cell.ink())).toList());
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The lines, without trailing blanks. */
  public List<String> lines(Colour colour) {
    int[] widths = widths();
    return rows.stream().map(row -> line(row, widths, colour)).toList();
  }

  /** Columns of the widest line. */
  int width() {
    int sum = 0;
    for (int width : widths()) {
      sum += width + (width == 0 || sum == 0 ? 0 : GAP.length());
    }
    return sum;
  }

  private int[] widths() {
    int[] widths = new int[sides.size()];
    for (List<Cell> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], Plain.width(row.get(column).text()));
      }
    }
    return widths;
  }

  private String line(List<Cell> row, int[] widths, Colour colour) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      if (widths[column] == 0) {
        continue;
      }
      Cell cell = row.get(column);
      String padding = " ".repeat(widths[column] - Plain.width(cell.text()));
      String text = cell.ink().on(cell.text(), colour);
      line.append(line.isEmpty() ? "" : GAP)
          .append(sides.get(column) == Side.LEFT ? text + padding : padding + text);
    }
    return line.toString().stripTrailing();
  }
}
