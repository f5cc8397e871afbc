package loomwatch.loadgen.embedded;

import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;

/**
 * Watches the generator's own event loop. The loop announces when it will run next; a delay is the
 * generator's fault, because a frozen server does not cause one. Confined to the event loop.
 */
final class LoopWatch {
  /** Delay that normal scheduling causes. */
  private static final long USUAL_NANOS = 1_000_000;

  private static final long LONGEST_NANOS = Math.round(Validity.LONGEST_STALL_MILLIS * 1e6);

  private long expectedNanos = Long.MAX_VALUE;
  private long longestNanos;
  private long lateRequests;

  /** Announces that the loop will run at this time at the latest. */
  void expect(long nanos) {
    expectedNanos = Math.min(expectedNanos, nanos);
  }

  /** Records that the loop runs; the callback counts requests that became due during the delay. */
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

  interface LateCount {
    long dueBetween(long from, long to);
  }

  long longestNanos() {
    return longestNanos;
  }

  List<Invalid> judge(long offered) {
    boolean tooLong = longestNanos >= LONGEST_NANOS;
    if (!tooLong && !Validity.isLateTooOften(lateRequests, offered)) {
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

  /**
   * Decides whether the generator caused a backlog. While each connection has an outstanding
   * request, the event loop does not spin; if it still uses all CPU time, the generator is
   * saturated. This is measured in the second half of a plan, when a rate that is too high has
   * occupied all connections.
   */
  static final class BusyLoop {
    /** CPU share above which the loop is saturated; waiting for a slow server needs less. */
    private static final double SATURATED = 0.95;

    private final LongSupplier cpuNanos;
    private long halfNanos;
    private long halfCpuNanos;
    private boolean half;
    private boolean waitedAtHalf;
    private double busy = -1;

    /** Creates the check from the calling thread's CPU time; negative if unknown. */
    BusyLoop(LongSupplier cpuNanos) {
      this.cpuNanos = cpuNanos;
    }

    /** Records that the loop runs; {@code next} is the first request not sent yet. */
    void runs(Schedule schedule, long next, long now) {
      if (!half && now >= schedule.dueNanos(schedule.count() / 2)) {
        half = true;
        waitedAtHalf = schedule.dueBy(now) > next;
        halfNanos = now;
        halfCpuNanos = cpuNanos.getAsLong();
      } else if (half && busy < 0 && now >= schedule.dueNanos(schedule.count())) {
        busy = (double) (cpuNanos.getAsLong() - halfCpuNanos) / (now - halfNanos);
      }
    }

    /** Returns whether the generator caused the backlog at the end. */
    boolean isSaturated() {
      return waitedAtHalf && busy >= SATURATED;
    }

    Invalid saturated(double requestsPerSecond) {
      return new Invalid(
          Invalid.Reason.GENERATOR_SATURATED,
          String.format(
              Locale.ROOT,
              "the load generator computed for %.0f %% of the time (limit: %.0f %%) and still did"
                  + " not make %.0f requests/s: more than one of its threads can; lower the rate",
              100 * busy,
              100 * SATURATED,
              requestsPerSecond));
    }
  }
}
