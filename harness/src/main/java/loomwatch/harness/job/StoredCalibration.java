package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.FloorRule;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Fingerprint;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import loomwatch.tell.json.CalibrationJson;

/**
 * A calibration as it lies in a file.
 *
 * @param text of the file
 * @param calibration what it says
 */
public record StoredCalibration(String text, Calibration calibration) {
  public static final String FILE = "calibration.json";

  /** One that was just made. */
  public static StoredCalibration of(Calibration calibration) {
    return new StoredCalibration(CalibrationJson.write(calibration), calibration);
  }

  /**
   * The one in that folder, if there is one.
   *
   * @throws RecordException when there is something that cannot be read
   */
  public static Optional<StoredCalibration> in(Path folder) {
    Path file = folder.resolve(FILE);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  /**
   * The one in that file.
   *
   * @throws RecordException when it cannot be read
   */
  public static StoredCalibration read(Path file) {
    try {
      String text = Files.readString(file);
      return new StoredCalibration(text, CalibrationJson.read(text, file.toString()));
    } catch (IOException e) {
      throw new RecordException(
          "%s: calibration must be readable, was not: %s; correct its permissions, or remove it"
              .formatted(file, AtomicFile.reason(e)),
          e);
    }
  }

  /** Keeps it in that folder. */
  public void keep(Path folder) {
    AtomicFile.write(folder.resolve(FILE), text);
  }

  /**
   * The same, if it was made by today's rules.
   *
   * @throws RecordException when it was not
   */
  public StoredCalibration current(Path folder) {
    if (isCurrent()) {
      return this;
    }
    throw new RecordException(
        "%s: rules must be %s and %s, were %s and %s; ./loomwatch calibrate --table --out %s makes it anew"
            .formatted(
                folder.resolve(FILE),
                Calibration.RULE,
                Verdict.RULE_OF_COMPARISONS,
                calibration.rule(),
                calibration.judgedBy(),
                folder));
  }

  /** Whether it was made by today's rules. */
  public boolean isCurrent() {
    return calibration.rule().equals(Calibration.RULE)
        && calibration.judgedBy().equals(Verdict.RULE_OF_COMPARISONS);
  }

  /** Whether it tells of that comparison: its host, profile and engine. */
  public boolean isOf(MeasurementRecord record) {
    return calibration.isOf(Fingerprint.ofHost(record.host()), record.profile(), record.engine());
  }

  /** What stands beside that record's changes, if there is one. */
  public static NoiseFloors floors(Optional<StoredCalibration> stored, MeasurementRecord record) {
    return stored.map(one -> one.floors(record.scenarios())).orElse(NoiseFloors.NONE);
  }

  /** What stands beside that record's changes, if one of them is of its host. */
  public static NoiseFloors floors(List<StoredCalibration> hosts, MeasurementRecord record) {
    return floors(hosts.stream().filter(stored -> stored.isOf(record)).findFirst(), record);
  }

  /** What stands beside the changes of those scenarios. */
  public NoiseFloors floors(List<Scenario> compared) {
    return calibration.floors(Sha256.of(text), compared);
  }

  /** Refuses a policy that asks for more than this host can tell of these scenarios. */
  public void require(Thresholds thresholds, List<Scenario> scenarios, Predicate<Metric> measured) {
    FloorRule.require(thresholds, calibration, scenarios, measured);
  }
}
