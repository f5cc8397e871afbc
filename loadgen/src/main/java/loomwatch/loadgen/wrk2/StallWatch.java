package loomwatch.loadgen.wrk2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.loadgen.Validity;

/**
 * Sees when wrk2 is kept from running, which wrk2 itself cannot: looks at its threads in /proc
 * (proc(5): {@code schedstat}'s first field is CPU time in ns; {@code stat}'s third is the state).
 * It looks rarely because it may share a core with what it looks at.
 */
final class StallWatch {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
  private static final long STALL_NANOS = Math.round(Validity.LONGEST_STALL_MILLIS * 1e6);

  private final Path tasks;
  private final Meter meter = new Meter(STALL_NANOS);
  private volatile long longestNanos;

  private StallWatch(long pid) {
    this.tasks = Path.of("/proc/" + pid + "/task");
  }

  static StallWatch of(Process process) {
    StallWatch watch = new StallWatch(process.pid());
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
    State state = State.ASLEEP;
    for (Path thread : threads()) {
      cpuNanos += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
      if (!asleep(Files.readString(thread.resolve("stat")))) {
        state = State.HELD;
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

  /** What a process was doing at a look. */
  enum State {
    /** Every thread slept by its own will. */
    ASLEEP,
    /** A thread was stopped, or wanted to run. */
    HELD
  }

  /**
   * Distinguishes a process that was kept from running from one that had nothing to do. No CPU time
   * between two looks is no sign by itself: wrk2 sleeps whenever it waits for a timer or the
   * server, and a frozen server makes it sleep long. It is a sign when a thread was stopped or
   * wanted to run, or when the looks themselves were interrupted: then the machine stood still. Not
   * thread-safe.
   */
  static final class Meter {
    private final long punctualNanos;
    private long cpuNanos = -1;
    private long lookedNanos;
    private long fineNanos;
    private long longestNanos;

    /** A look that comes later than this after the one before is late. */
    Meter(long punctualNanos) {
      this.punctualNanos = punctualNanos;
    }

    /** Looks at a process whose threads have used that much CPU time so far. */
    void look(long nowNanos, long cpuNanosNow, State state) {
      boolean moved = cpuNanosNow != cpuNanos;
      boolean late = cpuNanos >= 0 && nowNanos - lookedNanos > punctualNanos;
      if (!moved && (state == State.HELD || late)) {
        longestNanos = Math.max(longestNanos, nowNanos - fineNanos);
      } else {
        fineNanos = nowNanos;
      }
      cpuNanos = cpuNanosNow;
      lookedNanos = nowNanos;
    }

    /** The longest time it was kept from running; 0 when it never was. */
    long longestNanos() {
      return longestNanos;
    }
  }
}
