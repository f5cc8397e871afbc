package loomwatch.judge.calibration;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.BadFileException.Problem;

/**
 * Requires a blocking tolerance to be at least twice the host's noise floor. Below that, unchanged
 * code shows changes as large as the tolerance, and comparisons end inconclusive.
 */
public final class FloorRule {
  private FloorRule() {}

  /**
   * Rejects thresholds that are stricter than the host's noise allows.
   *
   * @param scenarios compared scenarios; the others, and noise at another load, are ignored
   * @param measured whether a metric is compared; the others are ignored
   * @throws BadFileException with each entry at fault, its position and the minimum tolerance
   */
  public static void require(
      Thresholds thresholds,
      Calibration calibration,
      List<Scenario> scenarios,
      Predicate<Metric> measured) {
    List<Breach> breaches = new ArrayList<>();
    for (Noise noise : calibration.noiseOf(scenarios)) {
      thresholds
          .tolerance(noise.scenario(), noise.mode(), noise.metric())
          .filter(Limit::gates)
          .filter(tolerance -> noise.metric().repeats())
          .filter(tolerance -> noise.decides() && measured.test(noise.metric()))
          .filter(tolerance -> noise.forbids(100 * tolerance.fraction()))
          .ifPresent(tolerance -> breaches.add(new Breach(tolerance, noise)));
    }
    if (!breaches.isEmpty()) {
      throw new BadFileException(
          breaches.stream()
              .collect(groupingBy(Breach::position, LinkedHashMap::new, toList()))
              .values()
              .stream()
              .map(FloorRule::problem)
              .toList());
    }
  }

  private record Breach(Tolerance tolerance, Noise noise) {
    Position position() {
      return tolerance.terms().position();
    }
  }

  /** Reports one problem for each entry of the thresholds, by its noisiest metric. */
  private static Problem problem(List<Breach> ofEntry) {
    Breach worst =
        ofEntry.stream()
            .max(Comparator.comparingDouble(breach -> breach.noise().floorPercent()))
            .orElseThrow();
    Noise noise = worst.noise();
    return new Problem(
        worst.position(),
        ("tolerance must be at least %s %%, twice the noise floor of this host (%s %% for %s of %s with"
                + " %s threads, from %d comparisons of one service with itself), was %s %%")
            .formatted(
                figure(Calibration.FLOORS * noise.floorPercent(), RoundingMode.CEILING),
                figure(noise.floorPercent(), RoundingMode.HALF_UP),
                noise.metric().label(),
                noise.scenario(),
                noise.mode().label(),
                noise.comparisons(),
                figure(100 * worst.tolerance().fraction(), RoundingMode.HALF_UP)),
        "",
        "Raise it, let it inform (gate: false), or measure on a quieter host or with a longer"
            + " profile; docs/machine.md says more.");
  }

  /** Formats two digits; the minimum is rounded up, so that it is accepted. */
  private static String figure(double percent, RoundingMode rounding) {
    return BigDecimal.valueOf(percent)
        .round(new MathContext(2, rounding))
        .stripTrailingZeros()
        .toPlainString();
  }
}
