package loomwatch.judge.verdict;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.Count;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Writes records for these tests, one launch for each value, in rounds from 1. */
final class Run {
  static final String FINGERPRINT = "sha256:" + "0".repeat(64);

  private static final Comparison COMPARISON =
      new Comparison(
          Map.of("base", "ref=main", "head", "ref=."),
          false,
          List.of(new Comparison.Look(6, 0.02), new Comparison.Look(12, 0.03)),
          null,
          List.of());

  private static final List<Invalid> STALLED =
      List.of(new Invalid(Invalid.Reason.GENERATOR_STALLED, "for a reason"));

  private final List<Scenario> scenarios = new ArrayList<>();
  private final List<Launch> launches = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  static Run of(String... scenarios) {
    Run run = new Run();
    for (String name : scenarios) {
      run.scenarios.add(new Scenario(name, "/" + name, 1000, 50, 200, false, Set.of()));
    }
    return run;
  }

  /** Two variants of "hello", of which every launch scatters by 1 % about what both modes cost. */
  static Run changed(int rounds, double platform, double virtual, long seed) {
    Random random = new Random(seed);
    Run run = of("hello");
    for (int round = 1; round <= rounds; round++) {
      for (Mode mode : Mode.values()) {
        double base = Math.exp(random.nextGaussian() / 10);
        double factor = mode == Mode.PLATFORM ? platform : virtual;
        double head = base * factor * Math.exp(random.nextGaussian() / 100);
        run.pair(round, mode, Metric.CPU_PER_REQUEST, base, head);
      }
    }
    return run;
  }

  /** Requests enough for any percentile. */
  Run measured(String scenario, Mode mode, Metric metric, double... values) {
    return measuredOver(1_000_000, scenario, mode, metric, values);
  }

  Run measuredOver(int requests, String scenario, Mode mode, Metric metric, double... values) {
    for (int i = 0; i < values.length; i++) {
      Sample sample = Sample.of(metric, values[i]);
      add(launch("head", i + 1, mode, scenario, requests, List.of(sample), List.of()));
    }
    return this;
  }

  Run sample(int round, Mode mode, String scenario, Sample... samples) {
    return variant("head", round, mode, scenario, samples);
  }

  Run base(int round, Mode mode, String scenario, Sample... samples) {
    return variant("base", round, mode, scenario, samples);
  }

  Run variant(String variant, int round, Mode mode, String scenario, Sample... samples) {
    return add(
        launch(variant, round, mode, scenario, 1_000_000, Arrays.asList(samples), List.of()));
  }

  /** Both variants of "hello" in a round. */
  Run pair(int round, Mode mode, Metric metric, double base, double head) {
    return base(round, mode, "hello", Sample.of(metric, base))
        .sample(round, mode, "hello", Sample.of(metric, head));
  }

  Run pairs(int rounds, Mode mode, Metric metric, double base, double head) {
    for (int round = 1; round <= rounds; round++) {
      pair(round, mode, metric, base, head);
    }
    return this;
  }

  /**
   * A launch of "hello" in round 1, and its windows by their positions; below 0, one for which the
   * generator was late.
   */
  Run windowed(String variant, Mode mode, Sample sample, Map<Integer, Double> byWindow) {
    List<Window> windows = new ArrayList<>();
    new TreeMap<>(byWindow)
        .forEach((position, value) -> {
          LoadResult load = load(1, value < 0 ? STALLED : List.of());
          Sample ofWindow = Sample.of(sample.metric(), Math.abs(value));
          windows.add(new Window(position, position, 0, load, List.of(ofWindow)));
        });
    LoadResult load = load(1_000_000, List.of());
    return add(launch(variant, 1, mode, "hello", load, windows, List.of(sample), List.of()));
  }

  Run broken(int round, Mode mode, String scenario, Invalid.Reason cause, String detail) {
    Sample ignored = Sample.of(Metric.LATENCY_P99, 1e6);
    Invalid invalid = new Invalid(cause, detail);
    return add(launch("head", round, mode, scenario, 0, List.of(ignored), List.of(invalid)));
  }

  /** The variant's launch of that round fails instead. */
  Run fails(String variant, int round, Mode mode, String scenario, Invalid.Reason... causes) {
    launches.removeIf(launch ->
        launch.variant().equals(variant)
            && launch.round() == round
            && launch.mode() == mode
            && launch.scenario().equals(scenario));
    List<Invalid> invalid =
        Arrays.stream(causes).map(cause -> new Invalid(cause, "for a reason")).toList();
    return add(launch(variant, round, mode, scenario, 0, List.of(), invalid));
  }

  Run warning(String text) {
    warnings.add(text);
    return this;
  }

  /** A launch of "hello" whose requests were counted one by one. */
  Run counted(String variant, int round, Mode mode, List<Count> counts) {
    Map<Metric, Double> totals =
        counts.stream().collect(groupingBy(Count::metric, summingDouble(Count::perRequest)));
    Launch plain =
        launch(
            variant,
            round,
            mode,
            "hello",
            1_000_000,
            Stream.of(Metric.values())
                .filter(Metric::hasParts)
                .filter(metric -> metric.mayBeZero() || totals.containsKey(metric))
                .map(metric -> Sample.of(metric, totals.getOrDefault(metric, 0.0)))
                .toList(),
            List.of());
    return add(
        new Launch(
            round,
            plain.order(),
            variant,
            mode,
            "hello",
            plain.startedAt(),
            null,
            null,
            plain.load(),
            List.of(),
            plain.samples(),
            counts,
            null,
            List.of()));
  }

  Run add(Launch launch) {
    launches.add(launch);
    return this;
  }

  /** Takes out what was measured. */
  Run without(String variant, Mode mode, IntPredicate rounds) {
    launches.removeIf(launch ->
        launch.variant().equals(variant) && launch.mode() == mode && rounds.test(launch.round()));
    return this;
  }

  List<Launch> launches() {
    return launches;
  }

  MeasurementRecord record() {
    Host host =
        new Host(
            "CPU", 2, 1L << 30, "6.8", "none", "unknown", "off", "off", List.of(0), List.of(1));
    Variant variant =
        new Variant("unknown", false, "11.0.25", "25", "Temurin", List.of(), null, null, null);
    Set<String> variants = launches.stream().map(Launch::variant).collect(Collectors.toSet());
    boolean compared = variants.contains("base");
    variants.add("head");
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        "record-1",
        Instant.EPOCH,
        "quick",
        1,
        "embedded",
        host,
        variants.stream().collect(Collectors.toMap(name -> name, name -> variant)),
        FINGERPRINT,
        scenarios,
        launches,
        warnings,
        compared ? COMPARISON : null);
  }

  Verdict judged(TestThresholds thresholds) {
    return Judge.judge(record(), thresholds.thresholds());
  }

  static MetricVerdict line(Verdict verdict, Metric metric, JudgedMode mode) {
    return verdict.metrics().stream()
        .filter(line -> line.metric() == metric && line.mode() == mode)
        .findFirst()
        .orElseThrow();
  }

  private static Launch launch(
      String variant,
      int round,
      Mode mode,
      String scenario,
      int requests,
      List<Sample> samples,
      List<Invalid> invalid) {
    LoadResult load = scenario.startsWith("jmh-") ? null : load(requests, List.of());
    return launch(variant, round, mode, scenario, load, List.of(), samples, invalid);
  }

  static Launch launch(
      String variant,
      int round,
      Mode mode,
      String scenario,
      @Nullable LoadResult load,
      List<Window> windows,
      List<Sample> samples,
      List<Invalid> invalid) {
    Instant at = Instant.EPOCH;
    int order = mode.ordinal();
    return new Launch(
        round, order, variant, mode, scenario, at, null, null, load, windows, samples, invalid);
  }

  private static LoadResult load(int requests, List<Invalid> invalid) {
    return new LoadResult(
        "embedded",
        "1",
        1000,
        50,
        10,
        requests,
        requests,
        LoadErrors.NONE,
        0,
        1000,
        histogram(requests),
        null,
        List.of(),
        0,
        invalid,
        null,
        null,
        null,
        null);
  }

  private static @Nullable LatencyHistogram histogram(int requests) {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    histogram.recordValueWithCount(1_000_000, requests);
    return LatencyHistogram.copyOf(histogram);
  }
}
