package loomwatch.loadgen.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Spoken;
import loomwatch.results.LoadResult;
import loomwatch.results.Mix;
import org.jspecify.annotations.Nullable;

/** What harness and generator say to each other: one JSON value a line. */
final class Wire {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Wire() {}

  private record Plan(
      URI target,
      Spoken spoken,
      Mix mix,
      long seed,
      double requestsPerSecond,
      int connections,
      long durationNanos,
      LoadPlan.Overload overload,
      @Nullable Long thinkNanos) {}

  static String write(LoadPlan plan) {
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
            plan.think() == null ? null : plan.think().toNanos()));
  }

  static LoadPlan readPlan(String line) throws JsonProcessingException {
    Plan plan = JSON.readValue(line, Plan.class);
    return new LoadPlan(
        plan.target(),
        plan.spoken(),
        plan.mix(),
        plan.seed(),
        plan.requestsPerSecond(),
        plan.connections(),
        Duration.ofNanos(plan.durationNanos()),
        plan.overload(),
        plan.thinkNanos() == null ? null : Duration.ofNanos(plan.thinkNanos()));
  }

  static String write(LoadResult result) {
    return line(result);
  }

  static LoadResult readResult(String line) throws JsonProcessingException {
    return JSON.readValue(line, LoadResult.class);
  }

  private static String line(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: plans and results have a JSON form", e);
    }
  }
}
