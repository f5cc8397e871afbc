package loomwatch.results.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import loomwatch.results.files.Plain;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** An invalid file; the message has every problem with its place and advice. */
public final class BadFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public BadFileException(List<Problem> problems) {
    super(sorted(problems).stream().map(Problem::toString).collect(Collectors.joining("\n\n")));
    this.problems = sorted(problems);
  }

  public List<Problem> problems() {
    return problems;
  }

  private static List<Problem> sorted(List<Problem> problems) {
    return problems.stream().sorted(Comparator.comparing(Problem::position)).toList();
  }

  /**
   * One fault in a file.
   *
   * @param excerpt the line before and the line with a caret, each with a newline; may be empty
   */
  public record Problem(Position position, String message, String excerpt, String advice) {

    public Problem {
      // Both contain names and values of the file.
      message = Plain.text(message);
      advice = Plain.text(advice);
    }

    @Override
    public String toString() {
      return position + ": " + message + "\n" + excerpt + "  " + advice;
    }
  }

  /** A place in a file; line and column are counted from 1, in characters. */
  public record Position(String file, int line, int column) implements Comparable<Position> {

    @Override
    public int compareTo(Position other) {
      return line == other.line
          ? Integer.compare(column, other.column)
          : Integer.compare(line, other.line);
    }

    /** Formats it as editors and terminals link it: {@code thresholds.yaml:14:9}. */
    @Override
    public String toString() {
      return file + ":" + line + ":" + column;
    }
  }

  /** Collects the problems of one file, up to a limit, so that all are reported at once. */
  static final class Problems {
    private static final int MOST = 100;

    /** Longest part of a line that is shown, and of that before the place, in characters. */
    private static final int WIDEST = 100;

    private static final int BEFORE = 70;
    private static final String CUT = "…";

    private final String file;
    private final List<String> lines;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file, String text) {
      this.file = file;
      this.lines = text.lines().toList();
    }

    void add(Position at, String message, String advice) {
      add(problem(at, message, advice));
    }

    Problem problem(Position at, String message, String advice) {
      return new Problem(at, message, excerpt(at), advice);
    }

    /** Adds a conflict of two places: both are shown, and the later one is at fault. */
    void addClash(Position at, Position earlier, String message, String advice) {
      add(new Problem(at, message, excerpt(earlier) + excerpt(at), advice));
    }

    void add(Problem problem) {
      if (found.size() == MOST) {
        found.add(
            new Problem(
                problem.position(),
                "problems must be at most "
                    + MOST
                    + " to be reported at once, are more from here on",
                problem.excerpt(),
                "Fix the others first."));
        throwIfAny();
      }
      found.add(problem);
    }

    Position position(Optional<Mark> mark) {
      return mark.map(m -> new Position(file, m.getLine() + 1, m.getColumn() + 1))
          .orElse(new Position(file, 1, 1));
    }

    Position position(int characters) {
      int left = characters;
      for (int line = 0; line < lines.size(); line++) {
        int length = lines.get(line).codePointCount(0, lines.get(line).length());
        if (left <= length) {
          return new Position(file, line + 1, left + 1);
        }
        left -= length + 1;
      }
      return new Position(file, Math.max(1, lines.size()), 1);
    }

    int count() {
      return found.size();
    }

    boolean any() {
      return !found.isEmpty();
    }

    void throwIfAny() {
      if (any()) {
        throw new BadFileException(found);
      }
    }

    private String excerpt(Position at) {
      int from = at.column() <= WIDEST ? 0 : at.column() - BEFORE;
      StringBuilder excerpt = new StringBuilder();
      for (int line = Math.max(1, at.line() - 1);
          line <= Math.min(at.line(), lines.size());
          line++) {
        String whole = lines.get(line - 1);
        String rest = after(from, whole);
        String shown = upTo(WIDEST, rest);
        excerpt.append(
            String.format(
                Locale.ROOT,
                "%5d | %s%s%s\n",
                line,
                whole.equals(rest) ? "" : CUT,
                Plain.text(shown),
                rest.equals(shown) ? "" : CUT));
      }
      if (at.line() <= lines.size()) {
        String before = upTo(at.column() - 1 - from, after(from, lines.get(at.line() - 1)));
        int width = Plain.width(Plain.text(before)) + (from == 0 ? 0 : CUT.length());
        excerpt.append("      | ").append(" ".repeat(width)).append("^\n");
      }
      return excerpt.toString();
    }

    private static String upTo(int characters, String text) {
      return text.substring(0, index(characters, text));
    }

    private static String after(int characters, String text) {
      return text.substring(index(characters, text));
    }

    private static int index(int characters, String text) {
      return text.codePointCount(0, text.length()) <= characters
          ? text.length()
          : text.offsetByCodePoints(0, characters);
    }
  }
}
