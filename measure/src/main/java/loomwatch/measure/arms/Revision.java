package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The source that is measured, as git names it.
 *
 * @param commit its hash, or {@code unknown} outside a repository
 * @param dirty whether the working tree differs from it
 */
public record Revision(String commit, boolean dirty) {

  /** That of a checkout; without git or repository it is unknown. */
  public static Revision of(Path root) throws InterruptedException {
    return of(new Git(root));
  }

  static Revision of(Git git) throws InterruptedException {
    try {
      Git.Answer commit = git.ask("rev-parse", "--verify", "HEAD^{commit}");
      return commit.worked()
          ? new Revision(commit.out(), !git.ask("status", "--porcelain").out().isEmpty())
          : new Revision("unknown", true);
    } catch (IOException noGit) {
      return new Revision("unknown", true);
    }
  }
}
