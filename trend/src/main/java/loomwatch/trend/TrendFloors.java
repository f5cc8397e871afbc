package loomwatch.trend;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.results.history.HistorySeries.SeriesName;

/**
 * The minimum noise that trend detection assumes on calibrated hosts, with the calibrations'
 * hashes.
 *
 * @param deviations standard deviation of logarithms by fingerprint and series, above 0
 */
public record TrendFloors(List<String> digests, Map<String, Map<SeriesName, Double>> deviations) {

  /** The floors without a calibrated host. */
  public static final TrendFloors NONE = new TrendFloors(List.of(), Map.of());

  /** Half width of a normal distribution's central 95 %, in standard deviations. */
  private static final double WITHIN_95_PERCENT = 1.96;

  public TrendFloors {
    digests = List.copyOf(digests);
    deviations = Map.copyOf(deviations);
  }

  /**
   * Converts calibrations by fingerprint. 95 % of comparisons of one service with itself differ by
   * at most the floor, so the standard deviation is ln(1 + floor) ÷ 1.96. Pairing cancels
   * day-to-day variation of the host, so points of a trend vary at least as much.
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

  /** Returns the minimum standard deviation of a series. */
  double of(String fingerprint, SeriesName series) {
    return Math.max(
        SeriesAssessment.NOISE_FLOOR,
        deviations.getOrDefault(fingerprint, Map.of()).getOrDefault(series, 0.0));
  }
}
