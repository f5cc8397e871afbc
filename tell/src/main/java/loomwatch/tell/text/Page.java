package loomwatch.tell.text;

import java.util.ArrayList;
import java.util.List;
import loomwatch.results.files.Plain;

/** Lines for a terminal. All text is made plain here, so that only our own colours get through. */
public final class Page {
  private final Style style;
  private final List<String> lines = new ArrayList<>();

  public Page(Style style) {
    this.style = style;
  }

  public Style style() {
    return style;
  }

  public void blank() {
    lines.add("");
  }

  /** A heading, and in ordinary letters what belongs to it. */
  public void heading(String title, String rest) {
    blank();
    marked("", title, Ink.BOLD, rest.isEmpty() ? "" : ": " + rest);
  }

  /** Wrapped text; lines after the first are indented further. */
  public void text(String indent, String text) {
    lines.addAll(Wrapping.wrap(Plain.text(text), indent, indent + "  ", style.width()));
  }

  /** Wrapped text whose first words have a colour. */
  public void marked(String indent, String mark, Ink ink, String text) {
    String plain = Plain.text(mark);
    List<String> wrapped =
        Wrapping.wrap(plain + Plain.text(text), indent, indent + "  ", style.width());
    String first = wrapped.getFirst();
    lines.add(
        first.startsWith(indent + plain)
            ? indent + ink.on(plain, style.colour()) + first.substring((indent + plain).length())
            : first);
    lines.addAll(wrapped.subList(1, wrapped.size()));
  }

  /** Whether a table fits when indented so. */
  public boolean fits(String indent, Table table) {
    return indent.length() + table.width() <= style.width();
  }

  public void table(String indent, Table table) {
    table.lines(style.colour()).forEach(line -> lines.add((indent + line).stripTrailing()));
  }

  /** Lines that are laid out already. */
  public void drawn(List<String> drawn) {
    lines.addAll(drawn);
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
