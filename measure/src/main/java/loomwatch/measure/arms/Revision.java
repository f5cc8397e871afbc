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
  private static final String UNKNOWN = "unknown";

  /** Whether git knows it. */
  public boolean known() {
    return !commit.equals(UNKNOWN);
  }

  /** That of a checkout; without git or repository it is unknown. */
  public static Revision of(Path root) throws InterruptedException {
    return of(new Git(root));
  }

  /** That of Loomwatch's own checkout, of which nothing is known either where git distrusts it. */
  public static Revision ofInstallation(Path root) throws InterruptedException {
    try {
      return of(root);
    } catch (ArmException notTrusted) {
      return new Revision(UNKNOWN, true);
    }
  }

  static Revision of(Git git) throws InterruptedException {
    try {
      Git.Answer commit = git.ask("rev-parse", "--verify", "HEAD^{commit}");
      return commit.worked()
          ? new Revision(commit.out(), !git.ask("status", "--porcelain").out().isEmpty())
          : new Revision(UNKNOWN, true);
    } catch (IOException noGit) {
      return new Revision(UNKNOWN, true);
    }
  }
}
