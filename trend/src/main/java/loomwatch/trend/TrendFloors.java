package loomwatch.trend;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.results.history.HistorySeries.SeriesName;

/**
 * How much the calibrated hosts of a history differ from themselves: the least noise the alarm
 * reckons with, however alike its last points were.
 *
 * @param digests of the calibrations' files, ascending; the report names them
 * @param deviations by fingerprint and series: the standard deviation of logarithms, above 0
 */
public record TrendFloors(List<String> digests, Map<String, Map<SeriesName, Double>> deviations) {

  /** No host was calibrated. */
  public static final TrendFloors NONE = new TrendFloors(List.of(), Map.of());

  /** Of a normal distribution, within so many standard deviations lie 95 %. */
  private static final double WITHIN_95_PERCENT = 1.96;

  public TrendFloors {
    digests = List.copyOf(digests);
    deviations = Map.copyOf(deviations);
  }

  /**
   * From the calibration of each fingerprint's host. A floor is what 95 % of comparisons of one
   * service with itself differ by at most, so its deviation is ln(1 + floor) ÷ 1.96. Pairs cancel
   * what a host does from day to day: points of a trend vary at least as much.
   */
  public static TrendFloors of(Map<String, NoiseFloors> byFingerprint) {
    Map<String, Map<SeriesName, Double>> deviations = new HashMap<>();
    byFingerprint.forEach((fingerprint, floors) -> {
      Map<SeriesName, Double> ofHost = new HashMap<>();
      for (NoiseFloors.Floor floor : floors.floors()) {
        if (floor.percent() > 0) {
          ofHost.put(
              new SeriesName(floor.scenario(), floor.mode().label(), floor.metric().label()),
              Math.log1p(floor.percent() / 100) / WITHIN_95_PERCENT);
        }
      }
      deviations.put(fingerprint, Map.copyOf(ofHost));
    });
    List<String> digests =
        byFingerprint.values().stream()
            .map(NoiseFloors::digest)
            .filter(digest -> digest != null)
            .distinct()
            .sorted()
            .toList();
    return new TrendFloors(digests, deviations);
  }

  /** The least standard deviation of that series there. */
  double of(String fingerprint, SeriesName series) {
    return Math.max(
        SeriesAssessment.NOISE_FLOOR,
        deviations.getOrDefault(fingerprint, Map.of()).getOrDefault(series, 0.0));
  }
}
