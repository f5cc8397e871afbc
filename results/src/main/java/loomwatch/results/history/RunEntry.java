package loomwatch.results.history;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static loomwatch.results.history.HistorySeries.CONTRAST;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.results.Arm;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.RecordJson;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistoryEntry.Kind;
import org.jspecify.annotations.Nullable;

/** Makes the entry of a run: its valid launches' values, and the contrast within its blocks. */
public final class RunEntry {
  private RunEntry() {}

  /**
   * The entry of a record of head alone.
   *
   * @param provenance of what was measured; its commit should be that of the record
   * @param verdict the run's own, such as {@code pass}, or null
   * @param notes what to know about it
   */
  public static HistoryEntry of(
      MeasurementRecord record,
      Provenance provenance,
      @Nullable String verdict,
      List<String> notes) {
    return entry(record, Kind.RUN, provenance, verdict, null, notes, series(record));
  }

  /**
   * The entry of a comparison: it confirms changes and is a point of no series, because its head
   * shared the machine with its base.
   *
   * @param provenance of head
   */
  public static HistoryEntry ofComparison(
      MeasurementRecord record,
      Provenance provenance,
      @Nullable String verdict,
      Confirmation confirmation) {
    return entry(record, Kind.COMPARISON, provenance, verdict, confirmation, List.of(), List.of());
  }

  private static HistoryEntry entry(
      MeasurementRecord record,
      Kind kind,
      Provenance provenance,
      @Nullable String verdict,
      @Nullable Confirmation confirmation,
      List<String> notes,
      List<HistorySeries> series) {
    Subject head = Objects.requireNonNull(record.subject(Arm.HEAD));
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
        Sha256.of(RecordJson.write(record)),
        verdict,
        confirmation,
        notes,
        series,
        loads);
  }

  /** By scenario what {@link HistoryEntry#loads} has of it. */
  public static Map<String, String> loads(MeasurementRecord record) {
    return record.scenarios().stream().collect(toMap(Scenario::name, Scenario::load));
  }

  private static List<HistorySeries> series(MeasurementRecord record) {
    Map<String, List<Launch>> byScenario =
        record.launches().stream()
            .filter(launch -> launch.valid() && launch.isOf(Arm.HEAD))
            .collect(groupingBy(Launch::scenario, TreeMap::new, toList()));
    List<HistorySeries> series = new ArrayList<>();
    byScenario.forEach((scenario, launches) -> {
      for (Metric metric : Metric.values()) {
        Map<Integer, Double> platform = byBlock(launches, Mode.PLATFORM, metric);
        Map<Integer, Double> virtual = byBlock(launches, Mode.VIRTUAL, metric);
        String unit = metric.unit().symbol();
        Stream.of(
                series(scenario, Mode.PLATFORM.label(), metric, unit, platform.values()),
                series(scenario, Mode.VIRTUAL.label(), metric, unit, virtual.values()),
                series(scenario, CONTRAST, metric, "ratio", ratios(platform, virtual)))
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

  /** None where one is a bound: to drop that block alone would be choosing by value. */
  private static Map<Integer, Double> byBlock(List<Launch> launches, Mode mode, Metric metric) {
    Map<Integer, Double> values = new TreeMap<>();
    for (Launch launch : launches) {
      if (launch.mode() == mode) {
        Optional<Sample> sample = launch.sample(metric);
        if (sample.filter(Sample::isBound).isPresent()) {
          return Map.of();
        }
        sample.ifPresent(one -> values.put(launch.block(), one.value()));
      }
    }
    return values;
  }

  /**
   * Virtual over platform, of the blocks that have both. A value of 0 in any of them gives no ratio
   * at all, because dropping that block would be choosing by value.
   *
   * @param platform by block, as virtual is
   */
  public static List<Double> ratios(Map<Integer, Double> platform, Map<Integer, Double> virtual) {
    List<Double> ratios = new ArrayList<>();
    for (Map.Entry<Integer, Double> block : platform.entrySet()) {
      double below = block.getValue();
      Double above = virtual.get(block.getKey());
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
