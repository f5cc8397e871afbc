package loomwatch.measure.rounds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Percentile;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/** Computes the samples of a launch from its observations. */
final class LaunchSamples {
  private static final double NANOS = 1e9;

  private static final double TAIL = 99;

  /** Fewest requests in the tail; with fewer, a single one dominates their mean. */
  private static final int ENOUGH_SLOW = 5;

  /** Quantile over windows: steal time lengthens the tail of some windows, the server's of all. */
  private static final double QUIET = 0.1;

  /** The percentiles for which a single window has enough requests. */
  private static final List<Metric> WINDOW_PERCENTILES =
      List.of(Metric.LATENCY_P50, Metric.LATENCY_P90, Metric.LATENCY_P99, Metric.SERVICE_TIME_P50);

  private static final List<Metric> TYPICAL =
      Stream.of(Metric.values()).filter(Metric::isMedianOverWindows).toList();

  private static final List<Metric> POOLED_PERCENTILES =
      Stream.of(Metric.values())
          .filter(metric -> metric.percentile().isPresent() && !metric.isMedianOverWindows())
          .toList();

  private LaunchSamples() {}

  /** Returns latency and service time: tails from the pooled histograms, medians over windows. */
  static List<Sample> ofLoad(LoadResult load, List<MeasuredWindow> windows, List<String> doubts) {
    List<Sample> samples = percentiles(load, POOLED_PERCENTILES, doubts);
    samples.addAll(medians(windows, true, doubts));
    double[] tails = values(Metric.LATENCY_TAIL, windows);
    if (tails.length > 0) {
      double quiet = Quantile.withDefaults().evaluate(tails, QUIET);
      samples.add(new Sample(Metric.LATENCY_TAIL, quiet, doubts));
    }
    samples.addAll(ofEnds(load));
    return samples;
  }

  private static List<Sample> ofEnds(LoadResult load) {
    List<Sample> samples = new ArrayList<>();
    double ended = load.ended();
    if (ended > 0) {
      String first = load.firstFailure();
      samples.add(
          new Sample(
              Metric.FAILED_REQUESTS,
              load.errors().total() / ended,
              first == null ? List.of() : List.of("the first that failed: " + first)));
      Long reopened = load.reopened();
      if (reopened != null) {
        samples.add(Sample.of(Metric.REOPENED_CONNECTIONS, reopened / ended));
      }
    }
    return samples;
  }

  static List<Sample> ofWindow(LoadResult load) {
    List<Sample> samples = percentiles(load, WINDOW_PERCENTILES, List.of());
    LatencyHistogram latency = load.latency();
    if (latency != null && latency.samplesBeyond(TAIL) >= ENOUGH_SLOW) {
      samples.add(Sample.of(Metric.LATENCY_TAIL, latency.meanNanosAbove(TAIL) / NANOS));
    }
    return samples;
  }

  private static List<Sample> percentiles(
      LoadResult load, List<Metric> metrics, List<String> doubts) {
    List<Sample> samples = new ArrayList<>();
    for (Metric metric : metrics) {
      Percentile percentile = metric.percentile().orElseThrow();
      LatencyHistogram histogram = percentile.in(load);
      if (histogram != null && histogram.count() > 0) {
        double nanos = histogram.nanosAt(percentile.rank());
        samples.add(new Sample(metric, nanos / NANOS, doubts));
      }
    }
    return samples;
  }

  /** Returns the metrics other than latency: cost per request, and the host's reference work. */
  static List<Sample> ofWindows(List<MeasuredWindow> windows, List<String> doubts) {
    return medians(windows, false, doubts);
  }

  private static List<Sample> medians(
      List<MeasuredWindow> windows, boolean ofLatency, List<String> doubts) {
    List<Sample> samples = new ArrayList<>();
    for (Metric metric : TYPICAL) {
      double[] values = values(metric, windows);
      if (values.length > 0 && metric.percentile().isPresent() == ofLatency) {
        samples.add(new Sample(metric, Median.withDefaults().evaluate(values), doubts));
      }
    }
    return samples;
  }

  private static double[] values(Metric metric, List<MeasuredWindow> windows) {
    return windows.stream()
        .flatMap(window -> window.samples().stream())
        .filter(sample -> sample.metric() == metric)
        .mapToDouble(Sample::value)
        .toArray();
  }

  static List<Sample> ofEvents(List<Duration> pauses, List<Duration> pinned) {
    double total = pauses.stream().mapToLong(Duration::toNanos).sum() / NANOS;
    double longest = pauses.stream().mapToLong(Duration::toNanos).max().orElse(0) / NANOS;
    return List.of(
        Sample.of(Metric.GC_PAUSE_TOTAL, total),
        Sample.of(Metric.GC_PAUSE_MAX, longest),
        Sample.of(Metric.PINNED, pinned.size()));
  }

  /** Determines from when on a request is slow, by the objective or by base in the round. */
  static final class SlowShare {
    /** Distance beyond p99, as a multiple of p99 − p50; no request of base itself is that slow. */
    private static final double BEYOND = 10;

    private static final double LEAST_LEFT = 0.5;

    private SlowShare() {}

    /** Returns the limit in nanoseconds; empty without objective and without windows of base. */
    static OptionalLong slowFrom(Scenario scenario, List<MeasuredWindow> base) {
      Objective objective = scenario.objective();
      if (objective != null) {
        return OptionalLong.of(objective.withinNanos());
      }
      OptionalLong tail = quiet(base, 99);
      OptionalLong middle = quiet(base, 50);
      return tail.isEmpty() || middle.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(beyond(tail.getAsLong(), middle.getAsLong()));
    }

    private static long beyond(long tail, long middle) {
      return Math.round(tail + BEYOND * Math.max(0, tail - middle));
    }

    /** Returns a percentile on a quiet host, in nanoseconds; empty without windows. */
    static OptionalLong quiet(List<MeasuredWindow> windows, double percentile) {
      double[] each =
          windows.stream()
              .map(window -> window.load().latency())
              .filter(latency -> latency != null && latency.count() > 0)
              .mapToDouble(latency -> latency.nanosAt(percentile))
              .toArray();
      return each.length == 0
          ? OptionalLong.empty()
          : OptionalLong.of(Math.round(Quantile.withDefaults().evaluate(each, QUIET)));
    }

    /**
     * Returns the share of slow requests, without windows in which the host stole CPU time unless
     * those are more than half, and the stolen time. An objective that no request met is no usable
     * limit.
     */
    static List<Sample> samples(List<MeasuredWindow> windows, OptionalLong slowFrom) {
      List<Sample> samples = new ArrayList<>();
      if (!windows.isEmpty()
          && windows.stream().allMatch(window -> window.work().stolenNanos().isPresent())) {
        long nanos =
            windows.stream().mapToLong(window -> window.work().stolenNanos().orElse(0)).sum();
        samples.add(Sample.of(Metric.STOLEN, nanos / 1e9));
      }
      List<MeasuredWindow> own = windows.stream().filter(window -> !window.disturbed()).toList();
      boolean most = own.size() >= windows.size() * LEAST_LEFT;
      LatencyHistogram latency = pooled(most ? own : windows);
      if (latency.count() == 0 || slowFrom.isEmpty()) {
        return samples;
      }
      double share = (double) latency.countAbove(slowFrom.getAsLong()) / latency.count();
      List<String> doubts = new ArrayList<>();
      if (share == 1) {
        doubts.add(
            String.format(
                Locale.ROOT,
                "no request met the objective, %.3g ms: state one that can be met",
                slowFrom.getAsLong() / 1e6));
      }
      if (!most) {
        doubts.add("the host took time from more than half of the windows: its requests count too");
      } else if (own.size() < windows.size()) {
        long all = windows.stream().mapToLong(window -> window.load().completed()).sum();
        doubts.add(
            "%d of %d requests are the host's and left out: it took time from their windows"
                .formatted(all - latency.count(), all));
      }
      samples.add(new Sample(Metric.SLOW_SHARE, share, doubts));
      return samples;
    }

    private static LatencyHistogram pooled(List<MeasuredWindow> windows) {
      return LatencyHistogram.merged(
          windows.stream()
              .map(window -> window.load().latency())
              .filter(Objects::nonNull)
              .toList());
    }
  }

  /**
   * CPU time outside windows, such as a collection between two of them, deferred work, and threads
   * that wake. While one server of a round is loaded the others are idle, so this CPU time is their
   * own.
   */
  static final class CpuOutsideWindows {
    /** Idle time per launch below which clock steps and Loomwatch's own questions dominate. */
    private static final Duration ENOUGH_IDLE = Duration.ofMillis(500);

    private CpuOutsideWindows() {}

    /**
     * Covers the time from the beginning of the first window to that of the last.
     *
     * @return empty if a launch was hardly ever idle
     */
    static List<Sample> of(List<MeasuredWindow> windows) {
      List<Step> steps =
          IntStream.range(1, windows.size())
              // A repeated window follows load that was not counted.
              .filter(next -> windows.get(next).retakes() == 0)
              .mapToObj(next -> Step.of(windows.get(next - 1), windows.get(next)))
              .flatMap(Optional::stream)
              .toList();
      Duration idle = steps.stream().map(Step::idle).reduce(Duration.ZERO, Duration::plus);
      long requests = steps.stream().mapToLong(Step::requests).sum();
      if (idle.compareTo(ENOUGH_IDLE) < 0 || requests == 0) {
        return List.of();
      }
      double all = steps.stream().mapToLong(Step::cpuNanos).sum();
      double between = steps.stream().mapToLong(Step::idleCpuNanos).sum();
      return List.of(
          Sample.of(Metric.CPU_PER_REQUEST_TOTAL, all / 1e9 / requests),
          Sample.of(Metric.CPU_AT_REST, between / idle.toNanos()));
    }

    /**
     * A window and the time until the next.
     *
     * @param cpuNanos from the beginning of this window to the beginning of the next
     * @param idleCpuNanos from the end of this window to the beginning of the next
     */
    private record Step(long requests, Duration idle, long cpuNanos, long idleCpuNanos) {
      static Optional<Step> of(MeasuredWindow window, MeasuredWindow next) {
        return window
            .work()
            .cpu()
            .flatMap(here ->
                next.work()
                    .cpu()
                    .map(there ->
                        new Step(
                            window.load().completed(),
                            Duration.between(window.window().to(), next.window().from()),
                            there.before().sinceNanos(here.before()),
                            there.before().sinceNanos(here.after()))));
      }
    }
  }
}
