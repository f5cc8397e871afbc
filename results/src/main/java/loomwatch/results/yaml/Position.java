package loomwatch.results.yaml;

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
