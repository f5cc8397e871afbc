package loomwatch.tell.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Markdown line by line. What comes from outside goes through {@link MarkdownText} before. */
public final class MarkdownPage {
  private final StringBuilder out = new StringBuilder();
  private final List<String> leftOut = new ArrayList<>();
  private final int room;

  /** As long as it gets. */
  public MarkdownPage() {
    this(Integer.MAX_VALUE);
  }

  /**
   * One whose parts are left out when they do not fit.
   *
   * @param room in bytes of UTF-8
   */
  public MarkdownPage(int room) {
    this.room = room;
  }

  /**
   * Writes a part if there is room for all of it.
   *
   * @param what it is called when it is left out
   */
  public void part(String what, Runnable content) {
    int before = out.length();
    content.run();
    if (room < Integer.MAX_VALUE && out.toString().getBytes(StandardCharsets.UTF_8).length > room) {
      out.setLength(before);
      leftOut.add(what);
    }
  }

  /** What there was no room for, in order. */
  public List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  /** Lines as they stand, in one width. They must not come from outside. */
  public void drawn(List<String> lines) {
    blank();
    line("```text");
    lines.forEach(this::line);
    line("```");
  }

  void line(String text) {
    out.append(text).append('\n');
  }

  void blank() {
    line("");
  }

  /** A paragraph of its own. */
  public void paragraph(String text) {
    blank();
    line(text);
  }

  public void heading(int level, String text) {
    if (!out.isEmpty()) {
      blank();
    }
    line("#".repeat(level) + " " + text);
  }

  public void list(List<String> items) {
    blank();
    items.forEach(item -> line("- " + item));
  }

  /**
   * A table.
   *
   * @param columns one word or two each; those that end with a colon stand to the right
   * @param rows as many cells each
   */
  public void table(List<String> columns, List<List<String>> rows) {
    blank();
    row(columns.stream().map(column -> column.replaceFirst(":$", "")).toList());
    row(columns.stream().map(column -> column.endsWith(":") ? "---:" : "---").toList());
    rows.forEach(this::row);
  }

  private void row(List<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  /** What is folded away until asked for. */
  public void details(String summary, Runnable content) {
    part(
        summary,
        () -> {
          blank();
          line("<details><summary>" + summary + "</summary>");
          content.run();
          blank();
          line("</details>");
        });
  }

  @Override
  public String toString() {
    return out.toString();
  }

  public static List<String> cells(String first, List<String> others) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(others);
    return Collections.unmodifiableList(cells);
  }
}
