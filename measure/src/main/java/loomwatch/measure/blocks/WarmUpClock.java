package loomwatch.measure.blocks;

import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.LoadResult;

/**
 * Running totals of a server that is warmed up. What nobody tells is as if it stood still: latency
 * alone decides then.
 *
 * @param vitals what it says of itself
 * @param compilerNanos CPU time of its compilers
 */
record WarmUpClock(Optional<Vitals.Totals> vitals, OptionalLong compilerNanos) {

  static WarmUpClock of(Target target, String during) throws LaunchFailure, InterruptedException {
    return new WarmUpClock(
        target.vitals().totals(during),
        target.server().tree().stream()
            .flatMap(tree -> tree.pids().stream().limit(1))
            .map(CpuClock::compilerNanos)
            .findFirst()
            .orElse(OptionalLong.empty()));
  }

  /** The cycle since then, in which that was the load. */
  WarmUp.Cycle cycleSince(WarmUpClock before, LoadResult load) {
    LatencyHistogram latency = load.latency();
    return new WarmUp.Cycle(
        loadedSeconds(load),
        Math.max(compiled() - before.compiled(), compilers() - before.compilers()),
        (double) (allocated() - before.allocated()) / load.completed(),
        latency == null || latency.count() == 0 ? 0 : latency.nanosAt(50));
  }

  /** A server that bears less than it was given is loaded for longer than was planned. */
  private static double loadedSeconds(LoadResult load) {
    return load.achievedPerSecond() > 0
        ? load.completed() / load.achievedPerSecond()
        : load.durationSeconds();
  }

  /** Seconds, by the JVM itself: all that were compiled to the end. */
  private double compiled() {
    return vitals.map(told -> told.compileMillis().orElse(0) / 1e3).orElse(0.0);
  }

  private double compilers() {
    return compilerNanos.orElse(0) / 1e9;
  }

  private long allocated() {
    return vitals.map(Vitals.Totals::allocatedBytes).orElse(0L);
  }
}
