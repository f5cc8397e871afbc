package loomwatch.loadgen.wrk2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sees when wrk2 is kept from running, which wrk2 itself cannot: looks at its threads in /proc
 * (proc(5): {@code schedstat}'s first field is CPU time in ns; {@code stat}'s third is the state).
 *
 * <p>It looks rarely because it may share a core with what it looks at.
 */
final class ProgressWatch {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  /** A stall that is visible in any percentile people gate; the embedded engine's limit. */
  private static final long STALL_NANOS = Duration.ofMillis(100).toNanos();

  private final Path tasks;
  private final StallMeter meter = new StallMeter(STALL_NANOS);
  private volatile long longestNanos;

  private ProgressWatch(long pid) {
    this.tasks = Path.of("/proc/" + pid + "/task");
  }

  /** Watches until the process is gone. */
  static ProgressWatch of(Process process) {
    ProgressWatch watch = new ProgressWatch(process.pid());
    Thread.ofPlatform().daemon().name("wrk2-watch").start(() -> watch.watch(process));
    return watch;
  }

  private void watch(Process process) {
    try {
      while (process.isAlive()) {
        look();
        Thread.sleep(BETWEEN_LOOKS);
      }
    } catch (IOException gone) {
      // Between its end and our noticing it: there is nothing more to see.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws IOException {
    long cpuNanos = 0;
    StallMeter.State state = StallMeter.State.ASLEEP;
    for (Path thread : threads()) {
      cpuNanos += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
      if (!asleep(Files.readString(thread.resolve("stat")))) {
        state = StallMeter.State.HELD;
      }
    }
    meter.look(System.nanoTime(), cpuNanos, state);
    longestNanos = meter.longestNanos();
  }

  private List<Path> threads() throws IOException {
    try (Stream<Path> threads = Files.list(tasks)) {
      return threads.toList();
    } catch (UncheckedIOException gone) {
      throw gone.getCause();
    }
  }

  /** Sleeping, or about to be gone; the state follows the name, which may hold anything. */
  private static boolean asleep(String stat) {
    char state = stat.charAt(stat.lastIndexOf(')') + 2);
    return state == 'S' || state == 'Z' || state == 'X';
  }

  /** The longest stall in nanoseconds, or 0 when none was long enough to matter. */
  long stalledNanos() {
    return longestNanos >= STALL_NANOS ? longestNanos : 0;
  }
}
