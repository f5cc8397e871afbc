package loomwatch.server.handicap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** CPU time of this JVM's own collectors, as the kernel counts it. */
final class CollectorClock {
  private static final Path TASKS = Path.of("/proc/self/task");

  /** How HotSpot calls the threads that collect; all but Serial's, which is the VM's own. */
  private static final List<String> NAMES =
      List.of("GC Thread", "G1 Conc", "G1 Main", "ZWorker", "ZDriver", "Shenandoah", "VM Thread");

  private CollectorClock() {}

  /**
   * In nanoseconds, so far.
   *
   * @throws UncheckedIOException where /proc does not tell
   */
  static long nanos() {
    try (Stream<Path> tasks = Files.list(TASKS)) {
      long sum = 0;
      for (Path task : tasks.toList()) {
        String name = Files.readString(task.resolve("comm"));
        if (NAMES.stream().anyMatch(name::startsWith)) {
          sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        }
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException("a handicap of the collector needs Linux's schedstat", e);
    }
  }
}
