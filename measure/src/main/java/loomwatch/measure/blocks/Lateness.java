package loomwatch.measure.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
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

  private static final double LEAST_LEFT = 0.5;

  private Lateness() {}

  /** In nanoseconds; empty where nothing is promised and base has no slices. */
  static OptionalLong slowFrom(Scenario scenario, List<MeasuredSlice> base) {
    Objective objective = scenario.objective();
    if (objective != null) {
      return OptionalLong.of(objective.withinNanos());
    }
    OptionalLong tail = quiet(base, 99);
    OptionalLong middle = quiet(base, 50);
    return tail.isEmpty() || middle.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(beyond(tail.getAsLong(), middle.getAsLong()));
  }

  private static long beyond(long tail, long middle) {
    return Math.round(tail + BEYOND * Math.max(0, tail - middle));
  }

  /** A percentile of a launch's requests while the host leaves it alone; empty without slices. */
  static OptionalLong quiet(List<MeasuredSlice> slices, double percentile) {
    double[] each =
        slices.stream()
            .map(slice -> slice.load().latency())
            .filter(latency -> latency != null && latency.count() > 0)
            .mapToDouble(latency -> latency.nanosAt(percentile))
            .toArray();
    return each.length == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(Quantile.withDefaults().evaluate(each, QUIET)));
  }

  /**
   * Of a launch: of all its requests but those in slices from which the host took time, as long as
   * half of the slices are left; and how much it took. An objective that no request met is no
   * measure of any.
   */
  static List<Sample> samples(List<MeasuredSlice> slices, OptionalLong slowFrom) {
    List<Sample> samples = new ArrayList<>();
    if (!slices.isEmpty() && slices.stream().allMatch(slice -> slice.stolenNanos().isPresent())) {
      long nanos = slices.stream().mapToLong(slice -> slice.stolenNanos().orElse(0)).sum();
      samples.add(Sample.of(Metric.STOLEN, nanos / 1e9));
    }
    List<MeasuredSlice> own = slices.stream().filter(slice -> !slice.disturbed()).toList();
    boolean most = own.size() >= slices.size() * LEAST_LEFT;
    LatencyHistogram latency = pooled(most ? own : slices);
    if (latency.count() == 0 || slowFrom.isEmpty()) {
      return samples;
    }
    double share = (double) latency.countAbove(slowFrom.getAsLong()) / latency.count();
    List<String> doubts = new ArrayList<>();
    if (share == 1) {
      doubts.add(
          String.format(
              Locale.ROOT,
              "no request met the objective, %.3g ms: state one that can be met",
              slowFrom.getAsLong() / 1e6));
    }
    if (!most) {
      doubts.add("the host took time from more than half of the slices: its requests count too");
    } else if (own.size() < slices.size()) {
      long all = slices.stream().mapToLong(slice -> slice.load().completed()).sum();
      doubts.add(
          "%d of %d requests are the host's and left out: it took time from their slices"
              .formatted(all - latency.count(), all));
    }
    samples.add(new Sample(Metric.SLOW_SHARE, share, doubts));
    return samples;
  }

  private static LatencyHistogram pooled(List<MeasuredSlice> slices) {
    return LatencyHistogram.merged(
        slices.stream().map(slice -> slice.load().latency()).filter(Objects::nonNull).toList());
  }
}
