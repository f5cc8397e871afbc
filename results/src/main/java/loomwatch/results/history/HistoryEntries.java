package loomwatch.results.history;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
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
import org.jspecify.annotations.Nullable;

public final class HistoryEntries {
  private static final String NOT_MEASURED = "not measured";

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
    return entry(record, Kind.RUN, provenance, verdict, null, notes, series(record.record()));
  }

  /** Creates the entry of a comparison, which is no point, as head shared its machine. */
  public static HistoryEntry ofComparison(
      StoredRecord record,
      Provenance provenance,
      @Nullable String verdict,
      Confirmation confirmation) {
    return entry(record, Kind.COMPARISON, provenance, verdict, confirmation, List.of(), List.of());
  }

  /** Creates the entry of a comparison that could not be made; it is no point. */
  public static HistoryEntry ofUnmeasured(
      Instant at, String base, Provenance head, Unmeasured why) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        UNMEASURED_ID.format(at) + "-unmeasured",
        HistoryEntry.Kind.COMPARISON,
        at,
        head,
        null,
        null,
        NOT_MEASURED,
        null,
        null,
        new Confirmation(base, head.commit(), List.of(), why, null),
        List.of(note(base, why)),
        List.of(),
        null);
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

  private static List<HistorySeries> series(MeasurementRecord record) {
    Map<String, List<Launch>> byScenario =
        record.launches().stream()
            .filter(launch -> launch.valid() && launch.isOf(Side.HEAD))
            .collect(groupingBy(Launch::scenario, TreeMap::new, toList()));
    List<HistorySeries> series = new ArrayList<>();
    byScenario.forEach((scenario, launches) -> {
      for (Metric metric : Metric.values()) {
        Map<Integer, Double> platform = byRound(launches, Mode.PLATFORM, metric);
        Map<Integer, Double> virtual = byRound(launches, Mode.VIRTUAL, metric);
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

  private static Optional<HistorySeries> series(
      String scenario, String mode, Metric metric, String unit, Collection<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new HistorySeries(
                scenario, mode, metric.label(), unit, metric.direction(), List.copyOf(values)));
  }

  /** Returns none if one value is a bound: dropping only that round would be selection by value. */
  private static Map<Integer, Double> byRound(List<Launch> launches, Mode mode, Metric metric) {
    Map<Integer, Double> values = new TreeMap<>();
    for (Launch launch : launches) {
      if (launch.mode() == mode) {
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
