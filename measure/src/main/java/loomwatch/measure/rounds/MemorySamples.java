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

/** Threads, files and memory of a server at one moment, as studies/memory.yaml looks at them. */
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
    Optional<NativeMemory> told =
        vitals.nativeMemory(this == AT_REST ? "at rest" : "after the load");
    if (told.isEmpty()) {
      return List.of();
    }
    NativeMemory memory = told.get();
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
   * What a launch keeps of its requests, and what its collections take. The whole heap is collected
   * once it is warm, which is also when all launches begin alike, and again when the load is over.
   */
  static final class HeapObservation {
    /** Of the whole heap, after which it no longer shrinks. */
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

    /**
     * Bytes of the heap that are reachable; nothing where nobody tells. The first collection clears
     * away what the load left, the second what only now is found to be unreachable.
     */
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
   * What a launch's collections take. How many fall into its windows is chance: one more or less in
   * seven. So what a collection takes is divided by the bytes that are allocated from one to the
   * next, and multiplied by those of a request.
   */
  static final class CollectorCost {
    /** With fewer there is no telling what one takes. */
    static final int FEWEST = 2;

    private final List<Span> spans = new ArrayList<>();
    private Instant from = Instant.MAX;
    private OptionalLong cpuFrom = OptionalLong.empty();

    private record Span(JfrWatch.Window window, long nanos) {}

    /** Begins a stretch of load; the collectors have used so much CPU time before. */
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
     * CPU time of the collectors and what was promoted, of each request.
     *
     * @param all collections of the launch, in their order
     * @return nothing of too few collections, or where nobody tells
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
      // The CPU time is that of all collections, so only a share of it belongs to those known.
      double seconds = spans.stream().mapToLong(Span::nanos).sum() / 1e9;
      double ofKnown = seconds * known.size() / loaded.size();
      samples.add(
          Sample.of(
              Metric.COLLECTOR_CPU_PER_REQUEST, ofKnown / allocated(known) * allocatedPerRequest));
      List<HeapCollection> telling =
          known.stream().filter(each -> each.promoted().isPresent()).toList();
      if (telling.size() >= FEWEST && allocated(telling) > 0) {
        double promoted = telling.stream().mapToLong(each -> each.promoted().orElseThrow()).sum();
        samples.add(
            Sample.of(
                Metric.PROMOTED_PER_REQUEST, promoted / allocated(telling) * allocatedPerRequest));
      }
      return samples;
    }

    private static double allocated(List<HeapCollection> collections) {
      return collections.stream().mapToLong(each -> each.allocated().orElse(0)).sum();
    }
  }
}
