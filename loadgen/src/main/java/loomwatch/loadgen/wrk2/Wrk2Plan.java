package loomwatch.loadgen.wrk2;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import loomwatch.loadgen.GeneratorProcess;
import loomwatch.loadgen.LoadPlan;

/**
 * What wrk2 makes of a plan with one thread, according to its source (wrk.c, {@code thread_main}
 * and {@code calibrate}). It opens connections one after another, and a connection's first request
 * is due when it opens: with many connections it offers noticeably less than rate × duration.
 */
final class Wrk2Plan {
  /** Time between connections: {@code aeCreateTimeEvent(loop, i * 5, delayed_initial_connect)}. */
  private static final Duration STAGGER = Duration.ofMillis(5);

  /** {@code CALIBRATE_DELAY_MS}; {@code thread_main} adds the stagger of every connection. */
  private static final Duration CALIBRATE_DELAY = Duration.ofSeconds(10);

  /** Minimum measured time, at which p99 at 1,000 requests/s rests on ten samples. */
  private static final Duration MEASURED_AT_LEAST = Duration.ofSeconds(1);

  private static final Duration ALMOST_A_SECOND = Duration.ofNanos(999_999_999);
  private static final double NANOS = 1e9;

  private Wrk2Plan() {}

  /**
   * Returns the nearest plan that wrk2 supports: whole seconds (rounded up), whole requests per
   * second, and at most one connection per request per second, because it counts a connection idle
   * for two seconds as timed out.
   */
  static LoadPlan feasible(LoadPlan asked) {
    long rate = Math.max(1, Math.round(asked.requestsPerSecond()));
    return new LoadPlan(
        asked.target(),
        asked.connectionSpec(),
        asked.mix(),
        asked.seed(),
        rate,
        Math.clamp(rate, 1, asked.connections()),
        Duration.ofSeconds(asked.duration().plus(ALMOST_A_SECOND).toSeconds()),
        asked.overload(),
        null);
  }

  /** Returns the command line for a feasible plan; the script prints the report. */
  static List<String> command(Path binary, List<Integer> cores, LoadPlan plan, Path script) {
    List<String> command = new ArrayList<>(GeneratorProcess.keptOn(cores));
    command.addAll(
        List.of(
            binary.toString(),
            // One thread, because connections per thread are rounded down, and their ramps overlap.
            "-t1",
            "-c" + plan.connections(),
            "-d" + plan.duration().toSeconds() + "s",
            "-R" + Math.round(plan.requestsPerSecond()),
            "-U",
            "-s",
            script.toString(),
            plan.url(plan.mix().requests().getFirst()).toString()));
    return command;
  }

  /** Returns the time from the start until the histograms are cleared. */
  static Duration calibration(int connections) {
    return CALIBRATE_DELAY.plus(STAGGER.multipliedBy(connections));
  }

  /** Returns the shortest run that measures anything after the calibration. */
  static Duration shortestRun(int connections) {
    return calibration(connections).plus(MEASURED_AT_LEAST);
  }

  /** Returns how many requests are due: one per connection every connections ÷ rate seconds. */
  static long offered(LoadPlan plan) {
    long due = 0;
    for (int connection = 0; connection < plan.connections(); connection++) {
      Duration runs = plan.duration().minus(STAGGER.multipliedBy(connection));
      // Multiplies first, so that the quotient is exact for a request due at the very end.
      double intervals = runs.toNanos() * plan.requestsPerSecond() / (plan.connections() * NANOS);
      due += Math.max(0, (long) Math.ceil(intervals));
    }
    return due;
  }
}
