package loomwatch.measure.rounds;

import java.time.Duration;
import java.util.List;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.jspecify.annotations.Nullable;

/** A generator that sends nothing, for tests. */
record MadeUpGenerator(Answers answers) implements LoadGenerator {

  /** What came of a load. */
  interface Answers {
    LoadResult to(LoadPlan plan);
  }

  /** Of a load of which so many requests were answered. */
  static LoadResult answered(
      LoadPlan plan, long completed, @Nullable LatencyHistogram latency, List<Invalid> invalid) {
    return new LoadResult(
        "embedded",
        "1",
        plan.requestsPerSecond(),
        plan.connections(),
        plan.duration().toMillis() / 1e3,
        plan.offered(),
        completed,
        LoadErrors.NONE,
        0,
        completed == 0 ? 0 : plan.requestsPerSecond(),
        latency,
        null,
        List.of(),
        0,
        invalid,
        null,
        null,
        null,
        null);
  }

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Duration unmeasured(int connections) {
    return Duration.ZERO;
  }

  @Override
  public LoadResult run(LoadPlan plan) {
    return answers.to(plan);
  }

  @Override
  public void close() {}
}
