package loomwatch.loadgen.embedded;

import java.util.Locale;
import java.util.function.LongSupplier;
import loomwatch.results.Invalid;

/**
 * Tells whose fault a backlog is. While each connection has a request the event loop does not spin:
 * where it computes all the time none the less, it is the generator that can do no more, and not
 * the server. Looked at in the second half of a plan, in which a rate that is too high has filled
 * the connections. Used by the event loop only.
 */
final class BusyLoop {
  /** Less is left to it by a server that is waited for. */
  static final double SATURATED = 0.95;

  private final LongSupplier cpuNanos;
  private long halfNanos;
  private long halfCpuNanos;
  private boolean half;
  private boolean waitedAtHalf;
  private double busy = -1;

  /**
   * One that was not looked at.
   *
   * @param cpuNanos the CPU time of the thread that asks; negative where nobody tells
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

  /** What is wrong then. */
  Invalid saturated(double requestsPerSecond) {
    return new Invalid(
        Invalid.Reason.GENERATOR_SATURATED,
        String.format(
            Locale.ROOT,
            "the load generator computed for %.0f %% of the time (limit: %.0f %%) and still did not"
                + " make %.0f requests/s: more than one of its threads can; lower the rate",
            100 * busy,
            100 * SATURATED,
            requestsPerSecond));
  }
}
