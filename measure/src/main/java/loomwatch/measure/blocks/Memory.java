package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.host.ProcessFacts;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.NativeMemory;
import loomwatch.measure.observe.Vitals;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/** Threads and memory of a server at one moment (experiment E2). */
final class Memory {
  /** When it is looked at. */
  enum Moment {
    AT_REST,
    AFTER_LOAD
  }

  private Memory() {}

  /** Looks; what the JVM does not tell stays missing. */
  static List<Sample> of(Server server, Moment moment)
      throws LaunchFailure, IOException, InterruptedException {
    boolean rest = moment == Moment.AT_REST;
    String during = rest ? "at rest" : "after the load";
    List<Sample> samples = new ArrayList<>();
    samples.add(
        Sample.of(
            rest ? Metric.PLATFORM_THREADS_AT_REST : Metric.PLATFORM_THREADS_AFTER_LOAD,
            ProcessFacts.threads(server.pid())));
    samples.add(
        Sample.of(
            rest ? Metric.RSS_AT_REST : Metric.RSS_AFTER_LOAD,
            ProcessFacts.residentBytes(server.pid())));
    NativeMemory.parse(Vitals.nativeMemory(server, during))
        .ifPresent(memory -> samples.addAll(nativeSamples(memory, rest)));
    return samples;
  }

  private static List<Sample> nativeSamples(NativeMemory memory, boolean rest) {
    return List.of(
        Sample.of(
            rest ? Metric.THREAD_RESERVED_AT_REST : Metric.THREAD_RESERVED_AFTER_LOAD,
            memory.threadReservedBytes()),
        Sample.of(
            rest ? Metric.THREAD_COMMITTED_AT_REST : Metric.THREAD_COMMITTED_AFTER_LOAD,
            memory.threadCommittedBytes()),
        Sample.of(
            rest ? Metric.COMMITTED_AT_REST : Metric.COMMITTED_AFTER_LOAD,
            memory.committedBytes()));
  }
}
