package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Slice;

/** How long the slices of comparisons are: what pairs differ by depends on it (decision 19). */
public final class SliceLengths {
  private static final Comparator<MeasurementRecord> NEWEST_FIRST =
      Comparator.comparing(MeasurementRecord::id).reversed();

  private SliceLengths() {}

  /** Those that cut each scenario as the newest one that has it does; in the order measured. */
  public static List<MeasurementRecord> asInTheNewest(List<MeasurementRecord> records) {
    Map<String, Double> newest = new HashMap<>();
    List<MeasurementRecord> alike = new ArrayList<>();
    for (MeasurementRecord record : records.stream().sorted(NEWEST_FIRST).toList()) {
      if (are(newest, record)) {
        newest.putAll(seconds(record));
        alike.add(record);
      }
    }
    return List.copyOf(alike.reversed());
  }

  /**
   * Whether a record cuts its load so.
   *
   * @param lengths by scenario, in seconds; of one that is not there any length will do
   */
  public static boolean are(Map<String, Double> lengths, MeasurementRecord record) {
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
