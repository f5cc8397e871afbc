package loomwatch.reporting.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import org.HdrHistogram.Histogram;

/** Makes launches, in the order asked for. */
public final class Launches {
  private static final Map<Metric, Double> PERCENTILES =
      Map.of(
          Metric.LATENCY_P50, 50.0,
          Metric.LATENCY_P90, 90.0,
          Metric.LATENCY_P99, 99.0,
          Metric.LATENCY_P999, 99.9,
          Metric.LATENCY_MAX, 100.0);

  private final List<Launch> launches = new ArrayList<>();
  private String variant = "head";

  /** Of which variant the following are. */
  Launches of(String variant) {
    this.variant = variant;
    return this;
  }

  /**
   * An exponential tail above a floor.
   *
   * @param median in seconds
   * @param tail the mean distance from the median beyond it, in seconds
   * @param requests how many
   */
  record Latency(double median, double tail, int requests) {
    LatencyHistogram histogram() {
      Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
      for (int i = 0; i < requests; i++) {
        double share = (i + 0.5) / requests;
        double above = -StrictMath.log(1 - share) - StrictMath.log(2);
        histogram.recordValue(Math.round(1e9 * (median + tail * above / (above < 0 ? 20 : 1))));
      }
      return LatencyHistogram.copyOf(histogram);
    }
  }

  List<Launch> list() {
    return launches;
  }

  /**
   * A server under load. The virtual one of round 2 was not steady; one window of round 3 was taken
   * twice, of base three times.
   */
  void loaded(
      int round, Mode mode, Scenario scenario, Latency latency, Map<Metric, Double> figures) {
    boolean saturated = scenario.saturated().contains(mode);
    boolean steady = round != 2 || mode == Mode.PLATFORM;
    List<String> doubts = new ArrayList<>();
    if (saturated) {
      doubts.add("saturated on purpose: latency grows with the length of a window");
    }
    if (!steady) {
      doubts.add("not steady");
    }
    LatencyHistogram histogram = latency.histogram();
    Map<Metric, Sample> samples = new TreeMap<>();
    PERCENTILES.forEach((metric, percentile) ->
        samples.put(metric, new Sample(metric, histogram.nanosAt(percentile) / 1e9, doubts)));
    figures.forEach((metric, value) -> samples.put(metric, Sample.of(metric, value)));
    double rate = scenario.requestsPerSecond() * (saturated ? 0.655 : 1);
    LoadResult load = load(scenario, rate, histogram);
    int retakes = variant.equals("base") ? 2 : 1;
    launches.add(
        new Launch(
            round,
            launches.size() % 2,
            variant,
            mode,
            scenario.name(),
            start(),
            new Phases(1.4, 11.7, 6.2, 0.5),
            warmUp(steady),
            load,
            round == 3 ? List.of(new Window(0, 0, retakes, load, List.of())) : List.of(),
            List.copyOf(samples.values()),
            List.of()));
  }

  /** One that broke a rule. */
  void discarded(String scenario, Mode mode, Invalid... reasons) {
    discarded(1, scenario, mode, reasons);
  }

  void discarded(int round, String scenario, Mode mode, Invalid... reasons) {
    launches.add(
        new Launch(
            round,
            mode.ordinal(),
            variant,
            mode,
            scenario,
            start(),
            new Phases(1.4, 3, 1, 0.5),
            warmUp(true),
            null,
            List.of(),
            List.of(),
            List.of(reasons)));
  }

  /** A JMH fork. */
  void benchmark(int round, Mode mode, String name, Map<Metric, Double> figures) {
    List<Sample> samples = new ArrayList<>();
    new TreeMap<>(figures).forEach((metric, value) -> samples.add(Sample.of(metric, value)));
    launches.add(
        new Launch(
            round,
            mode.ordinal(),
            variant,
            mode,
            name,
            start(),
            null,
            null,
            null,
            List.of(),
            samples,
            List.of()));
  }

  private Instant start() {
    return Instant.parse("2026-11-21T06:35:00Z").plusSeconds(launches.size());
  }

  private static WarmUp warmUp(boolean steady) {
    List<WarmUp.Cycle> cycles =
        List.of(
            new WarmUp.Cycle(2, 1.1, 3253.2, 402_943), new WarmUp.Cycle(2, 0.02, 2030, 181_039));
    return new WarmUp(
        cycles,
        steady,
        steady
            ? "compiling 1.0 % of the last cycle (limit 3 %), bytes per request moved 0.1 % (2 %)"
            : "compiling 5.5 % of the last cycle (limit 3 %), bytes per request moved 29.2 % (2 %)");
  }

  private static LoadResult load(Scenario scenario, double rate, LatencyHistogram histogram) {
    return new LoadResult(
        "embedded",
        "1.0",
        scenario.requestsPerSecond(),
        scenario.connections(),
        histogram.count() / scenario.requestsPerSecond(),
        histogram.count(),
        histogram.count(),
        LoadErrors.NONE,
        0,
        rate,
        histogram,
        null,
        List.of(),
        310_000,
        List.of(),
        null,
        null,
        null,
        null);
  }
}
