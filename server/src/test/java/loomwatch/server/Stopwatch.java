package loomwatch.server;

import java.time.Duration;
import java.util.concurrent.Callable;

/** How long something took. */
final class Stopwatch {
  private Stopwatch() {}

  static Duration time(Callable<?> task) throws Exception {
    long start = System.nanoTime();
    task.call();
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
