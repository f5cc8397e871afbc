package loomwatch.loadgen.embedded;

import java.util.List;
import java.util.Locale;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;

/**
 * Watches the generator's own event loop. The loop says when it means to run next; when it then
 * runs late, and by how much, is the generator's fault and nobody else's: a frozen server does not
 * move it. Used by the event loop only.
 */
final class LoopWatch {
  /** Lateness below this is scheduling as usual. */
  private static final long USUAL_NANOS = 1_000_000;

  static final long LONGEST_NANOS = Math.round(Validity.LONGEST_STALL_MILLIS * 1e6);

  private long expectedNanos = Long.MAX_VALUE;
  private long longestNanos;
  private long lateRequests;

  /** The loop means to run at that time at the latest. */
  void expect(long nanos) {
    expectedNanos = Math.min(expectedNanos, nanos);
  }

  /**
   * The loop runs.
   *
   * @param lateIfStalled requests that became due since it should have run
   */
  void runs(long now, LateCount lateIfStalled) {
    if (expectedNanos != Long.MAX_VALUE) {
      long late = now - expectedNanos;
      longestNanos = Math.max(longestNanos, late);
      if (late > USUAL_NANOS) {
        lateRequests += lateIfStalled.dueBetween(expectedNanos, now - USUAL_NANOS);
      }
    }
    expectedNanos = Long.MAX_VALUE;
  }

  /** Counts requests by due time. */
  interface LateCount {
    long dueBetween(long from, long to);
  }

  long longestNanos() {
    return longestNanos;
  }

  /** The rules broken, for so many requests offered. */
  List<Invalid> judge(long offered) {
    boolean tooLong = longestNanos >= LONGEST_NANOS;
    boolean tooOften = Validity.isLateTooOften(lateRequests, offered);
    if (!tooLong && !tooOften) {
      return List.of();
    }
    return List.of(
        new Invalid(
            Invalid.Reason.GENERATOR_STALLED,
            String.format(
                Locale.ROOT,
                "the load generator stood still for up to %.0f ms and was late for %d of %d"
                    + " requests (limits: %.0f ms, %d): it was stopped or its core was taken",
                longestNanos / 1e6,
                lateRequests,
                offered,
                LONGEST_NANOS / 1e6,
                Validity.mostLate(offered))));
  }
}
