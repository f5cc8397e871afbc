package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;

/**
 * What shows that a server bears a rate.
 *
 * @param slowFrom beyond that a request is slow, in nanoseconds
 * @param slowShare so many may be
 * @param usual half of its requests are answered within that at its own rate, in nanoseconds
 * @param held how long each rate is
 */
record Bearing(long slowFrom, double slowShare, long usual, Duration held) {
  /** Short enough to pass between two stalls of a noisy host. */
  private static final Duration HELD = Duration.ofMillis(300);

  /** So many slow requests, one after another, must fit into the time that a rate is held for. */
  private static final long IN_A_ROW = 6;

  private static final double SLOW = 99;

  /** Part of the connections, as latency differs from slice to slice. */
  private static final double ALL_AS_USUAL = 0.9;

  /** A quarter more than it bears gives each connection of a server two requests in that time. */
  private static final double FILLING = 8;

  /**
   * Of a rate that is too high by a hundredth, the last request waits a hundredth of the time that
   * it was held for, and the one in the middle half of that. Without this bound an objective that
   * leaves room would be met by a queue that only had no time to grow.
   */
  private static final double MOST_GROWTH = 0.02;

  private static final double MIDDLE = 50;

  /**
   * By the scenario's objective; where nothing is promised a queue alone is too much. Empty where
   * it is not known what the launch does at its own rate.
   */
  static Optional<Bearing> of(Scenario scenario, List<MeasuredSlice> launch) {
    OptionalLong usual = Lateness.quiet(launch, MIDDLE);
    OptionalLong slow = Lateness.quiet(launch, SLOW);
    if (usual.isEmpty() || slow.isEmpty()) {
      return Optional.empty();
    }
    Duration held = Duration.ofNanos(Math.max(HELD.toNanos(), IN_A_ROW * slow.getAsLong()));
    Objective objective = scenario.objective();
    return Optional.of(
        objective == null
            ? new Bearing(Long.MAX_VALUE, 0, usual.getAsLong(), held)
            : new Bearing(objective.withinNanos(), objective.lateShare(), usual.getAsLong(), held));
  }

  /** Of rates that are held until each connection has had more than one request. */
  Bearing filling(int connections, double rate) {
    long nanos = Math.round(FILLING * connections / rate * 1e9);
    return new Bearing(
        slowFrom, slowShare, usual, Duration.ofNanos(Math.max(held.toNanos(), nanos)));
  }

  /**
   * Whether all connections together make no more requests than that, each answered as soon as at
   * its own rate: with more of them there might be more.
   */
  boolean isOfConnections(int connections, double served) {
    return served * usual / 1e9 >= ALL_AS_USUAL * connections;
  }

  /** Whether that load was borne. */
  boolean isShownBy(LoadResult load) {
    LatencyHistogram latency = load.latency();
    return load.invalid().isEmpty()
        && load.errors().total() == 0
        && latency != null
        && latency.count() > 0
        && latency.nanosAt(MIDDLE) <= usual + MOST_GROWTH / 2 * held.toNanos()
        && latency.countAbove(slowFrom) <= latency.count() * slowShare;
  }

  /**
   * Requests a second that were answered of a load which was too much: there was always one to
   * answer, but not before the first can have been. Those that failed are not answered.
   */
  double servedOf(LoadResult load) {
    double seconds = load.completed() / load.achievedPerSecond() - usual / 1e9;
    return load.completed() > 0 && seconds > 0 ? load.completed() / seconds : 0;
  }
}
