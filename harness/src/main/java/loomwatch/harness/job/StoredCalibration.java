package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.FloorRule;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;

/** A calibration and its text in a file. */
public record StoredCalibration(String text, Calibration calibration) {
  public static final String FILE = "calibration.json";

  /** Digits of the hash that distinguish a team's hosts. */
  private static final int HASH_DIGITS = 12;

  /** Returns the folder of the comparisons of one host, profile and generator. */
  public static Path folder(Path folders, String profile, String generator, Host host) {
    String hash = Fingerprint.ofHost(host).substring("sha256:".length());
    return folders.resolve(
        String.format(Locale.ROOT, "%s-%s-%s", profile, generator, hash.substring(0, HASH_DIGITS)));
  }

  /** Returns the default folder of this machine. */
  public static Path folder(Installation installation, MeasuringRequest request, Host host) {
    return folder(
        installation.out().resolve("calibration"),
        request.profile().name(),
        request.generator().label(),
        host);
  }

  public static StoredCalibration of(Calibration calibration) {
    return new StoredCalibration(JsonFormats.CALIBRATION.write(calibration), calibration);
  }

  /** Returns the calibration in that folder, if there is one. */
  public static Optional<StoredCalibration> in(Path folder) {
    Path file = folder.resolve(FILE);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  public static StoredCalibration read(Path file) {
    try {
      String text = Files.readString(file);
      return new StoredCalibration(text, JsonFormats.CALIBRATION.read(text, file.toString()));
    } catch (IOException e) {
      throw new RecordException(
          "%s: calibration must be readable, was not: %s; correct its permissions, or remove it"
              .formatted(file, AtomicFile.reason(e)),
          e);
    }
  }

  /**
   * Returns every calibration by the current rules in a folder, {@code FILE.json} or {@code
   * NAME/calibration.json}, by path. Others cause a warning.
   */
  public static List<StoredCalibration> allIn(Path folder) {
    List<StoredCalibration> found = new ArrayList<>();
    for (Path file : files(folder)) {
      StoredCalibration stored = read(file);
      if (stored.isCurrent()) {
        found.add(stored);
      } else {
        System.err.printf(
            "loomwatch: warning: %s is of other rules and is left out; %s%n", file, remedy(file));
      }
    }
    return List.copyOf(found);
  }

  /** Returns the remedy, without a folder where the file was copied. */
  private static String remedy(Path file) {
    return file.endsWith(FILE)
        ? "./loomwatch calibrate --table --out %s makes it again".formatted(file.resolveSibling(""))
        : "make it again by ./loomwatch calibrate --table --out FOLDER, where its records are";
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> below = Files.list(folder)) {
      return below
          .map(each -> Files.isDirectory(each) ? each.resolve(FILE) : each)
          .filter(file -> file.toString().endsWith(".json") && Files.isRegularFile(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new RecordException(
          "%s: calibrations must be readable, were not: %s; correct the folder's permissions"
              .formatted(folder, AtomicFile.reason(e)),
          e);
    }
  }

  public void keep(Path folder) {
    AtomicFile.write(folder.resolve(FILE), text);
  }

  /** Requires the current rules, for a comparison on this machine. */
  StoredCalibration current(Path folder) {
    if (isCurrent()) {
      return this;
    }
    throw new RecordException(
        "%s: rules must be %s and %s, were %s and %s; ./loomwatch calibrate --table --out %s makes it again"
            .formatted(
                folder.resolve(FILE),
                Calibration.RULE,
                Verdict.RULE_OF_COMPARISONS,
                calibration.rule(),
                calibration.judgedBy(),
                folder));
  }

  private boolean isCurrent() {
    return calibration.rule().equals(Calibration.RULE)
        && calibration.judgedBy().equals(Verdict.RULE_OF_COMPARISONS);
  }

  /** Returns whether it has the record's host, profile and generator. */
  public boolean isOf(MeasurementRecord record) {
    return calibration.isOf(
        Fingerprint.ofHost(record.host()), record.profile(), record.generator());
  }

  /** Judges a record with the noise floors of its host. */
  public static Verdict judge(
      MeasurementRecord record, Thresholds thresholds, Optional<StoredCalibration> stored) {
    return Judge.judge(record, thresholds, floors(stored, record));
  }

  /** Returns the noise floors of the record's changes. */
  public static NoiseFloors floors(Optional<StoredCalibration> stored, MeasurementRecord record) {
    return stored.map(one -> one.floors(record.scenarios())).orElse(NoiseFloors.NONE);
  }

  /** Returns the noise floors from the calibration of the record's host, if there is one. */
  public static NoiseFloors floors(List<StoredCalibration> hosts, MeasurementRecord record) {
    return floors(hosts.stream().filter(stored -> stored.isOf(record)).findFirst(), record);
  }

  /** Returns the noise floors of those scenarios. */
  public NoiseFloors floors(List<Scenario> compared) {
    return calibration.floors(Sha256.of(text), compared);
  }

  /** Refuses tolerances that this host cannot decide. */
  public void require(Thresholds thresholds, List<Scenario> scenarios, Predicate<Metric> measured) {
    FloorRule.require(thresholds, calibration, scenarios, measured);
  }
}
