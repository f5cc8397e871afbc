package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Objective;
import loomwatch.results.Scenario;

/**
 * What shows that a server bears a rate.
 *
 * @param slowFrom beyond that a request is slow, in nanoseconds
 * @param slowShare so many may be
 * @param middleBy half of the requests must be answered within that, in nanoseconds
 */
record Bearing(long slowFrom, double slowShare, long middleBy) {
  /**
   * Of a rate that is too high by a hundredth, the last request waits a hundredth of the time that
   * it was held for, and the one in the middle half of that. Without this bound an objective that
   * leaves room would be met by a queue that only had no time to grow.
   */
  private static final double MOST_GROWTH = 0.02;

  private static final double MIDDLE = 50;

  /**
   * By the scenario's objective; where nothing is promised a queue alone is too much. Empty where
   * it is not known what base does at its own rate.
   *
   * @param held how long each rate is
   */
  static Optional<Bearing> of(Scenario scenario, List<MeasuredSlice> base, Duration held) {
    OptionalLong usual = Lateness.usual(base);
    if (usual.isEmpty()) {
      return Optional.empty();
    }
    long middleBy = usual.getAsLong() + Math.round(MOST_GROWTH / 2 * held.toNanos());
    Objective objective = scenario.objective();
    return Optional.of(
        objective == null
            ? new Bearing(Long.MAX_VALUE, 0, middleBy)
            : new Bearing(objective.withinNanos(), 1 - objective.percent() / 100, middleBy));
  }

  /** Whether that load was borne. */
  boolean isShownBy(LoadResult load) {
    LatencyHistogram latency = load.latency();
    return load.invalid().isEmpty()
        && latency != null
        && latency.count() > 0
        && latency.nanosAt(MIDDLE) <= middleBy
        && latency.countAbove(slowFrom) <= latency.count() * slowShare;
  }
}
