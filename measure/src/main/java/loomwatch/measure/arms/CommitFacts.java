package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * What git knows of a commit; texts are data of strangers.
 *
 * @param parent the full id of its first parent, or null of a first commit or at the edge of a
 *     shallow clone
 * @param committedAt by the committer's clock
 * @param message its first line
 * @param author by name
 * @param tag one that names it, or null
 */
public record CommitFacts(
    @Nullable String parent,
    @Nullable Instant committedAt,
    String message,
    String author,
    @Nullable String tag) {

  /** The facts, or nothing without git, repository or such a commit. */
  public static Optional<CommitFacts> of(Path root, String commit) throws InterruptedException {
    if (!commit.matches("[0-9a-f]{7,64}")) {
      return Optional.empty();
    }
    Git git = new Git(root);
    try {
      Git.Answer log = git.ask("log", "-1", "--format=%P%x00%cI%x00%s%x00%an", commit);
      String[] parts = log.out().split("\0", -1);
      if (!log.worked() || parts.length != 4) {
        return Optional.empty();
      }
      Git.Answer tag = git.ask("describe", "--tags", "--exact-match", commit);
      return Optional.of(
          new CommitFacts(
              parts[0].isEmpty() ? null : parts[0].split(" ")[0],
              time(parts[1]),
              Provenance.cut(parts[2]),
              Provenance.cut(parts[3]),
              tag.worked() ? tag.out() : null));
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }

  /** Whether a commit has another among its ancestors; nothing where git cannot tell. */
  public static Optional<Boolean> descends(Path root, String commit, String ancestor)
      throws InterruptedException {
    try {
      return switch (new Git(root)
          .ask("merge-base", "--is-ancestor", ancestor, commit)
          .exitCode()) {
        case 0 -> Optional.of(true);
        case 1 -> Optional.of(false);
        default -> Optional.empty();
      };
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }

  private static @Nullable Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }
}
