package loomwatch.measure.blocks;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.JfrWatch.HeapCollection;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * What a launch's collections take. How many fall into its slices is chance: one more or less in
 * seven. So what a collection takes is divided by the bytes that are allocated from one to the
 * next, and multiplied by those of a request.
 */
final class Collecting {
  /** With fewer there is no telling what one takes. */
  static final int FEWEST = 2;

  private final List<Span> spans = new ArrayList<>();
  private Instant from = Instant.MAX;
  private OptionalLong cpuFrom = OptionalLong.empty();

  /**
   * A stretch of load.
   *
   * @param nanos the collectors' CPU time in it
   */
  private record Span(JfrWatch.Window window, long nanos) {}

  /** Before a stretch of load. */
  void begin(Target target) throws IOException {
    begin(Instant.now(), cpuNanos(target));
  }

  void begin(Instant at, OptionalLong cpuNanos) {
    from = at;
    cpuFrom = cpuNanos;
  }

  /** After it; nothing happens where none was begun. */
  void end(Target target) throws IOException {
    end(cpuNanos(target), Instant.now());
  }

  void end(OptionalLong cpu, Instant at) {
    if (cpuFrom.isPresent() && cpu.isPresent()) {
      spans.add(new Span(new JfrWatch.Window(from, at), cpu.getAsLong() - cpuFrom.getAsLong()));
    }
    cpuFrom = OptionalLong.empty();
  }

  private static OptionalLong cpuNanos(Target target) {
    return target.server().tree().stream()
        .flatMap(tree -> tree.pids().stream().limit(1))
        .map(CpuClock::collectorNanos)
        .findFirst()
        .orElse(OptionalLong.empty());
  }

  /**
   * CPU time of the collectors and what was promoted, of each request.
   *
   * @param all collections of the launch, in their order
   * @param allocatedPerRequest bytes
   * @return nothing of too few collections, or where nobody tells
   */
  List<Sample> samples(List<HeapCollection> all, double allocatedPerRequest) {
    List<HeapCollection> loaded = all.stream().filter(this::isLoaded).toList();
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

  private boolean isLoaded(HeapCollection collection) {
    return spans.stream().anyMatch(span -> span.window().holds(collection.at()));
  }
}
