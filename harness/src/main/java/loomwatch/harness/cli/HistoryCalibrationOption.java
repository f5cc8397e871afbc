package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.AtomicFile;
import loomwatch.results.RecordException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is known of the hosts that measured a history. */
final class CalibrationOption {
  private static final String FOLDER = "calibration";

  @Option(
      names = "--calibration",
      paramLabel = "FOLDER",
      description =
          "Folder of calibrations, FILE.json or NAME/calibration.json. Default: calibration beside"
              + " the history, or in the output folder.")
  private @Nullable Path folder;

  /**
   * Every calibration of today's rules in it, by path; none where there is none.
   *
   * @param history whose folder it usually lies beside
   * @throws UsageException when the folder named is not there
   * @throws RecordException when one cannot be read
   */
  List<StoredCalibration> read(Path history) {
    Path usual = history.resolveSibling(FOLDER);
    if (folder != null && !Files.isDirectory(folder)) {
      throw new UsageException(folder + " must be a folder of calibrations, was not");
    }
    Path from = folder != null ? folder : usual;
    if (!Files.isDirectory(from)) {
      from = Installation.ofLauncher().out().resolve(FOLDER);
    }
    return in(from);
  }

  /**
   * Every calibration of today's rules in that folder, by path; none where there is no such folder.
   */
  static List<StoredCalibration> in(Path folder) {
    List<StoredCalibration> found = new ArrayList<>();
    for (Path file : files(folder)) {
      StoredCalibration stored = StoredCalibration.read(file);
      if (stored.isCurrent()) {
        found.add(stored);
      } else {
        System.err.println(
            "loomwatch: warning: %s is of other rules and is left out; ./loomwatch calibrate --table makes it anew"
                .formatted(file));
      }
    }
    return List.copyOf(found);
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
