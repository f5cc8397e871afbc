package loomwatch.measure.subject;

import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Problems;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Where in the file a character of a value is. */
final class Place {
  private Place() {}

  /**
   * The character's own place where the file has the value as it is, in quotes or without; else,
   * when it has escapes or several lines, where the value begins.
   */
  static Position of(ScalarNode node, int index, Problems problems) {
    Position start = problems.position(node.getStartMark());
    int length = characters(node.getValue(), node.getValue().length());
    int quotes = width(node) - length;
    return quotes == 0 || quotes == 2
        ? new Position(
            start.file(),
            start.line(),
            start.column() + quotes / 2 + characters(node.getValue(), index))
        : start;
  }

  /** How many characters of the file it takes; 0 when they are in several lines. */
  private static int width(ScalarNode node) {
    Mark start = node.getStartMark().orElseThrow();
    Mark end = node.getEndMark().orElseThrow();
    return start.getLine() == end.getLine() ? end.getColumn() - start.getColumn() : 0;
  }

  private static int characters(String text, int before) {
    return text.codePointCount(0, before);
  }
}
