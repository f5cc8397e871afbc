package loomwatch.judge.calibration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import loomwatch.judge.thresholds.Limit.Terms;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import loomwatch.results.yaml.BadFileException.Position;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons as a host would give them: what a round does to all its launches, and what each
 * launch adds; judged at two looks and stopped as soon as that decides.
 */
public final class Simulated {
  static final Host HOST =
      new Host("CPU", 2, 1L << 32, "6.8", "none", "unknown", "off", "on", List.of(0), List.of(1));

  static final List<Metric> METRICS =
      List.of(Metric.LATENCY_P50, Metric.CPU_PER_REQUEST, Metric.ALLOCATED_PER_REQUEST);

  static final Scenario HELLO = hello(1000);
  private static final List<Look> LOOKS = List.of(new Look(5, 0.03125), new Look(11, 0.01875));
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final LatencyHistogram MANY = histogram();

  private final Random random;
  private final Map<Metric, Double> factors = new EnumMap<>(Metric.class);
  private double noise = 0.02;
  private @Nullable String fault;
  private Host host = HOST;
  private boolean aa = true;
  private Scenario scenario = HELLO;
  private @Nullable Double window;

  private Simulated(long seed) {
    random = new Random(seed);
  }

  /** One service with itself. */
  public static Simulated unchanged(long seed) {
    return new Simulated(seed);
  }

  /** Head with a fault that multiplies a metric in both modes. */
  public static Simulated fault(String fault, Metric metric, double factor, long seed) {
    Simulated simulated = new Simulated(seed);
    simulated.fault = fault;
    simulated.aa = false;
    simulated.factors.put(metric, factor);
    return simulated;
  }

  /** Standard deviation of a launch's logarithm; 0.02 unless said. */
  Simulated noise(double deviation) {
    noise = deviation;
    return this;
  }

  /** The same workload at another rate than 1,000/s. */
  Simulated at(double rate) {
    scenario = hello(rate);
    return this;
  }

  /** With a window of that length in each launch. */
  Simulated cutInto(double seconds) {
    window = seconds;
    return this;
  }

  static Scenario hello(double rate) {
    return new Scenario("hello", "/hello", rate, 50, 200, false, Set.of());
  }

  Simulated on(Host other) {
    host = other;
    return this;
  }

  /** Two different variants, though neither has a fault. */
  Simulated ofOtherServices() {
    aa = false;
    return this;
  }

  /** The record of that number; numbers are the order measured. */
  public MeasurementRecord record(int number) {
    List<Launch> launches = new ArrayList<>();
    for (Look look : LOOKS) {
      for (int round = launches.size() / 4 + 1; round <= look.rounds(); round++) {
        round(round, launches);
      }
      MeasurementRecord record = record(number, launches);
      if (Judge.judge(record, thresholds(0.05)).verdict() != Outcome.INCONCLUSIVE) {
        return record;
      }
    }
    return record(number, launches);
  }

  private void round(int round, List<Launch> launches) {
    double shared = 0.05 * random.nextGaussian();
    for (Mode mode : Mode.values()) {
      for (String variant : List.of("base", "head")) {
        List<Sample> samples = new ArrayList<>();
        for (Metric metric : METRICS) {
          double factor = variant.equals("head") ? factors.getOrDefault(metric, 1.0) : 1;
          double value = usual(metric) * factor * Math.exp(shared + noise * random.nextGaussian());
          samples.add(Sample.of(metric, value));
        }
        launches.add(launch(round, launches.size() % 4, variant, mode, samples));
      }
    }
  }

  private static double usual(Metric metric) {
    return switch (metric) {
      case LATENCY_P50 -> 200e-6;
      case CPU_PER_REQUEST -> 150e-6;
      default -> 3_000;
    };
  }

  private Launch launch(int round, int order, String variant, Mode mode, List<Sample> samples) {
    return new Launch(
        round,
        order,
        variant,
        mode,
        "hello",
        START.plusSeconds(60L * round),
        new Phases(5, 15, 8, 2),
        null,
        load(10),
        window == null ? List.of() : List.of(new Window(0, 0, 0, load(window), List.of())),
        samples,
        List.of());
  }

  private static LoadResult load(double seconds) {
    return new LoadResult(
        "embedded",
        "1",
        1000,
        50,
        seconds,
        1_000_000,
        1_000_000,
        LoadErrors.NONE,
        0,
        1000,
        MANY,
        null,
        List.of(),
        0,
        List.of(),
        null,
        null,
        null,
        null);
  }

  private MeasurementRecord record(int number, List<Launch> launches) {
    Variant base = variant(null);
    Variant head = variant(fault);
    String id = String.format(Locale.ROOT, "20261121T%06dZ-0000", number);
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        id,
        START,
        "quick",
        number,
        "embedded",
        host,
        Map.of("base", base, "head", head),
        Fingerprint.of(host, Map.of("base", base), "embedded", "1"),
        List.of(scenario),
        launches,
        List.of(),
        new Comparison(
            Map.of("base", "ref=.", "head", "ref=." + (aa ? "" : ",fault=" + fault)),
            aa,
            LOOKS,
            null,
            List.of()));
  }

  private static Variant variant(@Nullable String fault) {
    return new Variant("5f0e3b7", false, "11.0.25", "25", "Temurin", List.of(), fault, null, null);
  }

  /** Every metric in each mode gates, with that tolerance. */
  public static Thresholds thresholds(double tolerance) {
    List<Tolerance> limits = new ArrayList<>();
    for (Metric metric : METRICS) {
      Position place = new Position("thresholds.yaml", 10 * (1 + METRICS.indexOf(metric)), 5);
      Terms terms = new Terms("hello", Terms.Scope.NAMED, metric, true, "for a reason", place);
      for (Mode mode : Mode.values()) {
        limits.add(new Tolerance(terms, mode, tolerance));
      }
    }
    return new Thresholds(
        "thresholds.yaml",
        "sha256:" + "0".repeat(64),
        List.copyOf(limits),
        Thresholds.Inconclusive.NEUTRAL,
        Budget.NONE,
        OptionalDouble.empty());
  }

  private static LatencyHistogram histogram() {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    histogram.recordValueWithCount(200_000, 1_000_000);
    return LatencyHistogram.copyOf(histogram);
  }
}
