package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A commit with a patch put on it, which no branch has: no file of the working tree changes. */
public final class PatchedCommit {
  private PatchedCommit() {}

  /**
   * Returns the id of a commit that is another one with the patch.
   *
   * @param root folder in a repository
   * @param commit the parent
   * @param patch absolute path of a file that {@code git apply} takes
   * @throws VariantException if it does not apply; the message has git's reason
   */
  public static String of(Path root, String commit, Path patch)
      throws IOException, InterruptedException {
    // Elsewhere git apply passes over files outside its folder.
    Git git = new Git(Path.of(new Git(root).tell("rev-parse", "--show-toplevel")));
    Path index = Files.createTempDirectory("loomwatch-fix").resolve("index");
    try {
      // Dated as its parent, so that the same patch gives the same commit.
      String date = git.tell("show", "--no-patch", "--format=%ct +0000", commit);
      Git aside = git.withIndex(index, date);
      aside.tell("read-tree", commit);
      Git.Answer applied = aside.ask("apply", "--cached", patch.toString());
      if (!applied.worked()) {
        throw new VariantException(
            "%s must apply to %s, the head that was compared; git says: %s"
                .formatted(patch, commit, applied.err()));
      }
      String tree = aside.tell("write-tree");
      if (tree.equals(git.tell("rev-parse", "--verify", commit + "^{tree}"))) {
        throw new VariantException(patch + " must change a file of " + commit + ", changed none");
      }
      return aside.tell(
          "-c",
          "user.name=Loomwatch",
          "-c",
          "user.email=loomwatch@localhost",
          "commit-tree",
          tree,
          "-p",
          commit,
          "-m",
          "Fix to be verified: " + patch.getFileName());
    } finally {
      Files.deleteIfExists(index);
      Files.deleteIfExists(index.getParent());
    }
  }
}
