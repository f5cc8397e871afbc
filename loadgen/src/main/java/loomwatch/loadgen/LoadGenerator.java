package loomwatch.loadgen;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import loomwatch.results.LoadResult;

/** A load generator with a fixed rate or a closed loop. Not thread-safe: one run at a time. */
public interface LoadGenerator extends AutoCloseable {

  /** Returns {@code embedded}, {@code wrk2} or {@code jmeter}, as in records. */
  String name();

  /** Returns the initial part of a run that percentiles exclude; a run must be that much longer. */
  Duration unmeasured(int connections);

  /**
   * Runs the plan. Failures of server, network or generator are reported in {@link
   * LoadResult#invalid()}, which keeps the other results.
   *
   * @throws InterruptedException if interrupted; the load has stopped then
   */
  LoadResult run(LoadPlan plan) throws InterruptedException;

  /**
   * Runs the plan and records its slowest requests, for a profiled run that is not judged.
   *
   * @param most maximum number of slow requests; generators may record none
   */
  default WatchedRun watched(LoadPlan plan, int most) throws InterruptedException {
    return new WatchedRun(run(plan), List.of());
  }

  /** Closes connections kept for the next run; most generators keep none. */
  default void hangUp() throws InterruptedException {}

  @Override
  void close();

  /** A run with its slowest requests, in any order; empty if the generator does not record them. */
  record WatchedRun(LoadResult result, List<SlowRequest> slowest) {
    public WatchedRun {
      slowest = List.copyOf(slowest);
    }
  }

  /** One of the slowest requests of a run, by wall clock; sent late if no connection was free. */
  record SlowRequest(Instant due, Instant sent, Instant done) {
    /** Returns the latency from the intended start. */
    public Duration latency() {
      return Duration.between(due, done);
    }
  }

  /**
   * A generator with a closed loop: each connection is a user who sends a request, waits for the
   * answer, thinks, and repeats. While the server stalls nobody sends, so latencies do not include
   * the waiting time of requests not sent (coordinated omission), and are not comparable with those
   * of an open loop.
   *
   * @param think time between an answer and the next request
   */
  record ClosedLoopGenerator(LoadGenerator generator, Duration think) implements LoadGenerator {

    @Override
    public String name() {
      return generator.name();
    }

    @Override
    public Duration unmeasured(int connections) {
      return generator.unmeasured(connections);
    }

    @Override
    public LoadResult run(LoadPlan plan) throws InterruptedException {
      return generator.run(plan.closed(think));
    }

    @Override
    public void hangUp() throws InterruptedException {
      generator.hangUp();
    }

    @Override
    public void close() {
      generator.close();
    }
  }
}
