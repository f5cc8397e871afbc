package loomwatch.measure.blocks;

import java.util.List;
import java.util.Locale;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.WarmUp.Cycle;

/**
 * Decides when a launch is warm: compile time, bytes per request and latency flat over the last two
 * load/cool cycles (after Barrett et al., OOPSLA 2017: a fixed warm-up proves nothing).
 */
final class SteadyState {
  /** Compiler share of the loaded time above which the JIT is still at work. */
  static final double COMPILE_SHARE = 0.03;

  /** Change of bytes per request: it takes one of a few values until the JIT is done. */
  static final double ALLOCATED_CHANGE = 0.02;

  /** Change of the median latency; wide, because a cycle is short and noisy by itself. */
  static final double LATENCY_CHANGE = 0.15;

  private SteadyState() {}

  /** Judges the cycles so far; fewer than two are never steady. */
  static WarmUp judge(List<Cycle> cycles) {
    if (cycles.size() < 2) {
      return new WarmUp(cycles, false, "only " + cycles.size() + " cycle: nothing to compare");
    }
    Cycle last = cycles.getLast();
    Cycle before = cycles.get(cycles.size() - 2);
    double compile = compileShare(last);
    double allocated = change(before.allocatedPerRequest(), last.allocatedPerRequest());
    double latency = change(before.p50Nanos(), last.p50Nanos());
    boolean steady =
        compile <= COMPILE_SHARE && allocated <= ALLOCATED_CHANGE && latency <= LATENCY_CHANGE;
    String why =
        String.format(
            Locale.ROOT,
            "compiling %.1f %% of the last cycle (limit %.0f %%), bytes per request moved %.1f %%"
                + " (%.0f %%), median latency %.1f %% (%.0f %%)",
            100 * compile,
            100 * COMPILE_SHARE,
            100 * allocated,
            100 * ALLOCATED_CHANGE,
            100 * latency,
            100 * LATENCY_CHANGE);
    return new WarmUp(cycles, steady, why);
  }

  /** Whether the JIT was at work in a cycle. */
  static boolean compiling(Cycle cycle) {
    return compileShare(cycle) > COMPILE_SHARE;
  }

  private static double compileShare(Cycle cycle) {
    return cycle.compileSeconds() / cycle.loadSeconds();
  }

  private static double change(double before, double after) {
    return before == 0 ? (after == 0 ? 0 : 1) : Math.abs(after / before - 1);
  }
}
