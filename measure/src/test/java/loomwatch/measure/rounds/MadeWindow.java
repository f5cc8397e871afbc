package loomwatch.measure.rounds;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.rounds.MeasuredWindow.Counters;
import loomwatch.measure.rounds.MeasuredWindow.ServerWork;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A window that no server was loaded in, for tests: what a test does not name is any value that
 * could have been measured.
 *
 * @param position in the round's sequence
 * @param cpuNanos that the server used
 * @param stolenNanos that the host took; empty where it does not tell
 */
record MadeWindow(int position, long cpuNanos, OptionalLong stolenNanos) {
  static final MadeWindow ANY = new MadeWindow(0, 1, OptionalLong.empty());

  MeasuredWindow of(LoadResult load) {
    return new MeasuredWindow(
        position,
        position,
        0,
        0.006,
        new JfrWatch.Window(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)),
        load,
        List.of(),
        work(0, cpuNanos, stolenNanos));
  }

  /** The work of a server of one process that allocated a byte, and did a little of all else. */
  static ServerWork work(long cpuBefore, long cpuAfter, OptionalLong stolenNanos) {
    return new ServerWork(
        counters(cpuBefore, 0, OptionalLong.of(0)), counters(cpuAfter, 1, stolenNanos));
  }

  private static Counters counters(long cpuNanos, long allocated, OptionalLong stolenNanos) {
    ProcessTree.Cpu cpu =
        new ProcessTree.Cpu(
            Map.of(new ProcessTree.Cpu.Id(1, 0), new ProcessTree.Cpu.Nanos(cpuNanos, 0)));
    ProcessTree.Switches switches = new ProcessTree.Switches(Map.of("1", allocated));
    return new Counters(
        Optional.of(
            new ProcessTree.Counts(
                cpu,
                switches,
                Optional.of(
                    new ProcessTree.Transfers(3 * allocated, 2 * allocated, 4_096 * allocated)))),
        Optional.of(
            new Vitals.Totals(allocated, OptionalLong.empty(), 5 * allocated, 7 * allocated)),
        stolenNanos);
  }

  /** A load of a second of which every request was answered. */
  static LoadResult load(
      int requests,
      int connections,
      @Nullable LatencyHistogram latency,
      @Nullable LatencyHistogram serviceTime,
      Invalid.Reason... causes) {
    return new LoadResult(
        "embedded",
        "1",
        requests,
        connections,
        1,
        requests,
        requests,
        LoadErrors.NONE,
        0,
        requests,
        latency,
        serviceTime,
        List.of(),
        0,
        Stream.of(causes).map(cause -> new Invalid(cause, "for the test")).toList(),
        null,
        null,
        200L * requests,
        null);
  }

  /** The same of a hundred requests that took a microsecond each. */
  static LoadResult timed(Invalid.Reason... causes) {
    Histogram alike = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    alike.recordValueWithCount(1_000, 100);
    LatencyHistogram times = LatencyHistogram.copyOf(alike);
    return load(100, 1, times, times, causes);
  }

  /** The same of a hundred requests, of which nobody knows how long they took. */
  static LoadResult load(Invalid.Reason... causes) {
    return load(100, 1, null, null, causes);
  }

  /** Of a metric that must be among them. */
  static double value(List<Sample> samples, Metric metric) {
    return samples.stream()
        .filter(sample -> sample.metric() == metric)
        .mapToDouble(Sample::value)
        .findFirst()
        .orElseThrow();
  }
}
