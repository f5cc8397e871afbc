package loomwatch.loadgen.wrk2;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadPlan;

/** How wrk2 is told what to do. */
final class Wrk2Command {
  private static final Duration ALMOST_A_SECOND = Duration.ofNanos(999_999_999);

  private Wrk2Command() {}

  /**
   * The plan nearest to it that wrk2 can follow. It knows whole seconds (rounded up) and whole
   * requests per second only; and it counts a connection that sends nothing for two seconds as
   * timed out, so there are at most as many connections as requests per second.
   */
  static LoadPlan feasible(LoadPlan asked) {
    long rate = Math.max(1, Math.round(asked.requestsPerSecond()));
    return new LoadPlan(
        asked.target(),
        asked.spoken(),
        asked.mix(),
        asked.seed(),
        rate,
        Math.clamp(rate, 1, asked.connections()),
        Duration.ofSeconds(asked.duration().plus(ALMOST_A_SECOND).toSeconds()),
        asked.overload());
  }

  /**
   * The command line.
   *
   * @param plan a feasible one
   * @param cores the CPUs it is kept on; empty for any
   * @param script prints the report
   */
  static List<String> of(Path binary, List<Integer> cores, LoadPlan plan, Path script) {
    List<String> command = new ArrayList<>();
    if (!cores.isEmpty()) {
      String list = cores.stream().map(String::valueOf).collect(Collectors.joining(","));
      command.addAll(List.of("taskset", "-c", list));
    }
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
}
