package loomwatch.results;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.MeasurementRecord.Comparison;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A record with every kind of content there is. What it holds became {@code record-v1.json}. */
public final class Examples {
  private Examples() {}

  public static MeasurementRecord record() {
    return record("20261121T045600Z-3f9c2a", Instant.parse("2026-11-21T04:56:00.123456Z"));
  }

  public static MeasurementRecord record(String id, Instant createdAt) {
    Map<String, Variant> variants = Map.of("head", variant(), "base", base());
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        id,
        createdAt,
        "quick",
        8_143_257_914_305_217_771L,
        "embedded",
        host(),
        variants,
        Fingerprint.of(host(), variants, "embedded", "1.0"),
        List.of(
            new Scenario("hello", "/hello", 3000, 50, 200, false, Set.of()),
            new Scenario(
                "sleep-50",
                "/sleep/50",
                5000.5,
                400,
                200,
                true,
                Set.of(Mode.VIRTUAL, Mode.PLATFORM))),
        List.of(
            loaded(0, "base", Mode.PLATFORM),
            loaded(1, "head", Mode.PLATFORM),
            loaded(2, "head", Mode.VIRTUAL),
            dead(3),
            benchmark(4, Mode.PLATFORM),
            benchmark(5, Mode.VIRTUAL)),
        List.of("the governor is powersave: set performance for steadier numbers"),
        new Comparison(
            Map.of("base", "ref=main,tomcat=10.1.59", "head", "ref=.,fault=cpu:10%"),
            false,
            List.of(new Comparison.Look(6, 0.02), new Comparison.Look(12, 0.03)),
            900.0,
            List.of("JMH was not measured: both variants run the same classes")));
  }

  /** A record of head alone, or of what the variants are. */
  static MeasurementRecord record(
      String id,
      Map<String, Variant> variants,
      String fingerprint,
      List<Scenario> scenarios,
      List<Launch> launches,
      @Nullable Comparison comparison) {
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        id,
        Instant.EPOCH,
        "quick",
        0,
        "embedded",
        host(),
        variants,
        fingerprint,
        scenarios,
        launches,
        List.of(),
        comparison);
  }

  /** A launch that tells samples and no more. */
  public static Launch launch(
      int round, String variant, Mode mode, String scenario, Sample... samples) {
    return launch(round, variant, mode, scenario, null, samples);
  }

  static Launch launch(
      int round,
      String variant,
      Mode mode,
      String scenario,
      @Nullable LoadResult load,
      Sample... samples) {
    return new Launch(
        round,
        0,
        variant,
        mode,
        scenario,
        Instant.EPOCH,
        null,
        null,
        load,
        List.of(),
        List.of(samples),
        List.of());
  }

  public static Host host() {
    return new Host(
        "AMD EPYC 7B13",
        4,
        16_777_216_000L,
        "6.8.0-45-generic",
        "powersave",
        "on",
        "unknown",
        "off",
        List.of(0, 1),
        List.of(2, 3));
  }

  static Variant variant() {
    return variant("360e5a0c1f0f4f8d2b6a9e7c5d3b1a0987654321", true, "11.0.25", "cpu:10%");
  }

  static Variant base() {
    return variant("8d2b6a9e7c5d3b1a0987654321360e5a0c1f0f4f", false, "10.1.59", null);
  }

  private static Variant variant(
      String revision, boolean dirty, String tomcat, @Nullable String fault) {
    List<String> flags = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");
    return new Variant(
        revision, dirty, tomcat, "25.0.3+9-LTS", "Temurin-25.0.3+9", flags, fault, null, null);
  }

  private static Launch loaded(int order, String variant, Mode mode) {
    Random random = new Random(order);
    LoadResult window = load(2, null, null);
    WarmUp warmUp =
        new WarmUp(
            List.of(
                new WarmUp.Cycle(8, 6.41, 3253.2, 402_943),
                new WarmUp.Cycle(8, 0.02, 3084, 151_039)),
            true,
            "compile time 0.02 s of 8 s, bytes per request within 0.1 %, p50 within 2 %");
    return new Launch(
        1,
        order,
        variant,
        mode,
        "hello",
        Instant.parse("2026-11-21T04:56:01Z").plusMillis(order * 731L),
        new Phases(0.731, 32.02, 16.004, 1.25),
        warmUp,
        load(4, latencies(random, 12_000, 150_000), latencies(random, 12_000, 90_000)),
        List.of(
            new Window(0, 41.5, 0, window, List.of(Sample.of(Metric.CPU_PER_REQUEST, 0.000102))),
            new Window(3, 47.75, 1, window, List.of(Sample.of(Metric.CPU_PER_REQUEST, 0.000104)))),
        List.of(
            Sample.of(Metric.LATENCY_P50, 0.000150015),
            new Sample(Metric.LATENCY_P999, 0.0021, List.of("only 12 samples lie beyond it")),
            Sample.of(Metric.CPU_PER_REQUEST, 0.000103),
            Sample.of(Metric.ALLOCATED_PER_REQUEST, 3084),
            Sample.of(Metric.PINNED, 0)),
        List.of());
  }

  /** A virtual launch of base whose server died on the way. */
  private static Launch dead(int order) {
    List<Invalid> died =
        List.of(
            new Invalid(
                Invalid.Reason.SERVER_DIED,
                "exit code 137 after 4.2 s of load: see raw/ for its log"));
    LoadErrors errors = new LoadErrors(50, 3, 2, 1, 0);
    Instant at = Instant.parse("2026-11-21T04:56:03.5Z");
    Phases phases = new Phases(0.69, 4.2, 0, 0.4);
    WarmUp warmUp = new WarmUp(List.of(), false, "no cycle was completed");
    LoadResult load =
        new LoadResult(
            "embedded",
            "1.0",
            3000,
            50,
            2,
            6000,
            0,
            errors,
            5944,
            0,
            null,
            null,
            List.of(),
            1_200_000,
            died,
            null,
            null,
            null,
            null);
    return new Launch(
        1,
        order,
        "base",
        Mode.VIRTUAL,
        "hello",
        at,
        phases,
        warmUp,
        load,
        List.of(),
        List.of(),
        died);
  }

  private static Launch benchmark(int order, Mode mode) {
    boolean platform = mode == Mode.PLATFORM;
    Instant at = Instant.parse("2026-11-21T05:01:00Z").plusSeconds(order);
    List<Sample> samples =
        List.of(
            Sample.of(Metric.TIME_PER_OPERATION, platform ? 3.71e-5 : 5.03e-6),
            Sample.of(Metric.ALLOCATED_PER_OPERATION, platform ? 1168.02 : 624));
    String name = "thread-creation";
    return new Launch(
        1, order, "head", mode, name, at, null, null, null, List.of(), samples, List.of());
  }

  private static LoadResult load(
      double seconds, @Nullable LatencyHistogram latency, @Nullable LatencyHistogram serviceTime) {
    long requests = Math.round(seconds * 3000);
    return new LoadResult(
        "embedded",
        "1.0",
        3000,
        50,
        seconds,
        requests,
        requests,
        LoadErrors.NONE,
        0,
        2999.87,
        latency,
        serviceTime,
        List.of(
            new LoadSecond(0, 3000, 3000, 0, 150_015, 1_841_151),
            new LoadSecond(1, 3000, 3000, 0, 149_887, 902_143)),
        310_000,
        List.of(),
        null,
        null,
        null,
        null);
  }

  /** Some skewed latencies around a median in nanoseconds. */
  static LatencyHistogram latencies(Random random, int count, double medianNanos) {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    for (int i = 0; i < count; i++) {
      histogram.recordValue(Math.round(medianNanos * StrictMath.exp(random.nextGaussian() / 3)));
    }
    return LatencyHistogram.copyOf(histogram);
  }
}
