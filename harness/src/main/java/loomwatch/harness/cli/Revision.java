package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The source that is measured, as git names it.
 *
 * @param commit its hash, or {@code unknown} outside a repository
 * @param dirty whether the working tree differs from it
 */
record Revision(String commit, boolean dirty) {

  /** Asks git; without git or repository it is unknown. */
  static Revision of(Path root) throws InterruptedException {
    try {
      String commit = git(root, "rev-parse", "HEAD");
      return commit.matches("[0-9a-f]{40,64}")
          ? new Revision(commit, !git(root, "status", "--porcelain").isEmpty())
          : new Revision("unknown", true);
    } catch (IOException noGit) {
      return new Revision("unknown", true);
    }
  }

  private static String git(Path root, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    process.waitFor();
    return output;
  }
}
