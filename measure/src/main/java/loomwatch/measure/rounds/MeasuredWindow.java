package loomwatch.measure.rounds;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * A window with its histograms, before the launch pools them.
 *
 * @param position in the round's sequence
 * @param retakes how often it was taken before, the generator alone or a neighbour being at fault
 * @param controlSeconds how long the host's fixed work took just before
 * @param window wall time of the load, for the events that fell into it
 * @param slowest of its requests, one by one; empty where nobody asked
 * @param cpu the server's clock of CPU time before and after; empty of one elsewhere
 * @param contextSwitches of the server's threads; empty of one elsewhere
 * @param allocatedBytes by the server; empty where nobody tells
 * @param stolenNanos that the host took from the server's CPUs; empty where the kernel does not
 *     tell
 */
record MeasuredWindow(
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
  /** Of a launch's windows so many must be good. */
  private static final double GOOD_SHARE = 0.75;

  /** CPU time that a server has used since it started. */
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

  /**
   * The windows that count. One that only the load generator discarded says nothing about the
   * server, so it is left out; but none is when too few would be left, so that the launch is
   * invalid.
   */
  static List<MeasuredWindow> counting(List<MeasuredWindow> windows) {
    List<MeasuredWindow> good =
        windows.stream().filter(window -> !window.load().discardedByGenerator()).toList();
    return good.size() >= GOOD_SHARE * windows.size() ? good : windows;
  }

  /** What was observed over this window alone; empty when nothing completed. */
  List<Sample> samples() {
    double requests = load.completed();
    if (requests == 0) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>(LaunchSamples.ofWindow(load));
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

  boolean disturbed() {
    return stolenNanos.orElse(0) > 0;
  }

  Window recorded() {
    return new Window(position, startedAfterSeconds, retakes, PooledLoad.bare(load), samples());
  }

  /**
   * A server's running totals at one moment.
   *
   * @param kernel what the kernel counts; empty of a server elsewhere
   * @param allocatedBytes heap bytes allocated since the start; empty where nobody tells
   */
  record Counters(Optional<ProcessTree.Counts> kernel, OptionalLong allocatedBytes) {

    /** Before a window: the CPU clock is read last, so that asking is not charged to the load. */
    static Counters before(Target target) throws LaunchFailure, IOException, InterruptedException {
      OptionalLong allocated = allocated(target, "before a window");
      Optional<ProcessTree> tree = target.server().tree();
      return new Counters(
          tree.isEmpty() ? Optional.empty() : Optional.of(tree.get().countsBefore()), allocated);
    }

    /** After a window: the CPU clock is read first. */
    static Counters after(Target target) throws LaunchFailure, IOException, InterruptedException {
      Server server = target.server();
      server.requireAlive("under load");
      Optional<ProcessTree> tree = server.tree();
      Optional<ProcessTree.Counts> kernel =
          tree.isEmpty() ? Optional.empty() : Optional.of(tree.get().countsAfter());
      return new Counters(kernel, allocated(target, "after a window"));
    }

    private static OptionalLong allocated(Target target, String during)
        throws LaunchFailure, InterruptedException {
      return target.vitals().totals(during).stream()
          .mapToLong(Vitals.Totals::allocatedBytes)
          .findFirst();
    }

    OptionalLong switchesSince(Counters before) {
      return kernel.isEmpty() || before.kernel.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(kernel.get().switches().since(before.kernel.get().switches()));
    }

    /** What was allocated since; empty where nobody tells. */
    OptionalLong allocatedSince(Counters before) {
      return allocatedBytes.isEmpty() || before.allocatedBytes().isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(allocatedBytes.getAsLong() - before.allocatedBytes().getAsLong());
    }
  }
}
