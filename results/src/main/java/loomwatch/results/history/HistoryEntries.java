package loomwatch.results.history;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableSet;
import static loomwatch.results.history.HistorySeries.RATIO;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.HistoryEntry.Kind;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

public final class HistoryEntries {
  private static final String NOT_MEASURED = "not measured";

  /** Of a commit's digits in a note. */
  private static final int SHOWN = 8;

  private static final DateTimeFormatter UNMEASURED_ID =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private HistoryEntries() {}

  /**
   * Creates the entry of a record of head alone: the values of its valid launches, and the ratios
   * of its rounds.
   *
   * @param provenance of what was measured; its commit should be that of the record
   */
  public static HistoryEntry ofRun(
      StoredRecord record, Provenance provenance, @Nullable String verdict, List<String> notes) {
    return entry(
        record,
        Kind.RUN,
        provenance,
        verdict,
        null,
        notes,
        series(record.record(), HistoryEntries::ofHead));
  }

  /** Creates the entry of a comparison, which is no point, as head shared its machine. */
  public static HistoryEntry ofComparison(
      StoredRecord record,
      Provenance provenance,
      @Nullable String verdict,
      Confirmation confirmation) {
    return entry(record, Kind.COMPARISON, provenance, verdict, confirmation, List.of(), List.of());
  }

  /**
   * Creates the entry of an earlier commit, base of a comparison with a commit that has a run.
   * Machines drift from day to day, so only their ratio is kept: each value is the mean of the run
   * times base over head in the same round. What is counted exactly is as counted. A series is left
   * out where the run has none, even a ratio; where it had another load, or head has a 0. There is
   * no verdict, as that of the comparison is about head.
   *
   * @param provenance of base
   * @param reference the run of head
   */
  public static HistoryEntry ofBackfill(
      MeasurementRecord record,
      Provenance provenance,
      Confirmation confirmation,
      HistoryEntry reference) {
    Variant base = Objects.requireNonNull(record.variant(Side.BASE));
    Set<SeriesName> known =
        reference.series().stream().map(HistorySeries::name).collect(toUnmodifiableSet());
    List<HistorySeries> series =
        series(
                record,
                (launches, mode, metric) ->
                    atLevel(reference, loads(record), launches, mode, metric))
            .stream()
            .filter(each -> known.contains(each.name()))
            .toList();
    return new HistoryEntry(
        HistoryEntry.WITH_LOADS,
        record.id(),
        Kind.BACKFILL,
        record.createdAt(),
        provenance,
        base.tomcat(),
        base.jdk(),
        record.fingerprint(),
        null,
        null,
        confirmation,
        List.of(
            "measured afterwards on %s, against %s"
                .formatted(
                    record.createdAt().atZone(ZoneOffset.UTC).toLocalDate(),
                    shortened(confirmation.head()))),
        series,
        loads(record));
  }

  /** Creates the entry of a comparison that could not be made; it is no point. */
  public static HistoryEntry ofUnmeasured(
      Instant at, String base, Provenance head, Unmeasured why) {
    return unmeasured(
        at,
        Kind.COMPARISON,
        head,
        new Confirmation(base, head.commit(), List.of(), why, null),
        note(base, why));
  }

  /** Creates the entry of an earlier commit that could not be compared with head. */
  public static HistoryEntry ofUnmeasuredBackfill(
      Instant at, Provenance base, String head, Unmeasured why) {
    return unmeasured(
        at,
        Kind.BACKFILL,
        base,
        new Confirmation(base.commit(), head, List.of(), why, null),
        switch (why.cause()) {
          case ALIKE -> "once built, it is like " + shortened(head);
          case FAILED -> "it does not build, start or answer";
        });
  }

  private static HistoryEntry unmeasured(
      Instant at, Kind kind, Provenance provenance, Confirmation confirmation, String note) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        UNMEASURED_ID.format(at) + "-unmeasured",
        kind,
        at,
        provenance,
        null,
        null,
        NOT_MEASURED,
        null,
        null,
        confirmation,
        List.of(note),
        List.of(),
        null);
  }

  private static String shortened(String commit) {
    return commit.substring(0, Math.min(SHOWN, commit.length()));
  }

  private static String note(String base, Unmeasured why) {
    return switch (why.cause()) {
      case ALIKE ->
          "%s was not measured against %s: once built, both are alike"
              .formatted(why.scenario(), base);
      case FAILED -> "%s could not be measured against %s".formatted(why.scenario(), base);
    };
  }

  private static HistoryEntry entry(
      StoredRecord stored,
      Kind kind,
      Provenance provenance,
      @Nullable String verdict,
      @Nullable Confirmation confirmation,
      List<String> notes,
      List<HistorySeries> series) {
    MeasurementRecord record = stored.record();
    Variant head = Objects.requireNonNull(record.variant(Side.HEAD));
    @Nullable Map<String, String> loads = series.isEmpty() ? null : loads(record);
    return new HistoryEntry(
        loads == null ? HistoryEntry.SCHEMA : HistoryEntry.WITH_LOADS,
        record.id(),
        kind,
        record.createdAt(),
        provenance,
        head.tomcat(),
        head.jdk(),
        record.fingerprint(),
        stored.sha256(),
        verdict,
        confirmation,
        notes,
        series,
        loads);
  }

  public static Map<String, String> loads(MeasurementRecord record) {
    return record.scenarios().stream().collect(toMap(Scenario::name, Scenario::load));
  }

  /** The values of one scenario's valid launches, by round; empty to leave the series out. */
  private interface RoundValues {
    Map<Integer, Double> of(List<Launch> launches, Mode mode, Metric metric);
  }

  private static List<HistorySeries> series(MeasurementRecord record, RoundValues values) {
    Map<String, List<Launch>> byScenario =
        record.launches().stream()
            .filter(Launch::valid)
            .collect(groupingBy(Launch::scenario, TreeMap::new, toList()));
    List<HistorySeries> series = new ArrayList<>();
    byScenario.forEach((scenario, launches) -> {
      for (Metric metric : Metric.values()) {
        Map<Integer, Double> platform = values.of(launches, Mode.PLATFORM, metric);
        Map<Integer, Double> virtual = values.of(launches, Mode.VIRTUAL, metric);
        String unit = metric.unit().symbol();
        Stream.of(
                series(scenario, Mode.PLATFORM.label(), metric, unit, platform.values()),
                series(scenario, Mode.VIRTUAL.label(), metric, unit, virtual.values()),
                series(scenario, RATIO, metric, "ratio", ratios(platform, virtual)))
            .flatMap(Optional::stream)
            .forEach(series::add);
      }
    });
    return series;
  }

  private static Map<Integer, Double> ofHead(List<Launch> launches, Mode mode, Metric metric) {
    return byRound(launches, Side.HEAD, mode, metric);
  }

  private static Map<Integer, Double> atLevel(
      HistoryEntry run,
      Map<String, String> loads,
      List<Launch> launches,
      Mode mode,
      Metric metric) {
    String scenario = launches.getFirst().scenario();
    SeriesName name = new SeriesName(scenario, mode.label(), metric.label());
    OptionalDouble level =
        run.series().stream()
            .filter(each -> each.name().equals(name))
            .filter(each ->
                metric.isExact()
                    || run.load(scenario).equals(Optional.ofNullable(loads.get(scenario))))
            .flatMapToDouble(each -> each.values().stream().mapToDouble(Double::doubleValue))
            .average();
    Map<Integer, Double> base = byRound(launches, Side.BASE, mode, metric);
    Map<Integer, Double> head = byRound(launches, Side.HEAD, mode, metric);
    if (level.isPresent() && metric.isExact()) {
      return base;
    }
    if (level.isEmpty() || head.values().stream().anyMatch(value -> value <= 0)) {
      return Map.of();
    }
    Map<Integer, Double> now = new TreeMap<>();
    head.forEach((round, below) -> {
      Double above = base.get(round);
      if (above != null) {
        now.put(round, level.getAsDouble() * above / below);
      }
    });
    return now;
  }

  private static Optional<HistorySeries> series(
      String scenario, String mode, Metric metric, String unit, Collection<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new HistorySeries(
                scenario, mode, metric.label(), unit, metric.direction(), List.copyOf(values)));
  }

  /** Returns none if one value is a bound: dropping only that round would be selection by value. */
  private static Map<Integer, Double> byRound(
      List<Launch> launches, Side side, Mode mode, Metric metric) {
    Map<Integer, Double> values = new TreeMap<>();
    for (Launch launch : launches) {
      if (launch.isOf(side) && launch.mode() == mode) {
        Optional<Sample> sample = launch.sample(metric);
        if (sample.filter(Sample::isBound).isPresent()) {
          return Map.of();
        }
        sample.ifPresent(one -> values.put(launch.round(), one.value()));
      }
    }
    return values;
  }

  /**
   * Returns the ratio of virtual to platform per round. Any value of 0 yields no ratios at all, as
   * dropping that round would be selection by value.
   */
  public static List<Double> ratios(Map<Integer, Double> platform, Map<Integer, Double> virtual) {
    List<Double> ratios = new ArrayList<>();
    for (Map.Entry<Integer, Double> round : platform.entrySet()) {
      double below = round.getValue();
      Double above = virtual.get(round.getKey());
      if (above == null) {
        continue;
      }
      if (above <= 0 || below <= 0) {
        return List.of();
      }
      ratios.add(above / below);
    }
    return ratios;
  }
}
