package loomwatch.results.yaml;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import loomwatch.results.files.Plain;

/**
 * A file that somebody wrote cannot be used; the message holds every problem with its place and
 * advice.
 */
public final class BadFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public BadFileException(List<Problem> problems) {
    super(sorted(problems).stream().map(Problem::toString).collect(Collectors.joining("\n\n")));
    this.problems = sorted(problems);
  }

  /** All of them, in the order of the file. */
  public List<Problem> problems() {
    return problems;
  }

  private static List<Problem> sorted(List<Problem> problems) {
    return problems.stream().sorted(Comparator.comparing(Problem::position)).toList();
  }

  /**
   * One thing wrong with a file that somebody wrote.
   *
   * @param position where
   * @param message what must be, and what was
   * @param excerpt the line before and the line itself with a caret, each ending in a newline;
   *     empty when the file could not be read
   * @param advice what to do
   */
  public record Problem(Position position, String message, String excerpt, String advice) {

    public Problem {
      // Names and values of the file are in both.
      message = Plain.text(message);
      advice = Plain.text(advice);
    }

    @Override
    public String toString() {
      return position + ": " + message + "\n" + excerpt + "  " + advice;
    }
  }

  /**
   * A place in a file that somebody wrote.
   *
   * @param file as it was named to the reader
   * @param line from 1
   * @param column from 1, in characters
   */
  public record Position(String file, int line, int column) implements Comparable<Position> {

    @Override
    public int compareTo(Position other) {
      return line == other.line
          ? Integer.compare(column, other.column)
          : Integer.compare(line, other.line);
    }

    /** As editors and terminals link it: {@code thresholds.yaml:14:9}. */
    @Override
    public String toString() {
      return file + ":" + line + ":" + column;
    }
  }
}
