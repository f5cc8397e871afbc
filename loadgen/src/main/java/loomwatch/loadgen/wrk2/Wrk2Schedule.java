package loomwatch.loadgen.wrk2;

import java.time.Duration;
import loomwatch.loadgen.LoadPlan;

/**
 * When wrk2 does what, as its source (wrk.c, {@code thread_main} and {@code calibrate}) has it for
 * one thread. It opens its connections one after the other, and a connection's first request is due
 * when it is opened: with many connections it offers noticeably less than rate × duration.
 */
final class Wrk2Schedule {
  /** Between two connections: {@code aeCreateTimeEvent(loop, i * 5, delayed_initial_connect)}. */
  private static final Duration STAGGER = Duration.ofMillis(5);

  /** {@code CALIBRATE_DELAY_MS}; {@code thread_main} adds the stagger of every connection. */
  private static final Duration CALIBRATE_DELAY = Duration.ofSeconds(10);

  /** At 1,000 requests/s, the least at which p99 rests on ten samples. */
  private static final Duration MEASURED_AT_LEAST = Duration.ofSeconds(1);

  private static final double NANOS = 1e9;

  private Wrk2Schedule() {}

  /** From the start until the histograms are emptied; what follows is what they hold. */
  static Duration calibration(int connections) {
    return CALIBRATE_DELAY.plus(STAGGER.multipliedBy(connections));
  }

  /** The shortest run that leaves something to measure after the calibration. */
  static Duration shortestRun(int connections) {
    return calibration(connections).plus(MEASURED_AT_LEAST);
  }

  /**
   * Requests due in all: for each connection, one at its start and one every connections ÷ rate
   * seconds from then on.
   */
  static long offered(LoadPlan plan) {
    long due = 0;
    for (int connection = 0; connection < plan.connections(); connection++) {
      Duration runs = plan.duration().minus(STAGGER.multipliedBy(connection));
      // Multiplied first: where a request would be due at the very end, the quotient is exact.
      double intervals = runs.toNanos() * plan.requestsPerSecond() / (plan.connections() * NANOS);
      due += Math.max(0, (long) Math.ceil(intervals));
    }
    return due;
  }
}
