package loomwatch.measure.rounds;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.JfrWatch.HeapCollection;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.NativeMemory;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/** Samples of threads, files and memory of a server at one moment, as in studies/memory.yaml. */
enum MemorySamples {
  AT_REST,
  AFTER_LOAD;

  List<Sample> ofProcess(Server server) throws IOException {
    Optional<ProcessTree> tree = server.tree();
    if (tree.isEmpty()) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>();
    samples.add(
        Sample.of(
            either(Metric.PLATFORM_THREADS_AT_REST, Metric.PLATFORM_THREADS_AFTER_LOAD),
            tree.get().threads()));
    samples.add(
        Sample.of(either(Metric.RSS_AT_REST, Metric.RSS_AFTER_LOAD), tree.get().residentBytes()));
    if (this == AFTER_LOAD) {
      tree.get()
          .descriptors()
          .ifPresent(open -> samples.add(Sample.of(Metric.FILE_DESCRIPTORS_AFTER_LOAD, open)));
    }
    return samples;
  }

  private Metric either(Metric atRest, Metric afterLoad) {
    return this == AT_REST ? atRest : afterLoad;
  }

  List<Sample> ofJvm(Vitals vitals) throws LaunchFailure, InterruptedException {
    Optional<NativeMemory> tracked =
        vitals.nativeMemory(this == AT_REST ? "at rest" : "after the load");
    if (tracked.isEmpty()) {
      return List.of();
    }
    NativeMemory memory = tracked.get();
    List<Sample> samples = new ArrayList<>();
    samples.add(
        Sample.of(
            either(Metric.THREAD_RESERVED_AT_REST, Metric.THREAD_RESERVED_AFTER_LOAD),
            memory.threadReservedBytes()));
    samples.add(
        Sample.of(
            either(Metric.THREAD_COMMITTED_AT_REST, Metric.THREAD_COMMITTED_AFTER_LOAD),
            memory.threadCommittedBytes()));
    samples.add(
        Sample.of(
            either(Metric.COMMITTED_AT_REST, Metric.COMMITTED_AFTER_LOAD),
            memory.committedBytes()));
    if (this == AFTER_LOAD) {
      samples.add(Sample.of(Metric.NATIVE_MEMORY_AFTER_LOAD, memory.besideHeapBytes()));
    }
    return samples;
  }

  /**
   * Measures the live set and the cost of collections. A full collection of the warm heap gives all
   * launches the same start; another follows the load.
   */
  static final class HeapObservation {
    /** Full collections, after which the heap no longer shrinks. */
    private static final int COLLECTIONS = 2;

    private final CollectorCost cost = new CollectorCost();
    private List<HeapCollection> collections = List.of();
    private OptionalLong liveWarm = OptionalLong.empty();
    private OptionalLong liveLoaded = OptionalLong.empty();

    void begin(Target target) throws IOException {
      cost.begin(Instant.now(), cpuNanos(target));
    }

    void warmed(Target target) throws LaunchFailure, IOException, InterruptedException {
      loaded(target);
      liveWarm = live(target);
      begin(target);
    }

    void loaded(Target target) throws IOException {
      cost.end(cpuNanos(target), Instant.now());
    }

    void seen(List<HeapCollection> all) {
      collections = List.copyOf(all);
    }

    void collected(Target target) throws LaunchFailure, InterruptedException {
      liveLoaded = live(target);
    }

    /** Returns the reachable bytes of the heap, after repeated collections; empty if unknown. */
    private static OptionalLong live(Target target) throws LaunchFailure, InterruptedException {
      OptionalLong live = OptionalLong.empty();
      for (int i = 0; i < COLLECTIONS; i++) {
        live = target.vitals().liveSet("in a collection");
      }
      return live;
    }

    private static OptionalLong cpuNanos(Target target) {
      return target.server().tree().stream()
          .flatMap(tree -> tree.pids().stream().limit(1))
          .map(CpuClock::collectorNanos)
          .findFirst()
          .orElse(OptionalLong.empty());
    }

    List<Sample> samples(List<MeasuredWindow> windows, List<Sample> known) {
      List<Sample> samples = new ArrayList<>();
      liveLoaded.ifPresent(live -> samples.add(Sample.of(Metric.LIVE_SET, live)));
      long requests =
          windows.stream()
              .mapToLong(window -> window.load().completed() * (1 + window.retakes()))
              .sum();
      if (liveLoaded.isPresent() && liveWarm.isPresent() && requests > 0) {
        double grown = liveLoaded.getAsLong() - liveWarm.getAsLong();
        samples.add(Sample.of(Metric.RETAINED_PER_REQUEST, grown / requests));
      }
      known.stream()
          .filter(sample -> sample.metric() == Metric.ALLOCATED_PER_REQUEST)
          .findFirst()
          .ifPresent(allocated -> samples.addAll(cost.samples(collections, allocated.value())));
      return samples;
    }
  }

  /**
   * The cost of a launch's collections. Their number per window varies by chance, by about one in
   * seven. So the cost of a collection is divided by the bytes allocated between two of them, and
   * multiplied by the bytes allocated per request.
   */
  static final class CollectorCost {
    /** Fewest collections for an estimate. */
    static final int FEWEST = 2;

    private final List<Span> spans = new ArrayList<>();
    private Instant from = Instant.MAX;
    private OptionalLong cpuFrom = OptionalLong.empty();

    private record Span(JfrWatch.Window window, long nanos) {}

    /** Begins an interval of load, with the CPU time that the collectors used before it. */
    void begin(Instant at, OptionalLong cpuNanos) {
      from = at;
      cpuFrom = cpuNanos;
    }

    void end(OptionalLong cpuNanos, Instant at) {
      if (cpuFrom.isPresent() && cpuNanos.isPresent()) {
        long nanos = cpuNanos.getAsLong() - cpuFrom.getAsLong();
        spans.add(new Span(new JfrWatch.Window(from, at), nanos));
      }
      cpuFrom = OptionalLong.empty();
    }

    /**
     * Returns the collectors' CPU time and the promoted bytes, per request.
     *
     * @param all collections of the launch, in their order
     * @return empty for too few collections, or if unknown
     */
    List<Sample> samples(List<HeapCollection> all, double allocatedPerRequest) {
      List<HeapCollection> loaded =
          all.stream()
              .filter(each -> spans.stream().anyMatch(span -> span.window().holds(each.at())))
              .toList();
      List<HeapCollection> known =
          loaded.stream().filter(each -> each.allocated().isPresent()).toList();
      if (known.size() < FEWEST || allocated(known) <= 0) {
        return List.of();
      }
      List<Sample> samples = new ArrayList<>();
      // The CPU time includes all collections, so only a share of it belongs to the known ones.
      double seconds = spans.stream().mapToLong(Span::nanos).sum() / 1e9;
      double ofKnown = seconds * known.size() / loaded.size();
      samples.add(
          Sample.of(
              Metric.COLLECTOR_CPU_PER_REQUEST, ofKnown / allocated(known) * allocatedPerRequest));
      List<HeapCollection> complete =
          known.stream().filter(each -> each.promoted().isPresent()).toList();
      if (complete.size() >= FEWEST && allocated(complete) > 0) {
        double promoted = complete.stream().mapToLong(each -> each.promoted().orElseThrow()).sum();
        samples.add(
            Sample.of(
                Metric.PROMOTED_PER_REQUEST, promoted / allocated(complete) * allocatedPerRequest));
      }
      return samples;
    }

    private static double allocated(List<HeapCollection> collections) {
      return collections.stream().mapToLong(each -> each.allocated().orElse(0)).sum();
    }
  }
}
