package loomwatch.results;

import java.util.Map;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;

/**
 * What one launch did for requests that were counted, and where.
 *
 * @param requests that were counted; above 0
 * @param times by metric, by what was done as in {@link Count#of}, and by stack
 */
public record LaunchCounts(
    String scenario,
    Side variant,
    Mode mode,
    long requests,
    Map<Metric, Map<String, Map<Stack, Long>>> times) {

  public LaunchCounts {
    Require.atLeast("requests", 1, requests);
    times = Map.copyOf(times);
  }

  public Map<String, Map<Stack, Long>> of(Metric metric) {
    return times.getOrDefault(metric, Map.of());
  }
}
