package loomwatch.measure.blocks;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Objective;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * From when on a request is slow: where the scenario's objective says so, or where base in the same
 * block does.
 */
final class Lateness {
  /** The slice that a host left alone, as of the latency tail. */
  private static final double QUIET = 0.1;

  /** So many times as far beyond p99 as that is beyond p50: no request of base's own. */
  private static final double BEYOND = 10;

  private Lateness() {}

  /** In nanoseconds; empty where nothing is promised and base has no slices. */
  static OptionalLong slowFrom(Scenario scenario, List<MeasuredSlice> base) {
    Objective objective = scenario.objective();
    if (objective != null) {
      return OptionalLong.of(objective.withinNanos());
    }
    double[] p50 = quiet(base, 50);
    double[] p99 = quiet(base, 99);
    if (p50.length == 0) {
      return OptionalLong.empty();
    }
    double tail = Quantile.withDefaults().evaluate(p99, QUIET);
    double middle = Quantile.withDefaults().evaluate(p50, QUIET);
    return OptionalLong.of(Math.round(tail + BEYOND * Math.max(0, tail - middle)));
  }

  private static double[] quiet(List<MeasuredSlice> slices, double percentile) {
    return slices.stream()
        .map(slice -> slice.load().latency())
        .filter(latency -> latency != null && latency.count() > 0)
        .mapToDouble(latency -> latency.nanosAt(percentile))
        .toArray();
  }

  /** Of all requests of a launch; an objective that none of them met is no measure of any. */
  static List<Sample> samples(LoadResult load, OptionalLong slowFrom) {
    LatencyHistogram latency = load.latency();
    if (latency == null || latency.count() == 0 || slowFrom.isEmpty()) {
      return List.of();
    }
    double share = (double) latency.countAbove(slowFrom.getAsLong()) / latency.count();
    List<String> doubts =
        share == 1
            ? List.of(
                String.format(
                    Locale.ROOT,
                    "no request met the objective, %.3g ms: state one that can be met",
                    slowFrom.getAsLong() / 1e6))
            : List.of();
    return List.of(new Sample(Metric.SLOW_SHARE, share, doubts));
  }
}
