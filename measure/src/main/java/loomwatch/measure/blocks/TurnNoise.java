package loomwatch.measure.blocks;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import loomwatch.results.Metric;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * How sure what two arms differ by is, from how much that changes from turn to turn. It looks at
 * the spread alone, whose sign nobody knows, so to load on until it is small favours no verdict.
 */
final class TurnNoise {
  /** Standard error of a pair's difference: half a gating tolerance of CPU. */
  private static final double SMALL = 0.02;

  /** Of a normal sample: the median's standard error times the root of its size. */
  private static final double OF_QUARTILES = 1.2533 / 1.3490;

  /** Quartiles of fewer say nothing. */
  private static final int FEWEST = 8;

  private static final List<Metric> LOOKED_AT = List.of(Metric.CPU_PER_REQUEST, Metric.LATENCY_P50);

  private TurnNoise() {}

  /**
   * Whether more turns would tell little; also where there is nothing to compare.
   *
   * @param launches those that matter
   * @param round how many the load goes round
   */
  static boolean isSmall(List<RunningLaunch> launches, int round) {
    for (RunningLaunch head : launches) {
      for (RunningLaunch base : launches) {
        if (base != head
            && base.place().isBaseOf(head.place())
            && LOOKED_AT.stream()
                .anyMatch(
                    metric -> standardError(differences(metric, base, head, round)) > SMALL)) {
          return false;
        }
      }
    }
    return true;
  }

  private static double[] differences(
      Metric metric, RunningLaunch base, RunningLaunch head, int round) {
    Map<Integer, Double> ofBase = byTurn(metric, base, round);
    return byTurn(metric, head, round).entrySet().stream()
        .filter(entry -> ofBase.containsKey(entry.getKey()))
        .mapToDouble(entry ->
            Math.log(entry.getValue() / Objects.requireNonNull(ofBase.get(entry.getKey()))))
        .toArray();
  }

  /** Of their median; 0 where they are too few to tell. */
  static double standardError(double[] differences) {
    if (differences.length < FEWEST) {
      return 0;
    }
    double[] quartiles = Quantile.withDefaults().evaluate(differences, 0.25, 0.75);
    return OF_QUARTILES * (quartiles[1] - quartiles[0]) / Math.sqrt(differences.length);
  }

  private static Map<Integer, Double> byTurn(Metric metric, RunningLaunch launch, int round) {
    Map<Integer, Double> values = new TreeMap<>();
    for (MeasuredSlice slice : launch.counting()) {
      slice.samples().stream()
          .filter(sample -> sample.metric() == metric && sample.value() > 0)
          .forEach(sample -> values.put(slice.position() / round, sample.value()));
    }
    return values;
  }
}
