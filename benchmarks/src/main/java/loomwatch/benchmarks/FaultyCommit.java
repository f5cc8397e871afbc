package loomwatch.benchmarks;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.harness.job.UsageException;
import loomwatch.results.Launch.Mode;

/**
 * Commits made beside a repository's index. The same content gives the same id, by which earlier
 * results are found.
 */
final class FaultyCommit {
  private static final String WHEN = "2026-01-01T00:00:00Z";

  private final Path root;
  private final Path index;

  private FaultyCommit(Path root, Path index) {
    this.root = root;
    this.index = index;
  }

  private interface Work {
    String commit(FaultyCommit git) throws IOException, InterruptedException;
  }

  /**
   * Creates a commit with a fault on top of the last one, and returns its revision. No branch,
   * working tree or index changes.
   *
   * @throws UsageException if the patch does not apply
   */
  static String of(Path root, String label, String patch) throws IOException, InterruptedException {
    return beside(
        root,
        git -> {
          git.git("", "read-tree", "HEAD");
          git.git(patch, "apply", "--cached", "-");
          String tree = git.git("", "write-tree");
          return git.git("", "commit-tree", "-p", "HEAD", "-m", "fault: " + label, tree);
        });
  }

  /** Makes a repository whose only commit is the content of a folder; git's ignored files stay. */
  static void repository(Path root, Path content) throws IOException, InterruptedException {
    Files.createDirectories(root);
    String commit =
        beside(
            root,
            git -> {
              git.git("", "init", "--quiet", "--initial-branch=main");
              git.git("", "--work-tree=" + content, "add", "--all", content.toString());
              return git.git("", "commit-tree", "-m", "all of it", git.git("", "write-tree"));
            });
    new FaultyCommit(root, root.resolve(".git/index"))
        .git("", "reset", "--quiet", "--hard", commit);
  }

  /** Returns the last commit's full id, which later commits do not change. */
  static String last(Path root) throws IOException, InterruptedException {
    return new FaultyCommit(root, root.resolve(".git/index")).git("", "rev-parse", "HEAD");
  }

  private static String beside(Path root, Work work) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("loomwatch-fault");
    try {
      return work.commit(new FaultyCommit(root, folder.resolve("index")));
    } finally {
      Files.deleteIfExists(folder.resolve("index"));
      Files.deleteIfExists(folder);
    }
  }

  private String git(String input, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GIT_INDEX_FILE", index.toString());
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      builder.environment().put("GIT_" + who + "_NAME", "Loomwatch");
      builder.environment().put("GIT_" + who + "_EMAIL", "none");
      builder.environment().put("GIT_" + who + "_DATE", WHEN);
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

  /** A fault in the page {@code hello}, as a patch, and the methods to be named as causes. */
  enum CodeFault {
    COMPUTE(Mode.PLATFORM, "Hello.tag"),
    ALLOCATE(Mode.VIRTUAL, "Hello.note"),
    MONITOR(Mode.PLATFORM, "Hello.count"),
    REENTRANT_LOCK(Mode.VIRTUAL, "Hello.count"),
    SLEEP(Mode.PLATFORM, "Hello.pause"),
    /** The other thread runs a lambda, which allocates. */
    HOP(Mode.VIRTUAL, "Hello.hop", "Hello.lambda$hop"),
    /** A header's cost arises where it is written, with no code of the repository in between. */
    HEADER(Mode.PLATFORM, "Workload.send"),
    /** Since JDK 24, monitors do not pin. */
    PIN(Mode.VIRTUAL, "Hello.guarded");

    private static final String PACKAGE = "loomwatch.server.workload.";

    private final Mode mode;
    private final Set<String> methods;

    CodeFault(Mode mode, String... methods) {
      this.mode = mode;
      this.methods = Stream.of(methods).map(PACKAGE::concat).collect(toUnmodifiableSet());
    }

    Mode mode() {
      return mode;
    }

    /** Returns whether the fault is in a method, named as in {@code causes.json}. */
    boolean isAt(String named) {
      return methods.contains(named);
    }

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String patch() throws IOException {
      String name = label() + ".patch";
      try (InputStream in = FaultyCommit.class.getResourceAsStream(name)) {
        return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }
}
