package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.results.Fingerprint;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.trend.TrendFloors;
import org.jspecify.annotations.Nullable;

/**
 * On which machines a history was measured, and what was calibrated there. History knows hosts only
 * by fingerprints that toolchains are part of; the newest whole record of each tells the machine.
 */
final class HostsOfHistory {
  private final History history;
  private final Path records;
  private final Map<String, Optional<Measured>> known = new HashMap<>();

  /** Of a history with its folder of whole records. */
  HostsOfHistory(History history, Path records) {
    this.history = history;
    this.records = records;
  }

  /** What a calibration is of, and the loads it may know. */
  private record Measured(String host, String profile, String engine, List<Scenario> scenarios) {}

  /** What the calibrations say of each fingerprint that one of them is of. */
  TrendFloors floors(List<StoredCalibration> calibrations) {
    if (calibrations.isEmpty()) {
      return TrendFloors.NONE;
    }
    Map<String, HistoryEntry> newest = new LinkedHashMap<>();
    history.entries().stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
        .filter(entry -> Files.exists(HistoryStore.recordFile(records, entry)))
        .forEach(entry -> newest.put(entry.fingerprint(), entry));
    Map<String, NoiseFloors> floors = new HashMap<>();
    newest.forEach((fingerprint, entry) ->
        measured(entry)
            .flatMap(run -> floors(run, calibrations))
            .ifPresent(found -> floors.put(fingerprint, found)));
    return TrendFloors.of(floors);
  }

  private static Optional<NoiseFloors> floors(Measured run, List<StoredCalibration> calibrations) {
    return calibrations.stream()
        .filter(stored -> stored.calibration().isOf(run.host(), run.profile(), run.engine()))
        .findFirst()
        .map(stored -> stored.floors(run.scenarios()));
  }

  /** The hash of the machine of the newest run, where its record is there and can be read. */
  @Nullable String newest() {
    try {
      return history.entries().reversed().stream()
          .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
          .findFirst()
          .flatMap(this::measured)
          .map(Measured::host)
          .orElse(null);
    } catch (RecordException e) {
      return null; // the pages of the history name the fault
    }
  }

  private Optional<Measured> measured(HistoryEntry entry) {
    return known.computeIfAbsent(entry.id(), id -> read(entry));
  }

  private Optional<Measured> read(HistoryEntry entry) {
    Path file = HistoryStore.recordFile(records, entry);
    if (entry.record() == null || !Files.exists(file)) {
      return Optional.empty();
    }
    MeasurementRecord record = StoredRecord.read(file).record();
    return Optional.of(
        new Measured(
            Fingerprint.ofHost(record.host()),
            record.profile(),
            record.engine(),
            record.scenarios()));
  }
}
