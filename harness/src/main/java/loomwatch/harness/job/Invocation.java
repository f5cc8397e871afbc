package loomwatch.harness.job;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The context of a command: properties of a process that are not read from it directly, so that one
 * process can run commands for others, such as workflows under test. Each thread has its own, which
 * threads it starts inherit.
 *
 * @param root the checkout from which the launcher started
 * @param out default folder for runs, if one was given
 * @param directory start of relative paths; empty for this process's own
 * @param temporary folder of the measuring lock, one for a machine
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

  /** Returns the context of this thread; by default that of the process. */
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
