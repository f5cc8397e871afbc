package loomwatch.harness.calibrate;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.harness.calibrate.CalibrateJob.ComparisonKind;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.Calibrator;
import loomwatch.judge.calibration.Calibrator.LoadComparability;
import loomwatch.judge.calibration.JudgedComparison;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.variants.VariantSpec.FaultSyntax;
import loomwatch.reporting.publish.UntrustedRun;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.StrictJson;
import loomwatch.results.Variant;
import loomwatch.results.files.RecordException;

/**
 * A permanent archive of campaigns, such as on gh-pages: a folder for each host, profile and
 * generator, named by {@link StoredCalibration#folder}, with {@code calibration.json} and its
 * packed records, {@linkplain MeasurementRecord#lean lean}. Records come from another machine and
 * are checked as untrusted input; their names are never used as paths.
 *
 * @param path of the archive; the first record creates it
 * @param most how many of the newest comparisons of each kind are kept; at least 1
 */
public record CalibrationArchive(Path path, int most) {
  /** Maximum of one addition, more than a machine measures in a day. */
  private static final int MOST_ADDED = 500;

  /**
   * Adds records and computes the calibrations of their hosts again. A refused record leaves all
   * unchanged.
   *
   * @param from folders with {@code record.json} below; links are not followed
   * @return the new calibrations, by path
   */
  public List<StoredCalibration> add(
      List<Path> from, UntrustedRun.Known known, Thresholds thresholds) throws IOException {
    List<MeasurementRecord> added = new ArrayList<>();
    for (Path run : runs(from)) {
      MeasurementRecord record = UntrustedRun.read(run, known, thresholds).record();
      requireFault(record, run);
      // Refused before anything is written, as a newer record of other scenarios replaces the
      // others.
      added.add(JudgedComparison.of(record, thresholds).record());
    }
    SortedSet<Path> touched = new TreeSet<>();
    for (MeasurementRecord record : added) {
      Path folder =
          StoredCalibration.folder(path, record.profile(), record.generator(), record.host());
      CampaignStore.ofComparisons(folder).pack(record.id(), inOneLine(record.lean()));
      touched.add(folder);
    }
    List<StoredCalibration> made = new ArrayList<>();
    for (Path folder : touched) {
      StoredCalibration calibration =
          StoredCalibration.of(
              Calibrator.of(newest(CampaignStore.ofComparisons(folder)), thresholds));
      calibration.keep(folder);
      made.add(calibration);
    }
    return List.copyOf(made);
  }

  private static List<Path> runs(List<Path> from) throws IOException {
    List<Path> runs = new ArrayList<>();
    for (Path folder : from) {
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.endsWith("record.json"))
            .map(file -> file.resolveSibling(""))
            .sorted()
            .limit(MOST_ADDED + 1L)
            .forEach(runs::add);
      }
    }
    if (runs.size() > MOST_ADDED) {
      throw new RecordException(
          "records to keep must be at most %d at once, were more; nothing was kept"
              .formatted(MOST_ADDED));
    }
    if (runs.isEmpty()) {
      throw new UsageException(
          "%s must hold a record.json below, did not; name the folder of a calibration's comparisons"
              .formatted(String.join(", ", from.stream().map(Path::toString).toList())));
    }
    return runs;
  }

  private static void requireFault(MeasurementRecord record, Path run) {
    Variant head = record.variants().get("head");
    String fault = head == null ? null : head.fault();
    Optional<String> refusal = fault == null ? Optional.empty() : FaultSyntax.refusal(fault);
    if (refusal.isPresent()) {
      throw new RecordException(run.resolve("record.json") + ": " + refusal.get());
    }
  }

  /** Returns the newest of each kind with the current scenarios and windows; removes others. */
  private List<MeasurementRecord> newest(CampaignStore<MeasurementRecord> store)
      throws IOException {
    List<MeasurementRecord> all =
        store.records().stream()
            .sorted(Comparator.comparing(MeasurementRecord::id).reversed())
            .toList();
    Set<MeasurementRecord> alike = new HashSet<>(LoadComparability.asInTheNewest(all));
    Map<ComparisonKind, Integer> counts = new HashMap<>();
    List<MeasurementRecord> kept = new ArrayList<>();
    for (MeasurementRecord record : all) {
      boolean ofToday =
          record.scenarios().equals(all.getFirst().scenarios()) && alike.contains(record);
      if (ofToday && counts.merge(ComparisonKind.of(record), 1, Integer::sum) <= most) {
        kept.add(record);
      } else {
        if (!ofToday) {
          OngoingMeasurement.say(
              "calibration: %s is of other scenarios or windows, and is left out"
                  .formatted(store.directory(record.id())));
        }
        store.remove(record.id());
      }
    }
    return kept;
  }

  /** Removes indentation, a third of the packed size. */
  private static String inOneLine(MeasurementRecord record) throws IOException {
    JsonNode json = StrictJson.WITHOUT_NULLS.readTree(StoredRecord.of(record).text());
    return StrictJson.WITHOUT_NULLS.writeValueAsString(json);
  }
}
