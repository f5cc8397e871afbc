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

  /** Where nothing is promised. */
  private static final double PERCENT = 99;

  private static final double MIDDLE = 50;

  /**
   * By the scenario's objective, or what base does at its own rate; empty where neither is known.
   *
   * @param held how long each rate is
   */
  static Optional<Bearing> of(Scenario scenario, List<MeasuredSlice> base, Duration held) {
    OptionalLong slowFrom = Lateness.slowFrom(scenario, base);
    OptionalLong usual = Lateness.usual(base);
    if (slowFrom.isEmpty() || usual.isEmpty()) {
      return Optional.empty();
    }
    Objective objective = scenario.objective();
    double percent = objective == null ? PERCENT : objective.percent();
    return Optional.of(
        new Bearing(
            slowFrom.getAsLong(),
            1 - percent / 100,
            usual.getAsLong() + Math.round(MOST_GROWTH / 2 * held.toNanos())));
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
