package loomwatch.loadgen;

import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;

/** The result of a run that did not come to measure anything. */
public final class NothingMeasured {
  private NothingMeasured() {}

  /** An invalid result for that reason: all requests offered, none sent. */
  public static LoadResult of(String engine, String version, LoadPlan plan, Invalid reason) {
    return new LoadResult(
        engine,
        version,
        plan.requestsPerSecond(),
        plan.connections(),
        plan.duration().toNanos() / 1e9,
        plan.offered(),
        0,
        LoadErrors.NONE,
        plan.offered(),
        0,
        null,
        null,
        List.of(),
        0,
        List.of(reason));
  }
}
