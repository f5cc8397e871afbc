package loomwatch.judge.thresholds;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * The accepted changes and the notes of {@code accepted.yaml}, in its order. A project has a
 * reviewed file of that name; its history has another, of changes accepted on pull requests.
 *
 * @param digest SHA-256 of the file, or of the hashes of both; null without a file
 * @param changes accepted level changes
 * @param notes notes shown in charts
 */
public record Accepted(@Nullable String digest, List<Change> changes, List<Note> notes) {

  public static final Accepted NOTHING = new Accepted(null, List.of(), List.of());

  /**
   * An accepted level change: from this commit on, series are judged against the new level, and a
   * series that ends is not reported missing. A scenario, mode or metric of null matches all.
   *
   * @param commit first characters of the commit's id, at least 7
   */
  public record Change(
      String commit,
      @Nullable String scenario,
      @Nullable String mode,
      @Nullable String metric,
      String why) {

    public boolean covers(String ofScenario, String ofMode, String ofMetric) {
      return (scenario == null || scenario.equals(ofScenario))
          && (mode == null || mode.equals(ofMode))
          && (metric == null || metric.equals(ofMetric));
    }
  }

  /** A note on a commit, given by the first characters of its id, at least 7. */
  public record Note(String commit, String text) {}

  public Accepted {
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }

  /** Returns the content of this file and of another, as if they were one. */
  public Accepted and(Accepted other) {
    String both =
        digest == null
            ? other.digest
            : other.digest == null ? digest : Sha256.of(digest + other.digest);
    return new Accepted(both, joined(changes, other.changes), joined(notes, other.notes));
  }

  /** Returns whether a change or a note is of that commit, given in full. */
  public boolean names(String commit) {
    return Stream.concat(changes.stream().map(Change::commit), notes.stream().map(Note::commit))
        .anyMatch(commit::startsWith);
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
