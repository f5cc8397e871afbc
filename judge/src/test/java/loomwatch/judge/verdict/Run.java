package loomwatch.judge.verdict;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Slice;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Writes records for these tests, one launch for each value, in blocks from 1. */
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

  /** Requests enough for any percentile. */
  Run measured(String scenario, Mode mode, Metric metric, double... values) {
    return measuredOver(1_000_000, scenario, mode, metric, values);
  }

  Run measuredOver(int requests, String scenario, Mode mode, Metric metric, double... values) {
    for (int i = 0; i < values.length; i++) {
      add(
          launch(
              "head",
              i + 1,
              mode,
              scenario,
              requests,
              List.of(Sample.of(metric, values[i])),
              List.of()));
    }
    return this;
  }

  Run sample(int block, Mode mode, String scenario, Sample... samples) {
    return add(launch("head", block, mode, scenario, 1_000_000, Arrays.asList(samples), List.of()));
  }

  Run base(int block, Mode mode, String scenario, Sample... samples) {
    return arm("base", block, mode, scenario, samples);
  }

  Run arm(String arm, int block, Mode mode, String scenario, Sample... samples) {
    return add(launch(arm, block, mode, scenario, 1_000_000, Arrays.asList(samples), List.of()));
  }

  /** A launch of "hello" in block 1, and its slices by their positions; below 0, a spoilt one. */
  Run sliced(String arm, Mode mode, Sample sample, Map<Integer, Double> bySlice) {
    Launch launch = launch(arm, 1, mode, "hello", 1_000_000, List.of(sample), List.of());
    List<Slice> slices = new ArrayList<>();
    new TreeMap<>(bySlice)
        .forEach((position, value) ->
            slices.add(
                new Slice(
                    position,
                    position,
                    0,
                    load(1, value < 0 ? STALLED : List.of()),
                    List.of(Sample.of(sample.metric(), Math.abs(value))))));
    return add(
        new Launch(
            launch.block(),
            launch.order(),
            arm,
            mode,
            launch.scenario(),
            launch.startedAt(),
            null,
            null,
            launch.load(),
            slices,
            launch.samples(),
            launch.invalid()));
  }

  Run broken(int block, Mode mode, String scenario, Invalid.Reason cause, String detail) {
    Sample ignored = Sample.of(Metric.LATENCY_P99, 1e6);
    Invalid invalid = new Invalid(cause, detail);
    return add(launch("head", block, mode, scenario, 0, List.of(ignored), List.of(invalid)));
  }

  /** The arm's launch of that block fails instead. */
  Run fails(String arm, int block, Mode mode, String scenario, Invalid.Reason... causes) {
    launches.removeIf(launch ->
        launch.arm().equals(arm)
            && launch.block() == block
            && launch.mode() == mode
            && launch.scenario().equals(scenario));
    List<Invalid> invalid =
        Arrays.stream(causes).map(cause -> new Invalid(cause, "for a reason")).toList();
    return add(launch(arm, block, mode, scenario, 0, List.of(), invalid));
  }

  Run warning(String text) {
    warnings.add(text);
    return this;
  }

  Run add(Launch launch) {
    launches.add(launch);
    return this;
  }

  List<Launch> launches() {
    return launches;
  }

  MeasurementRecord record() {
    Host host =
        new Host(
            "CPU", 2, 1L << 30, "6.8", "none", "unknown", "off", "off", List.of(0), List.of(1));
    Subject subject = new Subject("unknown", false, "11.0.25", "25", "Temurin", List.of(), null);
    Set<String> arms = launches.stream().map(Launch::arm).collect(Collectors.toSet());
    boolean compared = arms.contains("base");
    arms.add("head");
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        "record-1",
        Instant.EPOCH,
        "quick",
        1,
        "embedded",
        host,
        arms.stream().collect(Collectors.toMap(arm -> arm, arm -> subject)),
        FINGERPRINT,
        scenarios,
        launches,
        warnings,
        compared ? COMPARISON : null);
  }

  private static Launch launch(
      String arm,
      int block,
      Mode mode,
      String scenario,
      int requests,
      List<Sample> samples,
      List<Invalid> invalid) {
    return new Launch(
        block,
        mode.ordinal(),
        arm,
        mode,
        scenario,
        Instant.EPOCH,
        null,
        null,
        scenario.startsWith("jmh-") ? null : load(requests, List.of()),
        List.of(),
        samples,
        invalid);
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
        invalid);
  }

  private static @Nullable LatencyHistogram histogram(int requests) {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    histogram.recordValueWithCount(1_000_000, requests);
    return LatencyHistogram.copyOf(histogram);
  }
}
