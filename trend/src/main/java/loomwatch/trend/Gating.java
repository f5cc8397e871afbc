package loomwatch.trend;

import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.SeriesName;

/** Which series decide: those whose metric repeats well from launch to launch. */
final class Gating {
  private Gating() {}

  /** Whether its changes decide the verdict; imported ones do, they were chosen by somebody. */
  static boolean decides(SeriesName series) {
    return series.mode().equals(HistorySeries.IMPORTED)
        || Metric.named(series.metric()).filter(Metric::decides).isPresent();
  }
}
