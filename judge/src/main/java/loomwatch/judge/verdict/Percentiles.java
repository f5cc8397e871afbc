package loomwatch.judge.verdict;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Whether a percentile rests on enough requests to gate: at least {@link #NEEDED} samples beyond it
 * in each launch. With k samples beyond, its rank scatters by about √k of them: at 100, by a tenth.
 */
final class Percentiles {
  /** Samples beyond the percentile in each launch. */
  static final int NEEDED = 100;

  /** 100 − 99.9 is a little less than 0.1 in binary. */
  private static final double ROUNDING = 1e-6;

  private Percentiles() {}

  /** Why the metric must not gate on these launches; nothing when it may, or is no percentile. */
  static Optional<String> doubt(Metric metric, Collection<Launch> launches) {
    if (metric == Metric.LATENCY_MAX) {
      return Optional.of("a maximum is a single request: it informs and never gates");
    }
    OptionalDouble percentile = percentile(metric);
    if (percentile.isEmpty() || launches.isEmpty()) {
      return Optional.empty();
    }
    double fewest =
        launches.stream()
            .map(launch -> histogram(metric, launch.load()))
            .mapToDouble(h -> h == null ? 0 : h.samplesBeyond(percentile.getAsDouble()))
            .min()
            .orElseThrow();
    return fewest + ROUNDING >= NEEDED
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "too few requests to gate: %.0f lie beyond this percentile in the poorest launch,"
                    + " %d are needed; a longer or faster load would give them",
                Math.floor(fewest + ROUNDING),
                NEEDED));
  }

  private static OptionalDouble percentile(Metric metric) {
    return switch (metric) {
      case LATENCY_P50, SERVICE_TIME_P50 -> OptionalDouble.of(50);
      case LATENCY_P75 -> OptionalDouble.of(75);
      case LATENCY_P90 -> OptionalDouble.of(90);
      case LATENCY_P95 -> OptionalDouble.of(95);
      case LATENCY_P99, SERVICE_TIME_P99 -> OptionalDouble.of(99);
      case LATENCY_P999 -> OptionalDouble.of(99.9);
      case LATENCY_MAX,
          CPU_PER_REQUEST,
          ALLOCATED_PER_REQUEST,
          GC_PAUSE_TOTAL,
          GC_PAUSE_MAX,
          PINNED,
          CONTEXT_SWITCHES_PER_REQUEST,
          PLATFORM_THREADS_AT_REST,
          PLATFORM_THREADS_AFTER_LOAD,
          THREAD_RESERVED_AT_REST,
          THREAD_RESERVED_AFTER_LOAD,
          THREAD_COMMITTED_AT_REST,
          THREAD_COMMITTED_AFTER_LOAD,
          COMMITTED_AT_REST,
          COMMITTED_AFTER_LOAD,
          RSS_AT_REST,
          RSS_AFTER_LOAD,
          TIME_TO_READY,
          TIME_PER_OPERATION,
          ALLOCATED_PER_OPERATION,
          CONTROL ->
          OptionalDouble.empty();
    };
  }

  private static @Nullable LatencyHistogram histogram(Metric metric, @Nullable LoadResult load) {
    if (load == null) {
      return null;
    }
    return metric == Metric.SERVICE_TIME_P50 || metric == Metric.SERVICE_TIME_P99
        ? load.serviceTime()
        : load.latency();
  }
}
