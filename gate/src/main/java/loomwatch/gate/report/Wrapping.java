package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks text at blanks. */
final class Wrapping {
  private static final String FURTHER = "  ";

  private Wrapping() {}

  /** Lines of at most {@code width} columns where words allow; later ones are indented further. */
  static List<String> wrap(String text, String indent, int width) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.split("\n", -1)) {
      StringBuilder line = new StringBuilder(lines.isEmpty() ? indent : indent + FURTHER);
      boolean empty = true;
      for (String word : paragraph.strip().split(" +")) {
        if (!empty && line.length() + 1 + word.length() > width) {
          lines.add(line.toString());
          line = new StringBuilder(indent + FURTHER);
          empty = true;
        }
        line.append(empty ? "" : " ").append(word);
        empty = false;
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
