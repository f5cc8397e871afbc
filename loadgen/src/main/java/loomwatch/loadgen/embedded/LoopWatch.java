package loomwatch.loadgen.embedded;

import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
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

  private static final long LONGEST_NANOS = Math.round(Validity.LONGEST_STALL_MILLIS * 1e6);

  private long expectedNanos = Long.MAX_VALUE;
  private long longestNanos;
  private long lateRequests;

  /** The loop means to run at that time at the latest. */
  void expect(long nanos) {
    expectedNanos = Math.min(expectedNanos, nanos);
  }

  /** The loop runs; the count is of requests that became due since it should have run. */
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
   * Decides whose fault a backlog is. While each connection has a request the event loop does not
   * spin: where it computes all the time none the less, it is the generator that can do no more,
   * and not the server. Measured in the second half of a plan, in which a rate that is too high has
   * filled the connections.
   */
  static final class BusyLoop {
    /** A server that is waited for leaves the loop less to do. */
    private static final double SATURATED = 0.95;

    private final LongSupplier cpuNanos;
    private long halfNanos;
    private long halfCpuNanos;
    private boolean half;
    private boolean waitedAtHalf;
    private double busy = -1;

    /**
     * A loop that was not looked at yet.
     *
     * @param cpuNanos the CPU time of the thread that asks; negative where it is unknown
     */
    BusyLoop(LongSupplier cpuNanos) {
      this.cpuNanos = cpuNanos;
    }

    /** The loop runs; {@code next} is the first request that was not sent. */
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

    /** Whether what still waits at the end waits for the generator. */
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
