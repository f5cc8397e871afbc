package loomwatch.harness.bisect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.arms.Git;

/**
 * The commits after a good one up to a bad one, along first parents.
 *
 * @param good the full id of the one before them all
 * @param ids of the others, the oldest first; the last is bad
 * @param titles of any commits, by id
 */
public record Commits(String good, List<String> ids, Map<String, String> titles) {
  private static final int SHOWN_DIGITS = 10;

  public Commits {
    ids = List.copyOf(ids);
    titles = Map.copyOf(titles);
  }

  /**
   * Those of a repository.
   *
   * @throws UsageException when good is not an ancestor of bad
   */
  public static Commits between(Path project, String good, String bad)
      throws IOException, InterruptedException {
    String first = Git.commit(project, good);
    String last = Git.commit(project, bad);
    List<String> ids = Git.between(project, first, last);
    if (ids.isEmpty() || !Git.descends(project, last, first).orElse(false)) {
      throw new UsageException(
          "--good must be a commit before --bad, %s is not before %s; give the other way round, or one that both branches have"
              .formatted(good, bad));
    }
    return new Commits(first, ids, Git.titles(project));
  }

  String bad() {
    return ids.getLast();
  }

  /** By its number, from 1. */
  String id(int number) {
    return ids.get(number - 1);
  }

  String title(String id) {
    return titles.getOrDefault(id, "");
  }

  /** For a person. */
  String named(String id) {
    return (id.substring(0, Math.min(SHOWN_DIGITS, id.length())) + " " + title(id)).strip();
  }
}
