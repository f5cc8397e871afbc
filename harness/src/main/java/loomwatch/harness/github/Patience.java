package loomwatch.harness.github;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tries a step again while GitHub is busy, each time after a longer pause and never before GitHub
 * said, until the time given is over. A step looks what is there before it writes, so that doing it
 * twice is doing it once.
 */
final class Patience {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Duration total;
  private final Duration firstPause;
  private final RandomGenerator random;
  private final PrintStream log;
  private final long begun = System.nanoTime();

  /**
   * From now on.
   *
   * @param total after which no pause may end
   * @param firstPause doubled each time
   * @param random spreads the pauses of jobs that failed at once
   * @param log hears of each failure
   */
  Patience(Duration total, Duration firstPause, RandomGenerator random, PrintStream log) {
    this.total = total;
    this.firstPause = firstPause;
    this.random = random;
    this.log = log;
  }

  /** Something to be done on GitHub, as often as it takes. */
  interface Step<T> {
    T take() throws IOException;
  }

  /**
   * Takes the step.
   *
   * @param what it is called in messages
   * @throws GitHubException when the time is over before it could be taken
   * @throws IOException for any reason that does not pass
   */
  <T> T take(String what, Step<T> step) throws IOException {
    Duration pause = firstPause;
    while (true) {
      try {
        return step.take();
      } catch (IOException | RuntimeException e) {
        BusyException busy = busy(e);
        if (busy == null) {
          throw e;
        }
        pause(what, busy, longer(spread(pause), busy.atLeast()));
        pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
      }
    }
  }

  /** The library wraps what a connector throws. */
  private static @Nullable BusyException busy(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof BusyException busy) {
        return busy;
      }
    }
    return null;
  }

  private void pause(String what, BusyException busy, Duration pause) {
    Duration left = total.minusNanos(System.nanoTime() - begun);
    if (pause.compareTo(left) > 0) {
      throw GitHubException.unavailable(
          "could not %s within %d s: %s%s; run it again later, nothing is written twice"
              .formatted(
                  what,
                  total.toSeconds(),
                  busy.getMessage(),
                  busy.atLeast().isZero()
                      ? ""
                      : " and wants to be left alone for " + busy.atLeast().toSeconds() + " s"));
    }
    log.printf(
        Locale.ROOT,
        "loomwatch: %s; trying again to %s in %.1f s%n",
        busy.getMessage(),
        what,
        pause.toMillis() / 1e3);
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw GitHubException.unavailable("interrupted while waiting to " + what);
    }
  }

  /** Up to half as long again. */
  private Duration spread(Duration pause) {
    return pause.plusNanos((long) (pause.toNanos() * 0.5 * random.nextDouble()));
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
