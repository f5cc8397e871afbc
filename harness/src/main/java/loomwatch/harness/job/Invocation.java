package loomwatch.harness.job;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a command was called: what is particular to a process, and yet not read from it everywhere,
 * so that one process can run commands for others, such as those of workflows under test. A thread
 * has its own, and gives it to threads that it starts.
 *
 * @param root the checkout the launcher started from
 * @param out where runs go unless an option says otherwise, if that was given
 * @param directory where relative paths begin; empty for this process's own
 * @param temporary where the lock of measuring lies, one for a machine
 */
public record Invocation(
    Path root,
    Optional<Path> out,
    Path directory,
    Path temporary,
    Map<String, String> environment) {
  private static final InheritableThreadLocal<@Nullable Invocation> CURRENT =
      new InheritableThreadLocal<>();

  public Invocation {
    environment = Map.copyOf(environment);
  }

  /** The one that this thread runs for; this process's own unless there is another. */
  public static Invocation current() {
    Invocation current = CURRENT.get();
    return current == null ? ofProcess() : current;
  }

  private static Invocation ofProcess() {
    return new Invocation(
        Path.of(System.getProperty("loomwatch.root", ".")).toAbsolutePath(),
        Optional.ofNullable(System.getProperty("loomwatch.out")).map(Path::of),
        Path.of(""),
        Path.of(System.getProperty("java.io.tmpdir")),
        System.getenv());
  }

  public <T> T run(Supplier<T> command) {
    Invocation before = CURRENT.get();
    CURRENT.set(this);
    try {
      return command.get();
    } finally {
      CURRENT.set(before);
    }
  }
}
