package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, the first to the left, the others to the right. */
final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  /** The lines, without trailing blanks. */
  List<String> lines() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] =
            Math.max(widths[column], row.get(column).codePointCount(0, row.get(column).length()));
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  int width() {
    return lines().stream().mapToInt(String::length).max().orElse(0);
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String padding = " ".repeat(widths[column] - cell.codePointCount(0, cell.length()));
      line.append(column == 0 ? cell + padding : GAP + padding + cell);
    }
    return line.toString().stripTrailing();
  }
}
