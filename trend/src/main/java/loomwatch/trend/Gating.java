package loomwatch.trend;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.SeriesName;

/** Which series decide: those whose metric repeats well from launch to launch. */
final class Gating {
  /** The others inform: extremes, counts that are mostly 0, and what tells of the host. */
  private static final Set<Metric> DECIDING =
      EnumSet.of(
          Metric.ALLOCATED_PER_REQUEST,
          Metric.ALLOCATED_PER_OPERATION,
          Metric.CPU_PER_REQUEST,
          Metric.TIME_PER_OPERATION,
          Metric.LATENCY_P50,
          Metric.LATENCY_P90,
          Metric.LATENCY_P99,
          Metric.THREAD_RESERVED_AFTER_LOAD,
          Metric.COMMITTED_AFTER_LOAD,
          Metric.RSS_AFTER_LOAD);

  private Gating() {}

  /** Whether its changes decide the verdict; imported ones do, they were chosen by somebody. */
  static boolean decides(SeriesName series) {
    Optional<Metric> metric = Metric.named(series.metric());
    return series.mode().equals(HistorySeries.IMPORTED)
        || metric.filter(DECIDING::contains).isPresent();
  }
}
