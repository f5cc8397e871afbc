package loomwatch.gate.calibration;

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
  public static List<MeasurementRecord> ofToday(List<MeasurementRecord> records) {
    Map<String, Double> today = new HashMap<>();
    List<MeasurementRecord> alike = new ArrayList<>();
    for (MeasurementRecord record : records.stream().sorted(NEWEST_FIRST).toList()) {
      Map<String, Double> seconds = seconds(record);
      if (seconds.entrySet().stream()
          .allMatch(
              one -> today.getOrDefault(one.getKey(), one.getValue()).equals(one.getValue()))) {
        today.putAll(seconds);
        alike.add(record);
      }
    }
    return List.copyOf(alike.reversed());
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
