package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.measure.arms.ArmException;
import loomwatch.measure.arms.Git;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.trend.Checkout;

/**
 * Which commits have a run in history.
 *
 * @param commits in the order they were added, oldest first
 */
record MeasuredCommits(List<String> commits) {
  MeasuredCommits {
    commits = List.copyOf(commits);
  }

  /** Those of a history; none where there is no history. */
  static MeasuredCommits in(HistoryStore store) {
    return store.exists() ? of(store.read()) : new MeasuredCommits(List.of());
  }

  static MeasuredCommits of(History history) {
    List<String> commits = new ArrayList<>();
    for (HistoryEntry entry : history.entries()) {
      String commit = entry.provenance().commit();
      // It becomes an argument of git: whatever else a file may say is no commit.
      if (entry.kind() == HistoryEntry.Kind.RUN && commit.matches("[0-9a-f]{7,64}")) {
        commits.add(commit);
      }
    }
    return new MeasuredCommits(commits);
  }

  Optional<String> last() {
    return commits.isEmpty() ? Optional.empty() : Optional.of(commits.getLast());
  }

  /**
   * Whether history is past a commit: it has a run, or the last commit with one descends from it.
   */
  boolean isPast(Path root, String commit) throws InterruptedException {
    if (commits.contains(commit)) {
      return true;
    }
    return last().isPresent() && Git.descends(root, last().get(), commit).orElse(false);
  }

  /** What git tells of them in the repository there; nothing where there is none, or no git. */
  Checkout checkout(Path root) throws InterruptedException {
    return new Checkout(isPastHead(root), Git.tagged(root));
  }

  private boolean isPastHead(Path root) throws InterruptedException {
    try {
      return isPast(root, Git.commit(root, "HEAD"));
    } catch (IOException | ArmException noCommit) {
      return false;
    }
  }
}
