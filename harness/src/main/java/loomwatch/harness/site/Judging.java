package loomwatch.harness.site;

import java.util.List;
import java.util.function.Function;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Sha256;

/**
 * What records are judged by for a site: the same that a gate and an alert judge them by.
 *
 * @param thresholds the policy
 * @param calibrations what is known of hosts
 * @param floors what stands beside the changes of a comparison, of those
 */
record Judging(
    Thresholds thresholds,
    List<Calibration> calibrations,
    Function<MeasurementRecord, NoiseFloors> floors) {

  /** By a policy alone: nothing is known of any host. */
  static Judging by(Thresholds thresholds) {
    return new Judging(thresholds, List.of(), record -> NoiseFloors.NONE);
  }

  Judging {
    calibrations = List.copyOf(calibrations);
  }

  Verdict of(MeasurementRecord record) {
    return Judge.judge(
        record, thresholds, record.comparison() == null ? NoiseFloors.NONE : floors.apply(record));
  }

  /** Of what a run of head alone is judged by. */
  String ofRuns() {
    return thresholds.digest();
  }

  /** Of what a comparison is judged by. */
  String ofComparisons() {
    return Sha256.of(thresholds.digest() + "\n" + calibrations);
  }
}
