package loomwatch.gate.calibration;

import static java.util.Comparator.comparing;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Slice;

/** How the load of a comparison was cut: what its pairs differ by depends on it. */
public final class Slices {
  private Slices() {}

  /** Those that are cut as the newest one is; what an older Loomwatch cut otherwise is not. */
  public static List<MeasurementRecord> ofToday(List<MeasurementRecord> records) {
    return records.stream()
        .max(comparing(MeasurementRecord::id))
        .map(Slices::seconds)
        .map(today -> records.stream().filter(record -> seconds(record).equals(today)).toList())
        .orElse(List.of());
  }

  /** The length of the slices of each scenario that has any, in seconds. */
  public static Map<String, Double> seconds(MeasurementRecord record) {
    Map<String, Double> seconds = new TreeMap<>();
    for (Launch launch : record.launches()) {
      launch.slices().stream()
          .map(Slice::load)
          .findFirst()
          .ifPresent(load -> seconds.putIfAbsent(launch.scenario(), load.durationSeconds()));
    }
    return seconds;
  }
}
