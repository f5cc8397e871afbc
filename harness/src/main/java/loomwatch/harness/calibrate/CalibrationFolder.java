package loomwatch.harness.calibrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;

/** A folder of calibrations, {@code FILE.json} or {@code NAME/calibration.json} each. */
public final class CalibrationFolder {
  private CalibrationFolder() {}

  /**
   * Every calibration of today's rules in it, by path; none where there is no such folder. Others
   * are warned of.
   *
   * @throws RecordException when one cannot be read
   */
  public static List<StoredCalibration> current(Path folder) {
    List<StoredCalibration> found = new ArrayList<>();
    for (Path file : files(folder)) {
      StoredCalibration stored = StoredCalibration.read(file);
      if (stored.isCurrent()) {
        found.add(stored);
      } else {
        System.err.println(
            "loomwatch: warning: %s is of other rules and is left out; %s"
                .formatted(file, remedy(file)));
      }
    }
    return List.copyOf(found);
  }

  /** Of one that was copied nobody knows where its records are. */
  private static String remedy(Path file) {
    return file.endsWith(StoredCalibration.FILE)
        ? "./loomwatch calibrate --table --out %s makes it anew".formatted(file.resolveSibling(""))
        : "make it anew by ./loomwatch calibrate --table --out FOLDER, where its records are";
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> below = Files.list(folder)) {
      return below
          .map(each -> Files.isDirectory(each) ? each.resolve(StoredCalibration.FILE) : each)
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
}
