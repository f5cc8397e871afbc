package loomwatch.benchmarks.causes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import loomwatch.harness.job.UsageException;

/**
 * The last commit with a fault in it: a commit that no branch has, made without touching the
 * working tree or the index.
 */
final class FaultyCommit {
  private final Path root;
  private final Path index;

  private FaultyCommit(Path root, Path index) {
    this.root = root;
    this.index = index;
  }

  /**
   * Its revision.
   *
   * @param root the checkout
   * @throws UsageException when the patch does not fit the code
   */
  static String of(Path root, CodeFault fault) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("loomwatch-fault");
    try {
      FaultyCommit commit = new FaultyCommit(root, folder.resolve("index"));
      commit.git("", "read-tree", "HEAD");
      commit.git(patch(fault), "apply", "--cached", "-");
      String tree = commit.git("", "write-tree");
      return commit.git("", "commit-tree", "-p", "HEAD", "-m", "fault: " + fault.label(), tree);
    } finally {
      Files.deleteIfExists(folder.resolve("index"));
      Files.deleteIfExists(folder);
    }
  }

  /** The last commit's full id, which stays what it is when others follow. */
  static String last(Path root) throws IOException, InterruptedException {
    return new FaultyCommit(root, root.resolve(".git/index")).git("", "rev-parse", "HEAD");
  }

  private static String patch(CodeFault fault) throws IOException {
    String name = fault.label() + ".patch";
    try (InputStream in = FaultyCommit.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String git(String input, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GIT_INDEX_FILE", index.toString());
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      builder.environment().put("GIT_" + who + "_NAME", "bench-causes");
      builder.environment().put("GIT_" + who + "_EMAIL", "none");
    }
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new UsageException(
          "git %s must work in %s; git says: %s"
              .formatted(String.join(" ", arguments), root, said));
    }
    return said;
  }
}
