package loomwatch.measure.arms;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The {@code git} program on one checkout. Immutable. */
final class Git {
  private static final String OBJECTS = "GIT_OBJECT_DIRECTORY";

  /** How git begins to say that a repository belongs to another user. */
  private static final String NOT_TRUSTED = "detected dubious ownership";

  private final Path root;
  private final Map<String, String> environment;

  Git(Path root) {
    // Messages in one language, and no refreshing of the repository's index on the side.
    this(root, Map.of("LC_ALL", "C", "GIT_OPTIONAL_LOCKS", "0"));
  }

  private Git(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = Map.copyOf(environment);
  }

  /**
   * The same with an index and new objects aside, so that the repository stays as it is.
   *
   * @param objects a folder, for those that the repository has not
   */
  Git aside(Path index, Path objects) throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("GIT_INDEX_FILE", index.toString());
    all.put(OBJECTS, objects.toString());
    all.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", '"' + inGitDirectory("objects").toString() + '"');
    return new Git(root, all);
  }

  /** Where objects are that the repository has not. */
  Optional<Path> objects() {
    return Optional.ofNullable(environment.get(OBJECTS)).map(Path::of);
  }

  /** A file of the repository's own, of the one shared by its worktrees where it is shared. */
  Path inGitDirectory(String name) throws IOException, InterruptedException {
    String path = new Git(root).tell("rev-parse", "--git-path", name);
    return root.resolve(path).toAbsolutePath().normalize();
  }

  Path root() {
    return root;
  }

  /**
   * What it answered.
   *
   * @param out standard output without the last line's end
   * @param err standard error, stripped
   */
  record Answer(int exitCode, String out, String err) {
    boolean worked() {
      return exitCode == 0;
    }
  }

  /** Asks; a missing {@code git} is an exception, its refusal is an answer. */
  Answer ask(String... arguments) throws IOException, InterruptedException {
    Process process = prepared(arguments).start();
    process.getOutputStream().close();
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
    String out = text(process.getInputStream());
    Answer answer = new Answer(process.waitFor(), out.stripTrailing(), err.join().strip());
    if (!answer.worked() && answer.err().contains(NOT_TRUSTED)) {
      // No answer of git's to any question: to go on as if there were no repository would mislead.
      throw new ArmException(
          "git must trust the repository of %s, does not; git says: %s"
              .formatted(root, answer.err()));
    }
    return answer;
  }

  /**
   * The output of what has to work.
   *
   * @throws ArmException with git's own words when it does not
   */
  String tell(String... arguments) throws IOException, InterruptedException {
    Answer answer = ask(arguments);
    if (!answer.worked()) {
      throw new ArmException(
          "git %s must work in %s, was refused; git says: %s"
              .formatted(String.join(" ", arguments), root, answer.err()));
    }
    return answer.out();
  }

  private ProcessBuilder prepared(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }

  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
