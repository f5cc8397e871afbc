package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A branch as it was pushed: commits along first parents, so that a merge counts as one. */
public final class FirstParents {
  private FirstParents() {}

  /**
   * The full id of what a name stands for.
   *
   * @throws ArmException when it is no commit of that repository
   */
  public static String commit(Path root, String name) throws IOException, InterruptedException {
    Git git = new Git(root);
    Git.Answer commit = git.ask("rev-parse", "--verify", "--end-of-options", name + "^{commit}");
    if (!commit.worked()) {
      throw Sources.unknown(git, name, commit.err());
    }
    return commit.out();
  }

  /**
   * Those after one commit up to another, the oldest first.
   *
   * @param last left out, with its ancestors
   * @throws ArmException when either is no commit of that repository
   */
  public static List<String> between(Path root, String last, String head)
      throws IOException, InterruptedException {
    return new Git(root)
        .tell("rev-list", "--first-parent", "--reverse", last + ".." + head)
        .lines()
        .toList();
  }
}
