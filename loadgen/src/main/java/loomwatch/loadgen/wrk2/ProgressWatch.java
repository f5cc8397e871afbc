package loomwatch.loadgen.wrk2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sees when wrk2 stands still, which wrk2 itself cannot: its threads' CPU time, from /proc's
 * schedstat, stops. While it runs at all, its sampling timer moves it every few milliseconds.
 */
final class ProgressWatch {
  private static final long LOOK_MILLIS = 10;
  private static final double STALL_SECONDS = 0.1;
  private static final double NANOS = 1e9;

  private final Path tasks;
  private volatile double longestSeconds;

  private ProgressWatch(long pid) {
    this.tasks = Path.of("/proc/" + pid + "/task");
  }

  /** Watches until the process is gone. */
  static ProgressWatch of(Process process) {
    ProgressWatch watch = new ProgressWatch(process.pid());
    Thread.ofPlatform().daemon().name("wrk2-watch").start(() -> watch.look(process));
    return watch;
  }

  private void look(Process process) {
    long cpu = -1;
    long movedAt = System.nanoTime();
    try {
      while (process.isAlive()) {
        long now = System.nanoTime();
        long cpuNow = cpuNanos();
        if (cpuNow != cpu) {
          cpu = cpuNow;
          movedAt = now;
        } else {
          longestSeconds = Math.max(longestSeconds, (now - movedAt) / NANOS);
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long cpuNanos() {
    try (Stream<Path> threads = Files.list(tasks)) {
      long sum = 0;
      for (Path thread : threads.toList()) {
        List<String> lines = Files.readAllLines(thread.resolve("schedstat"));
        sum += Long.parseLong(lines.getFirst().split(" ")[0]);
      }
      return sum;
    } catch (IOException gone) {
      // Between its end and our noticing it; a changing value is no stall.
      return System.nanoTime();
    }
  }

  /** The longest stall, or 0 when none was long enough to matter. */
  double stalledSeconds() {
    return longestSeconds >= STALL_SECONDS ? longestSeconds : 0;
  }
}
