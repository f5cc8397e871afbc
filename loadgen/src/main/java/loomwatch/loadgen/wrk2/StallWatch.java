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
 * Detects when wrk2 is kept from running, which wrk2 itself cannot, from its threads in /proc
 * (proc(5): {@code schedstat}'s first field is CPU time in ns; {@code stat}'s third is the state).
 * It samples rarely, because it may share a core with wrk2.
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
      // The process has ended, so there is nothing more to observe.
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

  /** Returns whether a thread sleeps or is ending; the name before the state may hold anything. */
  private static boolean asleep(String stat) {
    char state = stat.charAt(stat.lastIndexOf(')') + 2);
    return state == 'S' || state == 'Z' || state == 'X';
  }

  /** Returns the longest stall in nanoseconds, or 0 if none was long enough to matter. */
  long stalledNanos() {
    return longestNanos >= STALL_NANOS ? longestNanos : 0;
  }

  /** The state of a process at a sample. */
  enum State {
    /** Every thread slept voluntarily. */
    ASLEEP,
    /** A thread was stopped or runnable. */
    HELD
  }

  /**
   * Distinguishes a process that was kept from running from an idle one. Unchanged CPU time is not
   * enough: wrk2 sleeps while it waits for a timer or the server, possibly for long. It is a stall
   * if a thread was stopped or runnable, or if the sample itself was late, because then the machine
   * stalled. Not thread-safe.
   */
  static final class Meter {
    private final long punctualNanos;
    private long cpuNanos = -1;
    private long lookedNanos;
    private long fineNanos;
    private long longestNanos;

    /** Creates a meter; a sample is late if this much time has passed since the one before. */
    Meter(long punctualNanos) {
      this.punctualNanos = punctualNanos;
    }

    /** Samples a process whose threads have used that much CPU time so far. */
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

    /** Returns the longest stall; 0 without one. */
    long longestNanos() {
      return longestNanos;
    }
  }
}
