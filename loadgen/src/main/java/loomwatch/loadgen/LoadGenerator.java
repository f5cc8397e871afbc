package loomwatch.loadgen;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import loomwatch.results.LoadResult;

/** A load generator, at a fixed rate or in a closed loop. Not thread-safe: one run at a time. */
public interface LoadGenerator extends AutoCloseable {

  /** {@code embedded}, {@code wrk2} or {@code jmeter}, as in records. */
  String name();

  /**
   * How much of a run's beginning its percentiles leave out, with so many connections. A run must
   * be longer by what is to be measured.
   */
  Duration unmeasured(int connections);

  /**
   * Runs the plan to its end. Whatever goes wrong with server, network or generator is reported in
   * {@link LoadResult#invalid()}, so that the evidence is kept.
   *
   * @throws InterruptedException when interrupted; the load has stopped then
   */
  LoadResult run(LoadPlan plan) throws InterruptedException;

  /**
   * Runs the plan and notes its slowest requests, for a pass with profilers of which no number is
   * judged.
   *
   * @param most slow requests that are kept; a generator that does not know them keeps none
   */
  default WatchedRun watched(LoadPlan plan, int most) throws InterruptedException {
    return new WatchedRun(run(plan), List.of());
  }

  /** Closes the connections that the generator keeps for its next run; most keep none. */
  default void hangUp() throws InterruptedException {}

  /** Ends every process and connection of the generator. */
  @Override
  void close();

  /**
   * A run, and when its slowest requests were under way.
   *
   * @param slowest in no order; empty where the generator does not know them
   */
  record WatchedRun(LoadResult result, List<SlowRequest> slowest) {
    public WatchedRun {
      slowest = List.copyOf(slowest);
    }
  }

  /**
   * A request that was among the slowest of its run, by wall time.
   *
   * @param due when it should have been sent
   * @param sent when it was: later, where all connections were busy
   * @param done when its answer was read to the end
   */
  record SlowRequest(Instant due, Instant sent, Instant done) {
    /** From the intended start. */
    public Duration latency() {
      return Duration.between(due, done);
    }
  }

  /**
   * A generator that loads in a closed loop, as the tools of most articles do: each connection is a
   * user who asks, waits for the answer, thinks, and asks again. While a server stands still nobody
   * asks, so the time that others would have waited is in no figure (coordinated omission). Its
   * figures are not comparable with those of an open loop.
   *
   * @param generator one that can, which is the embedded one
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
