package loomwatch.loadgen;

import java.time.Duration;
import java.util.List;
import loomwatch.results.LoadResult;

/** A load generator, at a fixed rate or in a closed loop. Not thread-safe: one run at a time. */
public interface LoadEngine extends AutoCloseable {

  /** {@code embedded}, {@code wrk2} or {@code jmeter}, as in records. */
  String name();

  /**
   * How much of a run's beginning its percentiles leave out, with so many connections. A run must
   * be longer by what is to be measured.
   */
  Duration unmeasured(int connections);

  /**
   * Runs the plan to its end. Whatever goes wrong with server, wire or generator is told in {@link
   * LoadResult#invalid()}, so that the evidence is kept.
   *
   * @throws InterruptedException when interrupted; the load has stopped then
   */
  LoadResult run(LoadPlan plan) throws InterruptedException;

  /**
   * The same, and when its slowest requests were under way: for a pass with profilers, of which no
   * number is judged.
   *
   * @param most of them that are kept; an engine that cannot tell keeps none
   */
  default WatchedRun watched(LoadPlan plan, int most) throws InterruptedException {
    return new WatchedRun(run(plan), List.of());
  }

  /** Ends the connections that it keeps for its next run; most keep none. */
  default void hangUp() throws InterruptedException {}

  /** Ends every process and connection of the engine. */
  @Override
  void close();
}
