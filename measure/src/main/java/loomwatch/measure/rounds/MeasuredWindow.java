package loomwatch.measure.rounds;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A window with its histograms, before the launch pools them.
 *
 * @param retakes how often it was repeated, because of the generator or a noisy host
 * @param window wall time of the load, for the events within it
 * @param slowest slowest requests; empty unless requested
 * @param work what the server did for it
 */
record MeasuredWindow(
    int position,
    double startedAfterSeconds,
    int retakes,
    double controlSeconds,
    JfrWatch.Window window,
    LoadResult load,
    List<SlowRequest> slowest,
    ServerWork work) {
  record CpuSpan(ProcessTree.Cpu before, ProcessTree.Cpu after) {
    long nanos() {
      return after.sinceNanos(before);
    }
  }

  /** Returns windows without those only the generator discarded, unless it discarded all. */
  static List<MeasuredWindow> punctual(List<MeasuredWindow> windows) {
    List<MeasuredWindow> good =
        windows.stream().filter(window -> !window.load().discardedByGenerator()).toList();
    return good.isEmpty() ? windows : good;
  }

  /** Returns the metrics for which the window counts; none if no request completed. */
  List<Sample> samples() {
    double requests = load.completed();
    if (requests == 0) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>(LaunchSamples.ofWindow(load));
    samples.add(Sample.of(Metric.CONTROL, controlSeconds));
    work.stolenNanos().ifPresent(nanos -> samples.add(Sample.of(Metric.STOLEN, nanos / 1e9)));
    work.cpu()
        .ifPresent(
            span -> samples.add(Sample.of(Metric.CPU_PER_REQUEST, span.nanos() / 1e9 / requests)));
    work.contextSwitches()
        .ifPresent(switches ->
            samples.add(Sample.of(Metric.CONTEXT_SWITCHES_PER_REQUEST, switches / requests)));
    Long received = load.bytes();
    if (received != null) {
      samples.add(Sample.of(Metric.RESPONSE_BYTES, received / requests));
    }
    work.counted().forEach((metric, total) -> samples.add(Sample.of(metric, total / requests)));
    return samples.stream().filter(sample -> load.countsFor(sample.metric())).toList();
  }

  boolean disturbed() {
    return work.stolenNanos().orElse(0) > 0;
  }

  Window recorded() {
    return new Window(position, startedAfterSeconds, retakes, load.bare(), samples());
  }

  /**
   * A server's running totals at one moment.
   *
   * @param kernel counts of the kernel; empty for a remote server
   * @param jvm totals since the start; empty if unknown
   * @param stolenNanos steal time of some CPUs; empty if unknown
   */
  record Counters(
      Optional<ProcessTree.Counts> kernel, Optional<Vitals.Totals> jvm, OptionalLong stolenNanos) {

    /** Reads before a window, the CPU clock last, so that reading is not attributed to the load. */
    static Counters before(Target target, List<Integer> cores)
        throws LaunchFailure, IOException, InterruptedException {
      OptionalLong stolen = CpuClock.stolenNanos(cores);
      Optional<Vitals.Totals> jvm = target.vitals().totals("before a window");
      Optional<ProcessTree> tree = target.server().tree();
      Optional<ProcessTree.Counts> kernel =
          tree.isEmpty() ? Optional.empty() : Optional.of(tree.get().countsBefore());
      return new Counters(kernel, jvm, stolen);
    }

    /** Reads after a window, the CPU clock first. */
    static Counters after(Target target, List<Integer> cores)
        throws LaunchFailure, IOException, InterruptedException {
      target.server().requireAlive("under load");
      Optional<ProcessTree> tree = target.server().tree();
      Optional<ProcessTree.Counts> kernel =
          tree.isEmpty() ? Optional.empty() : Optional.of(tree.get().countsAfter());
      Optional<Vitals.Totals> jvm = target.vitals().totals("after a window");
      return new Counters(kernel, jvm, CpuClock.stolenNanos(cores));
    }
  }

  /** What the server did between two moments. */
  record ServerWork(Counters before, Counters after) {
    /** Returns its CPU time; empty for a remote server. */
    Optional<CpuSpan> cpu() {
      return before.kernel.flatMap(
          first -> after.kernel.map(last -> new CpuSpan(first.cpu(), last.cpu())));
    }

    /** Returns the switches of its threads; empty for a remote server. */
    OptionalLong contextSwitches() {
      return before.kernel.isEmpty() || after.kernel.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(after.kernel.get().switches().since(before.kernel.get().switches()));
    }

    /** Returns what its JVM and the kernel counted, by metric, as far as they tell. */
    Map<Metric, Long> counted() {
      Map<Metric, Long> counted = new EnumMap<>(Metric.class);
      if (before.jvm.isPresent() && after.jvm.isPresent()) {
        Vitals.Totals first = before.jvm.get();
        Vitals.Totals last = after.jvm.get();
        counted.put(Metric.ALLOCATED_PER_REQUEST, last.allocatedBytes() - first.allocatedBytes());
        counted.put(Metric.THREADS_STARTED, last.threadsStarted() - first.threadsStarted());
        counted.put(Metric.CLASSES_LOADED, last.classesLoaded() - first.classesLoaded());
      }
      transfers(before)
          .flatMap(first -> transfers(after).map(last -> last.since(first)))
          .ifPresent(done -> {
            counted.put(Metric.READ_CALLS, done.readCalls());
            counted.put(Metric.WRITE_CALLS, done.writeCalls());
            counted.put(Metric.DISK_WRITES, done.diskBytesWritten());
          });
      return counted;
    }

    private static Optional<ProcessTree.Transfers> transfers(Counters counters) {
      return counters.kernel.flatMap(ProcessTree.Counts::transfers);
    }

    /** Returns the time that the host took from its CPUs; empty if unknown. */
    OptionalLong stolenNanos() {
      return difference(after.stolenNanos, before.stolenNanos);
    }

    private static OptionalLong difference(OptionalLong after, OptionalLong before) {
      return after.isEmpty() || before.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(after.getAsLong() - before.getAsLong());
    }
  }

  static final class PooledLoad {
    /**
     * Largest share of windows that may end with requests waiting. A pause at the end of a window,
     * such as a collection, is part of the measurement, whereas a server that does not keep up
     * leaves a backlog in most windows.
     */
    private static final double BACKLOG_SHARE = 0.25;

    private PooledLoad() {}

    /** Pools at least one window; merging histograms loses nothing. */
    static LoadResult of(List<LoadResult> windows) {
      LoadResult first = windows.getFirst();
      long completed = windows.stream().mapToLong(LoadResult::completed).sum();
      double seconds =
          windows.stream()
              .filter(window -> window.completed() > 0)
              .mapToDouble(window -> window.completed() / window.achievedPerSecond())
              .sum();
      return new LoadResult(
          first.generator(),
          first.generatorVersion(),
          first.requestsPerSecond(),
          first.connections(),
          windows.stream().mapToDouble(LoadResult::durationSeconds).sum(),
          windows.stream().mapToLong(LoadResult::offered).sum(),
          completed,
          windows.stream().map(LoadResult::errors).reduce(LoadErrors.NONE, LoadErrors::plus),
          windows.stream().mapToLong(LoadResult::unfinished).sum(),
          completed == 0 ? 0 : completed / seconds,
          merged(windows.stream().map(LoadResult::latency).filter(Objects::nonNull).toList()),
          merged(windows.stream().map(LoadResult::serviceTime).filter(Objects::nonNull).toList()),
          seconds(windows),
          windows.stream().mapToLong(LoadResult::longestGeneratorStallNanos).max().orElse(0),
          withoutForgivenBacklog(oncePerCause(windows), windows),
          requests(windows),
          sum(windows, LoadResult::reopened),
          sum(windows, LoadResult::bytes),
          windows.stream()
              .map(LoadResult::firstFailure)
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null));
    }

    private static @Nullable Long sum(
        List<LoadResult> windows, Function<LoadResult, @Nullable Long> count) {
      List<Long> known = windows.stream().map(count).filter(Objects::nonNull).toList();
      return known.size() < windows.size() ? null : (Long) known.stream().mapToLong(n -> n).sum();
    }

    private static @Nullable List<RequestLoad> requests(List<LoadResult> windows) {
      List<List<RequestLoad>> byWindow =
          windows.stream().map(LoadResult::requests).filter(Objects::nonNull).toList();
      return byWindow.isEmpty()
          ? null
          : IntStream.range(0, byWindow.getFirst().size())
              .mapToObj(
                  index -> request(byWindow.stream().map(window -> window.get(index)).toList()))
              .toList();
    }

    private static RequestLoad request(List<RequestLoad> windows) {
      return new RequestLoad(
          windows.getFirst().request(),
          windows.stream().mapToLong(RequestLoad::completed).sum(),
          windows.stream().mapToLong(RequestLoad::errors).sum(),
          merged(windows.stream().map(RequestLoad::latency).filter(Objects::nonNull).toList()));
    }

    private static @Nullable LatencyHistogram merged(List<LatencyHistogram> parts) {
      return parts.isEmpty() ? null : LatencyHistogram.merged(parts);
    }

    /** Numbers the seconds across windows: each window continues where the previous one ended. */
    private static List<LoadSecond> seconds(List<LoadResult> windows) {
      List<LoadSecond> all = new ArrayList<>();
      for (LoadResult window : windows) {
        for (LoadSecond second : window.seconds()) {
          all.add(
              new LoadSecond(
                  all.size(),
                  second.offered(),
                  second.completed(),
                  second.errors(),
                  second.p50Nanos(),
                  second.maxNanos()));
        }
      }
      return all;
    }

    private static Collection<Invalid> oncePerCause(List<LoadResult> windows) {
      Map<Invalid.Reason, Invalid> firsts = new EnumMap<>(Invalid.Reason.class);
      windows.stream()
          .flatMap(window -> window.invalid().stream())
          .forEach(invalid -> firsts.putIfAbsent(invalid.cause(), invalid));
      return firsts.values();
    }

    private static List<Invalid> withoutForgivenBacklog(
        Collection<Invalid> reasons, List<LoadResult> windows) {
      long behind =
          windows.stream()
              .filter(window -> window.invalid().stream().anyMatch(PooledLoad::isBacklog))
              .count();
      boolean forgiven = behind <= BACKLOG_SHARE * windows.size();
      return reasons.stream().filter(reason -> !(forgiven && isBacklog(reason))).toList();
    }

    private static boolean isBacklog(Invalid reason) {
      return reason.cause() == Invalid.Reason.RATE_NOT_REACHED;
    }
  }
}
