package loomwatch.reporting.report;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/** Records as measuring leaves them, with figures like those of a real run. */
public final class Runs {
  private static final Path THRESHOLDS =
      Path.of("src/test/resources/loomwatch/reporting/report/thresholds.yaml");

  static final Variant VARIANT =
      new Variant(
          "c0a4cbed4dc6b0d52d101a88d443a55286e535ab",
          true,
          "11.0.25",
          "25.0.3+9-LTS",
          "Temurin-25.0.3+9",
          List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC"),
          null,
          null,
          null);

  private Runs() {}

  /** Three rounds of an ordinary and an overloaded scenario and of a benchmark; all is said. */
  public static MeasurementRecord typical() {
    return record("head", 3, List.of("server and load generator share the hyper-threads"));
  }

  /** One round: there are numbers, and no interval. */
  static MeasurementRecord oneRound() {
    return record("head", 1, List.of());
  }

  /** Two rounds, as of profile smoke. */
  static MeasurementRecord twoRounds() {
    return record("head", 2, List.of());
  }

  /** Every launch discarded. */
  public static MeasurementRecord discarded() {
    Launches launches = new Launches();
    for (Mode mode : Mode.values()) {
      launches.discarded(
          "hello",
          mode,
          new Invalid(
              Invalid.Reason.GENERATOR_STALLED,
              "the load generator stood still for up to 138 ms (limit: 100 ms)"));
    }
    return record(List.of(hello()), launches, List.of());
  }

  /** Two rounds of a team's own benchmarks, and no server. */
  public static MeasurementRecord benchmarks() {
    Launches launches = new Launches();
    for (int round = 1; round <= 2; round++) {
      double time = 1e-6 * jitter(round, Mode.PLATFORM, 0.02);
      for (String name :
          List.of("com.acme.Csv.hash:size=10", "com.acme.Json.write:text={\"a\": [1]}")) {
        launches.benchmark(
            round,
            Mode.PLATFORM,
            name,
            Map.of(Metric.TIME_PER_OPERATION, time, Metric.ALLOCATED_PER_OPERATION, 160.0));
      }
    }
    return record(List.of(), launches, List.of());
  }

  /** Nothing was even started. */
  public static MeasurementRecord empty() {
    return record(List.of(), new Launches(), List.of());
  }

  private static MeasurementRecord record(String variant, int rounds, List<String> warnings) {
    Launches launches = new Launches();
    for (int round = 1; round <= rounds; round++) {
      hello(launches, round);
      over(launches, round);
      for (Mode mode : Mode.values()) {
        double time = mode == Mode.PLATFORM ? 83e-6 : 1.15e-6;
        launches.benchmark(
            round,
            mode,
            "jmh-create-batch",
            Map.of(
                Metric.TIME_PER_OPERATION,
                time * jitter(round, mode, 0.02),
                Metric.ALLOCATED_PER_OPERATION,
                mode == Mode.PLATFORM ? 268.2 : 338.0));
      }
    }
    return record(List.of(hello(), over()), launches, warnings);
  }

  private static void hello(Launches launches, int round) {
    for (Mode mode : Mode.values()) {
      boolean platform = mode == Mode.PLATFORM;
      Map<Metric, Double> figures = new EnumMap<>(Metric.class);
      figures.put(
          Metric.CPU_PER_REQUEST, (platform ? 58.8e-6 : 60.1e-6) * jitter(round, mode, 0.03));
      figures.put(
          Metric.ALLOCATED_PER_REQUEST, (platform ? 2030.0 : 2410.0) * jitter(round, mode, 1e-3));
      figures.put(Metric.PINNED, 0.0);
      figures.put(Metric.PLATFORM_THREADS_AFTER_LOAD, platform ? 59.0 + round % 2 : 26.0);
      figures.put(Metric.THREAD_RESERVED_AFTER_LOAD, platform ? 60e6 + round * 1e6 : 26.3e6);
      figures.put(Metric.RSS_AFTER_LOAD, 170e6 * jitter(round, mode, 0.1));
      figures.put(Metric.TIME_TO_READY, 1.4 * jitter(round, mode, 0.02));
      double p50 = 180e-6 * jitter(round, mode, 0.01);
      launches.loaded(round, mode, hello(), new Launches.Latency(p50, 150e-6, 12_000), figures);
    }
  }

  private static void over(Launches launches, int round) {
    for (Mode mode : Mode.values()) {
      boolean platform = mode == Mode.PLATFORM;
      Map<Metric, Double> figures = new EnumMap<>(Metric.class);
      figures.put(
          Metric.CPU_PER_REQUEST, (platform ? 74.3e-6 : 104e-6) * jitter(round, mode, 0.01));
      figures.put(
          Metric.ALLOCATED_PER_REQUEST, (platform ? 3030.0 : 5150.0) * jitter(round, mode, 0.2));
      figures.put(Metric.PINNED, 0.0);
      figures.put(Metric.PLATFORM_THREADS_AFTER_LOAD, platform ? 124.0 : 27.0);
      figures.put(Metric.THREAD_RESERVED_AFTER_LOAD, platform ? 129e6 : 27.4e6);
      figures.put(Metric.RSS_AFTER_LOAD, (platform ? 218e6 : 240e6) * jitter(round, mode, 0.3));
      figures.put(Metric.TIME_TO_READY, 1.4 * jitter(round, mode, 0.02));
      Launches.Latency latency =
          platform
              ? new Launches.Latency(0.421 * jitter(round, mode, 0.01), 0.085, 11_800)
              : new Launches.Latency(0.0502, 0.0007, 18_000);
      launches.loaded(round, mode, over(), latency, figures);
    }
  }

  public static MeasurementRecord record(
      List<Scenario> scenarios, Launches launches, List<String> warnings) {
    return record(scenarios, launches, warnings, Map.of("head", VARIANT), null);
  }

  public static MeasurementRecord record(
      List<Scenario> scenarios,
      Launches launches,
      List<String> warnings,
      Map<String, Variant> variants,
      @Nullable Comparison comparison) {
    Host host =
        new Host(
            "AMD EPYC 7B13",
            4,
            16_777_216_000L,
            "6.8.0-45-generic",
            "performance",
            "off",
            "unknown",
            "off",
            List.of(1, 2, 3),
            List.of(0));
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        "20261121T063458Z-115f",
        Instant.parse("2026-11-21T06:34:58.123Z"),
        "quick",
        18_313_739_768_159L,
        "embedded",
        host,
        variants,
        Fingerprint.of(host, variants, "embedded", "1.0"),
        scenarios,
        launches.list(),
        warnings,
        comparison);
  }

  static Scenario hello() {
    return new Scenario("hello", "/hello", 2000, 50, 200, false, Set.of());
  }

  private static Scenario over() {
    return new Scenario(
        "sleep-50-over", "/sleep?ms=50", 3000, 300, 100, true, Set.of(Mode.PLATFORM));
  }

  /** Judged by thresholds of which each kind of outcome comes. */
  public static Verdict judged(MeasurementRecord record) {
    List<String> names = new ArrayList<>(List.of("hello", "sleep-50-over", "jmh-create-batch"));
    record.scenarios().forEach(scenario -> names.add(scenario.name()));
    return Judge.judge(record, ThresholdsReader.read(THRESHOLDS, Set.copyOf(names)));
  }

  /** A factor around 1 that differs from launch to launch. */
  private static double jitter(int round, Mode mode, double share) {
    return 1 + share * ((round * 7 + mode.ordinal() * 3) % 5 - 2) / 2;
  }
}
