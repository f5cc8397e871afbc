package loomwatch.loadgen;

import java.util.List;
import loomwatch.results.LoadResult;

/**
 * A run, and when its slowest requests were under way.
 *
 * @param result as of any run
 * @param slowest in no order; empty where the engine cannot tell
 */
public record WatchedRun(LoadResult result, List<SlowRequest> slowest) {
  public WatchedRun {
    slowest = List.copyOf(slowest);
  }
}
