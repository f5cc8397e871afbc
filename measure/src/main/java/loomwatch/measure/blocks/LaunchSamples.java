package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.jspecify.annotations.Nullable;

/** Turns what was seen of a launch into its samples. */
final class LaunchSamples {
  private static final double NANOS = 1e9;

  /** The slowest hundredth is above this percentile. */
  private static final double TAIL = 99;

  /** Requests in it, else a single one is most of their mean. */
  private static final int ENOUGH_SLOW = 5;

  /**
   * Of slices. A host that takes the CPU away only ever adds to a slice's tail, and seldom to nine
   * in ten of them; what the server does to one request in a hundred is in every slice.
   */
  private static final double QUIET = 0.1;

  private static final Map<Metric, Double> LATENCY_PERCENTILES =
      Map.of(
          Metric.LATENCY_P75, 75.0,
          Metric.LATENCY_P90, 90.0,
          Metric.LATENCY_P95, 95.0,
          Metric.LATENCY_P99, 99.0,
          Metric.LATENCY_P999, 99.9,
          Metric.LATENCY_MAX, 100.0);

  private static final Map<Metric, Double> SLICE_PERCENTILES =
      Map.of(Metric.LATENCY_P50, 50.0, Metric.LATENCY_P90, 90.0, Metric.LATENCY_P99, 99.0);

  private static final List<Metric> TYPICAL_LATENCY =
      List.of(Metric.LATENCY_P50, Metric.SERVICE_TIME_P50);

  private static final List<Metric> TYPICAL_COST =
      Stream.of(Metric.values())
          .filter(Metric::isMedianOverSlices)
          .filter(metric -> !TYPICAL_LATENCY.contains(metric))
          .toList();

  private LaunchSamples() {}

  /** Latency and service time: tails from the pooled histograms, the middle over slices. */
  static List<Sample> ofLoad(LoadResult load, List<MeasuredSlice> slices, List<String> doubts) {
    List<Sample> samples = new ArrayList<>(medians(TYPICAL_LATENCY, slices, doubts));
    addPercentiles(samples, load.latency(), LATENCY_PERCENTILES, doubts);
    addPercentiles(samples, load.serviceTime(), Map.of(Metric.SERVICE_TIME_P99, 99.0), doubts);
    double[] tails = values(Metric.LATENCY_TAIL, slices);
    if (tails.length > 0) {
      double quiet = Quantile.withDefaults().evaluate(tails, QUIET);
      samples.add(new Sample(Metric.LATENCY_TAIL, quiet, doubts));
    }
    samples.addAll(ofEnds(load));
    return samples;
  }

  /** How many requests failed, and how often a connection had to be opened again. */
  private static List<Sample> ofEnds(LoadResult load) {
    List<Sample> samples = new ArrayList<>();
    double ended = load.ended();
    if (ended > 0) {
      String first = load.firstFailure();
      samples.add(
          new Sample(
              Metric.FAILED_REQUESTS,
              load.errors().total() / ended,
              first == null ? List.of() : List.of("the first that failed: " + first)));
      Long reopened = load.reopened();
      if (reopened != null) {
        samples.add(Sample.of(Metric.REOPENED_CONNECTIONS, reopened / ended));
      }
    }
    return samples;
  }

  /** The percentiles that a single slice has requests enough for. */
  static List<Sample> ofSlice(LoadResult load) {
    List<Sample> samples = new ArrayList<>();
    addPercentiles(samples, load.latency(), SLICE_PERCENTILES, List.of());
    addPercentiles(samples, load.serviceTime(), Map.of(Metric.SERVICE_TIME_P50, 50.0), List.of());
    LatencyHistogram latency = load.latency();
    if (latency != null && latency.samplesBeyond(TAIL) >= ENOUGH_SLOW) {
      samples.add(Sample.of(Metric.LATENCY_TAIL, latency.meanNanosAbove(TAIL) / NANOS));
    }
    return samples;
  }

  private static void addPercentiles(
      List<Sample> samples,
      @Nullable LatencyHistogram histogram,
      Map<Metric, Double> percentiles,
      List<String> doubts) {
    if (histogram == null || histogram.count() == 0) {
      return;
    }
    percentiles.forEach((metric, percentile) ->
        samples.add(new Sample(metric, histogram.nanosAt(percentile) / NANOS, doubts)));
  }

  /** CPU, allocation, context switches and the host's control. */
  static List<Sample> ofSlices(List<MeasuredSlice> slices, List<String> doubts) {
    return medians(TYPICAL_COST, slices, doubts);
  }

  private static List<Sample> medians(
      List<Metric> metrics, List<MeasuredSlice> slices, List<String> doubts) {
    List<Sample> samples = new ArrayList<>();
    for (Metric metric : metrics) {
      double[] values = values(metric, slices);
      if (values.length > 0) {
        samples.add(new Sample(metric, Median.withDefaults().evaluate(values), doubts));
      }
    }
    return samples;
  }

  private static double[] values(Metric metric, List<MeasuredSlice> slices) {
    return slices.stream()
        .flatMap(slice -> slice.samples().stream())
        .filter(sample -> sample.metric() == metric)
        .mapToDouble(Sample::value)
        .toArray();
  }

  /** Pauses and pinning while loaded. */
  static List<Sample> ofEvents(List<Duration> pauses, List<Duration> pinned) {
    double total = pauses.stream().mapToLong(Duration::toNanos).sum() / NANOS;
    double longest = pauses.stream().mapToLong(Duration::toNanos).max().orElse(0) / NANOS;
    return List.of(
        Sample.of(Metric.GC_PAUSE_TOTAL, total),
        Sample.of(Metric.GC_PAUSE_MAX, longest),
        Sample.of(Metric.PINNED, pinned.size()));
  }
}
