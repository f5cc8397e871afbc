package loomwatch.loadgen.wrk2;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import loomwatch.loadgen.GeneratorProcess;
import loomwatch.loadgen.LoadPlan;

/**
 * What wrk2 makes of a plan, as its source (wrk.c, {@code thread_main} and {@code calibrate}) has
 * it for one thread. It opens its connections one after the other, and a connection's first request
 * is due when it is opened: with many connections it offers noticeably less than rate × duration.
 */
final class Wrk2Plan {
  /** Between two connections: {@code aeCreateTimeEvent(loop, i * 5, delayed_initial_connect)}. */
  private static final Duration STAGGER = Duration.ofMillis(5);

  /** {@code CALIBRATE_DELAY_MS}; {@code thread_main} adds the stagger of every connection. */
  private static final Duration CALIBRATE_DELAY = Duration.ofSeconds(10);

  /** At 1,000 requests/s, the least at which p99 rests on ten samples. */
  private static final Duration MEASURED_AT_LEAST = Duration.ofSeconds(1);

  private static final Duration ALMOST_A_SECOND = Duration.ofNanos(999_999_999);
  private static final double NANOS = 1e9;

  private Wrk2Plan() {}

  /**
   * The nearest plan that wrk2 can follow. It knows whole seconds (rounded up) and whole requests
   * per second only; and it counts a connection that sends nothing for two seconds as timed out, so
   * there are at most as many connections as requests per second.
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
        asked.overload());
  }

  /** The command line that follows a feasible plan; the script prints the report. */
  static List<String> command(Path binary, List<Integer> cores, LoadPlan plan, Path script) {
    List<String> command = new ArrayList<>(GeneratorProcess.keptOn(cores));
    command.addAll(
        List.of(
            binary.toString(),
            // One thread: connections per thread are rounded down, and thread ramps overlap.
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
