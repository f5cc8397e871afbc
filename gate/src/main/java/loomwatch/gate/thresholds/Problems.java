package loomwatch.gate.thresholds;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Collects what is wrong with one file while it is read, so that all of it is told at once. */
final class Problems {
  private final String file;
  private final List<String> lines;
  private final List<Problem> found = new ArrayList<>();

  Problems(String file, String text) {
    this.file = file;
    this.lines = text.lines().toList();
  }

  void add(Node at, String message, String advice) {
    add(position(at.getStartMark()), message, advice);
  }

  void add(Position at, String message, String advice) {
    found.add(new Problem(at, message, excerpt(at), advice));
  }

  /** A problem between two places: the later one is at fault, both are shown. */
  void addClash(Position at, Position earlier, String message, String advice) {
    found.add(new Problem(at, message, excerpt(earlier) + excerpt(at), advice));
  }

  Position position(Optional<Mark> mark) {
    return mark.map(m -> new Position(file, m.getLine() + 1, m.getColumn() + 1))
        .orElse(new Position(file, 1, 1));
  }

  boolean any() {
    return !found.isEmpty();
  }

  void throwIfAny() {
    if (any()) {
      throw new ThresholdsException(found);
    }
  }

  private String excerpt(Position at) {
    StringBuilder excerpt = new StringBuilder();
    for (int line = Math.max(1, at.line() - 1); line <= Math.min(at.line(), lines.size()); line++) {
      excerpt.append(String.format(Locale.ROOT, "%5d | %s\n", line, lines.get(line - 1)));
    }
    if (at.line() <= lines.size()) {
      excerpt.append("      | ").append(indent(lines.get(at.line() - 1), at)).append("^\n");
    }
    return excerpt.toString();
  }

  /** White space as wide as the line up to the column; a tab stays a tab. */
  private static String indent(String line, Position at) {
    return line.codePoints()
        .limit(at.column() - 1L)
        .mapToObj(c -> c == '\t' ? "\t" : " ")
        .reduce("", String::concat);
  }
}
