package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.NativeMemory;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/** Threads, files and memory of a server at one moment, as studies/memory.yaml looks at them. */
final class Memory {
  /** When it is looked at. */
  enum Moment {
    AT_REST,
    AFTER_LOAD
  }

  /** Of the whole heap, after which it no longer shrinks. */
  private static final int COLLECTIONS = 2;

  private Memory() {}

  /** What the kernel tells of its processes together; nothing of one elsewhere. */
  static List<Sample> ofProcess(Server server, Moment moment) throws IOException {
    boolean rest = moment == Moment.AT_REST;
    Optional<ProcessTree> tree = server.tree();
    if (tree.isEmpty()) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>();
    samples.add(
        Sample.of(
            rest ? Metric.PLATFORM_THREADS_AT_REST : Metric.PLATFORM_THREADS_AFTER_LOAD,
            tree.get().threads()));
    samples.add(
        Sample.of(rest ? Metric.RSS_AT_REST : Metric.RSS_AFTER_LOAD, tree.get().residentBytes()));
    if (!rest) {
      tree.get()
          .descriptors()
          .ifPresent(open -> samples.add(Sample.of(Metric.FILE_DESCRIPTORS_AFTER_LOAD, open)));
    }
    return samples;
  }

  /** What the JVM tells; nothing when it does not. */
  static List<Sample> ofJvm(Vitals vitals, Moment moment)
      throws LaunchFailure, InterruptedException {
    boolean rest = moment == Moment.AT_REST;
    return vitals
        .nativeMemory(rest ? "at rest" : "after the load")
        .map(memory -> nativeSamples(memory, rest))
        .orElse(List.of());
  }

  /**
   * Bytes of the heap that are reachable; nothing where nobody tells. The first collection clears
   * away what the load left, the second what only now is found to be unreachable.
   */
  static OptionalLong live(Target target) throws LaunchFailure, InterruptedException {
    OptionalLong live = OptionalLong.empty();
    for (int i = 0; i < COLLECTIONS; i++) {
      live = target.vitals().liveSet("in a collection");
    }
    return live;
  }

  private static List<Sample> nativeSamples(NativeMemory memory, boolean rest) {
    List<Sample> samples = new ArrayList<>();
    samples.add(
        Sample.of(
            rest ? Metric.THREAD_RESERVED_AT_REST : Metric.THREAD_RESERVED_AFTER_LOAD,
            memory.threadReservedBytes()));
    samples.add(
        Sample.of(
            rest ? Metric.THREAD_COMMITTED_AT_REST : Metric.THREAD_COMMITTED_AFTER_LOAD,
            memory.threadCommittedBytes()));
    samples.add(
        Sample.of(
            rest ? Metric.COMMITTED_AT_REST : Metric.COMMITTED_AFTER_LOAD,
            memory.committedBytes()));
    if (!rest) {
      samples.add(Sample.of(Metric.NATIVE_MEMORY_AFTER_LOAD, memory.besideHeapBytes()));
    }
    return samples;
  }
}
