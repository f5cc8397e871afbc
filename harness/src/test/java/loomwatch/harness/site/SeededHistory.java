package loomwatch.harness.site;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A history that could have been measured: a run a day with noise, a JDK bump, and one regression
 * put in, of one metric in one mode, by a commit with a hostile message. The same seed, the same
 * history.
 */
final class SeededHistory {
  static final int RUNS = 90;
  static final int BUMP = 40;
  static final int REGRESSION = 86;
  static final String REGRESSED = "hello";
  static final Metric REGRESSED_METRIC = Metric.LATENCY_P99;
  static final double REGRESSION_SIZE = 0.15;

  /** A commit message that wants to be markup, a formula and a path. */
  static final String HOSTILE =
      "=1+1 <img src=x onerror=\"document.title='owned'\"></title><script>alert(1)</script> ../../x";

  private static final Instant BEGIN = Instant.parse("2026-08-01T04:00:00Z");
  private static final Map<Metric, Double> LEVELS =
      Map.of(
          Metric.LATENCY_P50, 210e-6,
          Metric.LATENCY_P99, 480e-6,
          Metric.SERVICE_TIME_P50, 130e-6,
          Metric.CPU_PER_REQUEST, 76e-6,
          Metric.ALLOCATED_PER_REQUEST, 4400.0,
          Metric.GC_PAUSE_TOTAL, 0.021,
          Metric.PINNED, 0.0,
          Metric.RSS_AFTER_LOAD, 280e6);

  private final Random random = new Random(20_261_121);

  static String revision(int run) {
    return "%040x".formatted(0xabc_0000L + run);
  }

  static String title(String revision) {
    return revision.equals(revision(REGRESSION))
        ? HOSTILE
        : "server: change number " + revision.substring(36);
  }

  List<MeasurementRecord> runs() {
    return IntStream.range(0, RUNS).mapToObj(this::run).toList();
  }

  /** The runs as history holds them, with the hash of nothing in particular. */
  History history() {
    List<HistoryEntry> entries =
        runs().stream()
            .map(record ->
                HistoryEntries.ofRun(
                    StoredRecord.of(record), provenance(record), "pass", List.of()))
            .toList();
    return new History(entries, "sha256:" + "0".repeat(64));
  }

  /** A commit of the first days that was measured afterwards, before the regression. */
  private HistoryEntry backfill(HistoryEntry reference) {
    MeasurementRecord compared = comparison();
    String base = "b".repeat(40);
    return HistoryEntries.ofBackfill(
        compared,
        new Provenance(
            base,
            null,
            BEGIN.plus(60, ChronoUnit.HOURS),
            "an old change",
            null,
            null,
            "v0.9",
            null),
        new Confirmation(base, reference.provenance().commit(), List.of(), null, null),
        reference);
  }

  /** The same after a rewritten branch, a clock that ran backwards and the loss of a metric. */
  History oddHistory() {
    List<HistoryEntry> entries = new ArrayList<>();
    for (HistoryEntry entry : history().entries()) {
      int run = entries.size();
      entries.add(
          new HistoryEntry(
              entry.schema(),
              entry.id(),
              entry.kind(),
              run == 70 ? BEGIN.plus(60, ChronoUnit.DAYS) : entry.measuredAt(),
              entry.provenance(),
              entry.tomcat(),
              entry.jdk(),
              entry.fingerprint(),
              entry.record(),
              entry.verdict(),
              null,
              run == 65 ? List.of("the branch was rewritten before it") : List.of(),
              entry.series().stream()
                  .filter(series -> run < RUNS - 2 || !series.metric().equals("pinned"))
                  .toList(),
              entry.loads()));
    }
    entries.add(3, backfill(entries.getLast()));
    return new History(entries, "sha256:" + "0".repeat(64));
  }

  private static Provenance provenance(MeasurementRecord record) {
    String revision = Objects.requireNonNull(record.variants().get("head")).revision();
    return new Provenance(revision, null, null, title(revision), null, "main", null, null);
  }

  private MeasurementRecord run(int number) {
    Variant head = variant(number, null);
    List<Launch> launches = new ArrayList<>();
    for (Scenario scenario : scenarios()) {
      for (int round = 1; round <= 3; round++) {
        for (Mode mode : Mode.values()) {
          boolean regressed =
              number >= REGRESSION && mode == Mode.VIRTUAL && scenario.name().equals(REGRESSED);
          launches.add(launch(round, "head", mode, scenario, regressed ? REGRESSION_SIZE : 0));
        }
      }
    }
    return record(number, Map.of("head", head), launches, null);
  }

  /** The regression measured again: head against base, in eight pairs. */
  MeasurementRecord comparison() {
    return compared(
        RUNS,
        Map.of("base", variant(REGRESSION - 1, null), "head", variant(REGRESSION, "latency:1ms")),
        Map.of("base", "ref=main", "head", "ref=<script>alert(2)</script>"));
  }

  /** Of that regression, in a method with a hostile name. */
  static Cause cause(Metric metric) {
    return new Cause(
        REGRESSED,
        Mode.VIRTUAL,
        metric,
        Resource.CPU,
        "shop.Json.write" + HOSTILE,
        "shop.Shop.list",
        null,
        "shop/Json.java",
        42,
        true,
        1e-6,
        2e-6,
        new Interval(0.9e-6, 1.1e-6),
        82.0,
        new Interval(74, 90),
        null,
        null,
        null);
  }

  /** One commit on two JDK lines, of which the newer is slower with virtual threads. */
  MeasurementRecord bump() {
    Variant head = variant(REGRESSION, null);
    Variant base =
        new Variant(
            head.revision(),
            false,
            head.tomcat(),
            "21.0.9+10-LTS",
            head.jdkVendor(),
            head.jvmFlags(),
            null,
            null,
            null);
    return compared(
        RUNS + 1, Map.of("base", base, "head", head), Map.of("base", "jdk=21", "head", "jdk=25"));
  }

  private MeasurementRecord compared(
      int number, Map<String, Variant> variants, Map<String, String> specs) {
    List<Launch> launches = new ArrayList<>();
    for (int round = 1; round <= 8; round++) {
      for (Mode mode : Mode.values()) {
        for (String variant : List.of("base", "head")) {
          double change = variant.equals("head") && mode == Mode.VIRTUAL ? REGRESSION_SIZE : 0;
          launches.add(launch(round, variant, mode, scenarios().getFirst(), change));
        }
      }
    }
    return record(
        number,
        variants,
        launches,
        new Comparison(specs, false, List.of(new Comparison.Look(8, 0.05)), null, List.of()));
  }

  private static MeasurementRecord record(
      int number,
      Map<String, Variant> variants,
      List<Launch> launches,
      @Nullable Comparison comparison) {
    Instant at = BEGIN.plus(number, ChronoUnit.DAYS);
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        "run-%04d".formatted(number),
        at,
        "quick",
        number,
        "embedded",
        host(),
        variants,
        Fingerprint.of(host(), variants, "embedded", "1"),
        scenarios(),
        launches,
        List.of(),
        comparison);
  }

  private static Host host() {
    return new Host(
        "Example CPU",
        4,
        16L << 30,
        "6.12.1",
        "performance",
        "off",
        "off",
        "off",
        List.of(0, 1),
        List.of(2, 3));
  }

  private static Variant variant(int number, @Nullable String fault) {
    String jdk = number < BUMP ? "25.0.2+10-LTS" : "25.0.3+9-LTS";
    return new Variant(
        revision(number), false, "11.0.25", jdk, "Temurin", List.of("-Xmx512m"), fault, null, null);
  }

  private static List<Scenario> scenarios() {
    return List.of(
        // Of a service whose pool nobody names.
        new Scenario(REGRESSED, "/hello", 2_000, 50, null, false, Set.of()),
        new Scenario("list-static", "/list-static", 2_000, 50, 200, false, Set.of()));
  }

  private Launch launch(int round, String variant, Mode mode, Scenario scenario, double change) {
    List<Sample> samples = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      Double level = LEVELS.get(metric);
      if (level != null) {
        double factor = mode == Mode.VIRTUAL ? 0.94 : 1;
        double moved = metric == REGRESSED_METRIC ? 1 + change : 1;
        samples.add(
            Sample.of(metric, level * factor * moved * Math.exp(0.02 * random.nextGaussian())));
      }
    }
    return new Launch(
        round,
        mode.ordinal(),
        variant,
        mode,
        scenario.name(),
        BEGIN,
        null,
        null,
        load(scenario, change),
        List.of(),
        samples,
        List.of());
  }

  private LoadResult load(Scenario scenario, double change) {
    Histogram nanos = new Histogram(3);
    for (int i = 0; i < 1_500; i++) {
      nanos.recordValue((long) ((1 + change) * 210_000 * Math.exp(0.35 * random.nextGaussian())));
    }
    LatencyHistogram latency = LatencyHistogram.copyOf(nanos);
    return new LoadResult(
        "embedded",
        "1",
        scenario.requestsPerSecond(),
        scenario.connections(),
        4,
        8_000,
        8_000,
        new LoadErrors(0, 0, 0, 0, 0),
        0,
        2_000,
        latency,
        latency,
        IntStream.range(0, 4)
            .mapToObj(second -> new LoadSecond(second, 2_000, 2_000, 0, 210_000, 1_800_000))
            .toList(),
        0,
        List.of(),
        null,
        null,
        null,
        null);
  }
}
