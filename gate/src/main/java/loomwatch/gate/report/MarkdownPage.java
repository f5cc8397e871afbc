package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Markdown line by line. What comes from outside goes through {@link MarkdownText} before. */
final class MarkdownPage {
  private final StringBuilder out = new StringBuilder();

  void line(String text) {
    out.append(text).append('\n');
  }

  void blank() {
    line("");
  }

  /** A paragraph of its own. */
  void paragraph(String text) {
    blank();
    line(text);
  }

  void heading(int level, String text) {
    if (!out.isEmpty()) {
      blank();
    }
    line("#".repeat(level) + " " + text);
  }

  void list(List<String> items) {
    blank();
    items.forEach(item -> line("- " + item));
  }

  /**
   * A table.
   *
   * @param columns one word or two each; those that end with a colon stand to the right
   * @param rows as many cells each
   */
  void table(List<String> columns, List<List<String>> rows) {
    blank();
    row(columns.stream().map(column -> column.replaceFirst(":$", "")).toList());
    row(columns.stream().map(column -> column.endsWith(":") ? "---:" : "---").toList());
    rows.forEach(this::row);
  }

  private void row(List<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  /** What is folded away until asked for. */
  void details(String summary, Runnable content) {
    blank();
    line("<details><summary>" + summary + "</summary>");
    content.run();
    blank();
    line("</details>");
  }

  @Override
  public String toString() {
    return out.toString();
  }

  static List<String> cells(String first, List<String> others) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(others);
    return Collections.unmodifiableList(cells);
  }
}
