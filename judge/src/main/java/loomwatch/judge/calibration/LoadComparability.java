package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.Slice;

/**
 * Under which load comparisons were measured: their scenarios, and how long slices are. What pairs
 * differ by depends on both (decision 19).
 */
public final class LoadComparability {
  private static final Comparator<MeasurementRecord> NEWEST_FIRST =
      Comparator.comparing(MeasurementRecord::id).reversed();

  private LoadComparability() {}

  /** Those that load each scenario as the newest one that has it does; in the order measured. */
  public static List<MeasurementRecord> asInTheNewest(List<MeasurementRecord> records) {
    Map<String, Scenario> scenarios = new HashMap<>();
    Map<String, Double> lengths = new HashMap<>();
    List<MeasurementRecord> alike = new ArrayList<>();
    for (MeasurementRecord record : records.stream().sorted(NEWEST_FIRST).toList()) {
      if (isOf(scenarios, record) && isCutInto(lengths, record)) {
        record.scenarios().forEach(scenario -> scenarios.put(scenario.name(), scenario));
        lengths.putAll(seconds(record));
        alike.add(record);
      }
    }
    return List.copyOf(alike.reversed());
  }

  private static boolean isOf(Map<String, Scenario> scenarios, MeasurementRecord record) {
    return record.scenarios().stream()
        .allMatch(one -> scenarios.getOrDefault(one.name(), one).equals(one));
  }

  /**
   * Whether a record cuts its load so.
   *
   * @param lengths of slices by scenario, in seconds; of one that is not there any length will do
   */
  public static boolean isCutInto(Map<String, Double> lengths, MeasurementRecord record) {
    return seconds(record).entrySet().stream()
        .allMatch(one -> lengths.getOrDefault(one.getKey(), one.getValue()).equals(one.getValue()));
  }

  /** By scenario; without those that have no slices. */
  private static Map<String, Double> seconds(MeasurementRecord record) {
    Map<String, Double> seconds = new HashMap<>();
    for (Launch launch : record.launches()) {
      for (Slice slice : launch.slices()) {
        seconds.putIfAbsent(launch.scenario(), slice.load().durationSeconds());
      }
    }
    return seconds;
  }
}
