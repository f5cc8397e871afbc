package loomwatch.loadgen.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import loomwatch.loadgen.ConnectionSpec;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.SlowRequest;
import loomwatch.loadgen.WatchedRun;
import loomwatch.results.LoadResult;
import loomwatch.results.Mix;
import org.jspecify.annotations.Nullable;

/** What harness and generator say to each other: one JSON value a line. */
final class GeneratorProtocol {
  /** In place of a plan: ends all kept connections; answered by an empty line. */
  static final String HANG_UP = "hang up";

  private static final ObjectMapper JSON = new ObjectMapper();

  private GeneratorProtocol() {}

  private record Plan(
      URI target,
      ConnectionSpec spoken,
      Mix mix,
      long seed,
      double requestsPerSecond,
      int connections,
      long durationNanos,
      LoadPlan.Overload overload,
      @Nullable Long thinkNanos,
      int slowest) {}

  /** What is asked for, and how many of the slowest requests are to be told one by one. */
  record Asked(LoadPlan plan, int slowest) {}

  private record Told(LoadResult result, List<long[]> slowest) {}

  static String write(Asked asked) {
    LoadPlan plan = asked.plan();
    return line(
        new Plan(
            plan.target(),
            plan.spoken(),
            plan.mix(),
            plan.seed(),
            plan.requestsPerSecond(),
            plan.connections(),
            plan.duration().toNanos(),
            plan.overload(),
            plan.think() == null ? null : plan.think().toNanos(),
            asked.slowest()));
  }

  static Asked readPlan(String line) throws JsonProcessingException {
    Plan plan = JSON.readValue(line, Plan.class);
    LoadPlan asked =
        new LoadPlan(
            plan.target(),
            plan.spoken(),
            plan.mix(),
            plan.seed(),
            plan.requestsPerSecond(),
            plan.connections(),
            Duration.ofNanos(plan.durationNanos()),
            plan.overload(),
            plan.thinkNanos() == null ? null : Duration.ofNanos(plan.thinkNanos()));
    return new Asked(asked, plan.slowest());
  }

  static String write(WatchedRun run) {
    return line(
        new Told(run.result(), run.slowest().stream().map(GeneratorProtocol::nanos).toList()));
  }

  static WatchedRun readRun(String line) throws JsonProcessingException {
    Told told = JSON.readValue(line, Told.class);
    return new WatchedRun(
        told.result(), told.slowest().stream().map(GeneratorProtocol::request).toList());
  }

  private static long[] nanos(SlowRequest request) {
    return new long[] {nanos(request.due()), nanos(request.sent()), nanos(request.done())};
  }

  private static SlowRequest request(long[] nanos) {
    return new SlowRequest(instant(nanos[0]), instant(nanos[1]), instant(nanos[2]));
  }

  /** Since 1970; enough until 2262. */
  private static long nanos(Instant time) {
    return Duration.between(Instant.EPOCH, time).toNanos();
  }

  private static Instant instant(long nanos) {
    return Instant.EPOCH.plusNanos(nanos);
  }

  private static String line(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: plans and results have a JSON form", e);
    }
  }
}
