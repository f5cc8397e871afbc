package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.harness.calibrate.CalibrationFolder;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is known of the hosts that measured a history: the option for it. */
final class HistoryCalibrationOption {
  private static final String FOLDER = "calibration";

  @Option(
      names = "--calibration",
      hidden = true,
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
    return CalibrationFolder.current(from);
  }
}
