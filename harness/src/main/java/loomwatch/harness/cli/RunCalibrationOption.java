package loomwatch.harness.cli;

import java.nio.file.Path;
import loomwatch.harness.calibrate.CalibrationFolder;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.results.MeasurementRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What is known of hosts where a comparison is judged that another machine measured: the option for
 * it.
 */
final class RunCalibrationOption {
  @Option(
      names = "--calibration",
      hidden = true,
      paramLabel = "FOLDER",
      description =
          "Folder of calibrations, such as gh-pages has. That of the run's host, profile and engine"
              + " stands beside the changes; after more false positives than chance allows, what is"
              + " regressed informs. Default: none but one in DIR, for gate.")
  private @Nullable Path folder;

  boolean named() {
    return folder != null;
  }

  /** Of the record's host; none where no folder was named, or it holds none of that host. */
  NoiseFloors floors(MeasurementRecord record) {
    return folder == null
        ? NoiseFloors.NONE
        : StoredCalibration.floors(CalibrationFolder.current(folder), record);
  }
}
