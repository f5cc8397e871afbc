package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.verdict.Judge.Demotion;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The noise floors of a host, shown with each change. They do not affect verdicts, unless the host
 * has too many false positives for its regressions to be reliable ({@link Demotion}).
 *
 * @param digest hash of the calibration, {@code sha256:} and 64 hexadecimal digits; null without
 *     one
 * @param floors at most one for each scenario, mode and metric
 * @param distrust description of too many false positives; null where they may be chance
 */
public record NoiseFloors(@Nullable String digest, List<Floor> floors, @Nullable String distrust) {
  /** The floors of a host that was not calibrated. */
  public static final NoiseFloors NONE = new NoiseFloors(null, List.of(), null);

  /** A noise floor in percent: 95 % of comparisons of one service with itself are below it. */
  public record Floor(String scenario, Mode mode, Metric metric, double percent) {
    private MetricKey key() {
      return MetricKey.of(scenario, mode, metric);
    }
  }

  public NoiseFloors {
    floors = List.copyOf(floors);
  }

  /** Returns the line with the noise floor of its change, if there are both. */
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
