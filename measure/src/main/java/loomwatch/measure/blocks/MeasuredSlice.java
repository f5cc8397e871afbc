package loomwatch.measure.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.loadgen.LoadEngine.SlowRequest;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.results.Launch.Slice;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * A slice with its histograms, before the launch pools them.
 *
 * @param position in the block's sequence
 * @param startedAfterSeconds since the block began
 * @param retakes how often it was taken before, the generator alone or a neighbour being at fault
 * @param controlSeconds how long the host's fixed work took just before
 * @param window wall time of the load, for the events that fell into it
 * @param load what the generator saw
 * @param slowest of its requests, one by one; empty where nobody asked
 * @param cpu the server's clock of CPU time before and after; empty of one elsewhere
 * @param contextSwitches of the server's threads; empty of one elsewhere
 * @param allocatedBytes by the server; empty where nobody tells
 * @param stolenNanos that the host took from the server's CPUs; empty where the kernel does not
 *     tell
 */
record MeasuredSlice(
    int position,
    double startedAfterSeconds,
    int retakes,
    double controlSeconds,
    JfrWatch.Window window,
    LoadResult load,
    List<SlowRequest> slowest,
    Optional<CpuSpan> cpu,
    OptionalLong contextSwitches,
    OptionalLong allocatedBytes,
    OptionalLong stolenNanos) {

  /**
   * CPU time that a server has used since it started.
   *
   * @param before the load began
   * @param after it ended
   */
  record CpuSpan(ProcessTree.Cpu before, ProcessTree.Cpu after) {
    static Optional<CpuSpan> of(Counters before, Counters after) {
      return before
          .kernel()
          .flatMap(first -> after.kernel().map(last -> new CpuSpan(first.cpu(), last.cpu())));
    }

    long nanos() {
      return after.sinceNanos(before);
    }
  }

  /** What was observed over this slice alone; empty when nothing completed. */
  List<Sample> samples() {
    double requests = load.completed();
    if (requests == 0) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>(LaunchSamples.ofSlice(load));
    samples.add(Sample.of(Metric.CONTROL, controlSeconds));
    stolenNanos.ifPresent(nanos -> samples.add(Sample.of(Metric.STOLEN, nanos / 1e9)));
    cpu.ifPresent(
        span -> samples.add(Sample.of(Metric.CPU_PER_REQUEST, span.nanos() / 1e9 / requests)));
    contextSwitches.ifPresent(switches ->
        samples.add(Sample.of(Metric.CONTEXT_SWITCHES_PER_REQUEST, switches / requests)));
    allocatedBytes.ifPresent(
        bytes -> samples.add(Sample.of(Metric.ALLOCATED_PER_REQUEST, bytes / requests)));
    return samples;
  }

  /** Whether the host took some of its time. */
  boolean disturbed() {
    return stolenNanos.orElse(0) > 0;
  }

  Slice recorded() {
    return new Slice(position, startedAfterSeconds, retakes, PooledLoad.bare(load), samples());
  }
}
