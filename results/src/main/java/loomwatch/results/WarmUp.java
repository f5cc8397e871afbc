package loomwatch.results;

import java.util.List;

/**
 * The evidence that a launch was warm when it was measured.
 *
 * @param cycles the load/cool cycles in order
 * @param steady whether compile time, bytes per request and latency were flat at the end
 * @param why in words, with the figures that decided
 */
public record WarmUp(List<Cycle> cycles, boolean steady, String why) {

  public WarmUp {
    Require.text("why", why);
    cycles = List.copyOf(cycles);
  }

  /**
   * One load/cool cycle.
   *
   * @param loadSeconds how long it was loaded
   * @param compileSeconds JIT compile time spent from its start to the end of its cooling
   * @param allocatedPerRequest bytes; NaN is never stored: a cycle without requests ends the launch
   * @param p50Nanos median latency from the intended start
   */
  public record Cycle(
      double loadSeconds, double compileSeconds, double allocatedPerRequest, long p50Nanos) {

    public Cycle {
      Require.notNegative("loadSeconds", loadSeconds);
      Require.notNegative("compileSeconds", compileSeconds);
      Require.notNegative("allocatedPerRequest", allocatedPerRequest);
      Require.atLeast("p50Nanos", 0, p50Nanos);
    }
  }
}
