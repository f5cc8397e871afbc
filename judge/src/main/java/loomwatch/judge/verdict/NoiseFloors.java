package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.verdict.Judge.Demotion;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * What comparisons of one service with itself show on this host, to stand beside a change. Floors
 * decide nothing: a verdict is the same without them, unless the host alarms so often that what it
 * calls regressed is not to be believed ({@link Demotion}).
 *
 * @param digest of the calibration they are from, {@code sha256:} and 64 hexadecimal digits; null
 *     where there is none
 * @param floors at most one of a scenario, mode and metric
 * @param distrust the figures of too many false positives; null where they may be chance
 */
public record NoiseFloors(@Nullable String digest, List<Floor> floors, @Nullable String distrust) {
  /** A host that was not calibrated. */
  public static final NoiseFloors NONE = new NoiseFloors(null, List.of(), null);

  /**
   * One of them.
   *
   * @param percent what 95 % of such comparisons differ by at most, either way; at least 0
   */
  public record Floor(String scenario, Mode mode, Metric metric, double percent) {
    private MetricKey key() {
      return MetricKey.of(scenario, mode, metric);
    }
  }

  public NoiseFloors {
    floors = List.copyOf(floors);
  }

  /** Those of a host whose false positives may be chance. */
  public NoiseFloors(@Nullable String digest, List<Floor> floors) {
    this(digest, floors, null);
  }

  /** The line with its floor beside its change, if it has one and the floor is known. */
  MetricVerdict beside(MetricVerdict line) {
    return line.change()
        .flatMap(change ->
            floors.stream()
                .filter(floor -> floor.key().equals(line.key()))
                .findFirst()
                .map(floor -> line.with(change.with(floor))))
        .orElse(line);
  }
}
