package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.ChangeFamilies.PairedChange;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;

/**
 * The pairs of launches of one blocking change of a comparison. Changes without a ratio, or reduced
 * to informational, have none.
 *
 * @param tolerance tolerance as a fraction of base; above 0
 * @param family number of changes judged together, including this one
 * @param pairs pairs by round, at least one
 */
public record DecidingPairs(
    String scenario, Mode mode, Metric metric, double tolerance, int family, List<Pair> pairs) {

  /**
   * One launch of each variant, with values above 0.
   *
   * @param difference log ratio of head to base, positive = worse; computed by cycle if there are
   *     windows, so it is only close to that of the two values
   */
  public record Pair(int round, double base, double head, double difference) {}

  public DecidingPairs {
    pairs = List.copyOf(pairs);
  }

  /** Returns the pairs of every blocking change, in the order of reports. */
  public static List<DecidingPairs> of(MeasurementRecord record, Thresholds thresholds) {
    ChangeFamilies rows =
        new ChangeFamilies(
            new VariantLaunches(record, Side.BASE),
            new VariantLaunches(record, Side.HEAD),
            thresholds);
    List<DecidingPairs> deciding = new ArrayList<>();
    for (PairedChange row : rows.ofModes()) {
      if (row.canFail() && row.noRatio().isEmpty()) {
        row.tolerance()
            .map(tolerance -> of(row, tolerance.fraction(), rows))
            .ifPresent(deciding::add);
      }
    }
    return List.copyOf(deciding);
  }

  private static DecidingPairs of(PairedChange row, double tolerance, ChangeFamilies rows) {
    VariantPairs launches = rows.pairs(row);
    double[] base = launches.baseValues();
    double[] head = launches.headValues();
    double[] differences = row.differences().values();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < base.length; i++) {
      pairs.add(new Pair(launches.rounds().get(i), base[i], head[i], differences[i]));
    }
    return new DecidingPairs(
        row.key().scenario(), row.mode(), row.key().metric(), tolerance, rows.familyOf(row), pairs);
  }

  public MetricKey key() {
    return MetricKey.of(scenario, mode, metric);
  }

  /**
   * Returns the smallest change that would have been detected, in percent, as in a verdict.
   *
   * @param deviation standard deviation of the pairs' log ratios
   * @param look analysis of at least two rounds, each with a pair
   */
  public double smallestPercent(double deviation, Look look) {
    double degrees =
        look.rounds() - 1 + (metric.isMedianOverWindows() ? PairedDifferences.PRIOR_DEGREES : 0);
    return ChangeJudge.smallestPercent(
        MeanInterval.of(0, deviation, look.rounds(), degrees), look.alpha(), family);
  }

  /** Returns the log ratios by round, positive = worse. */
  public double[] differences() {
    return pairs.stream().mapToDouble(Pair::difference).toArray();
  }

  public double meanOfBase() {
    return LaunchValues.mean(base());
  }

  public double meanOfHead() {
    return LaunchValues.mean(head());
  }

  /** Returns base's values by round. */
  public double[] base() {
    return pairs.stream().mapToDouble(Pair::base).toArray();
  }

  /** Returns head's values by round. */
  public double[] head() {
    return pairs.stream().mapToDouble(Pair::head).toArray();
  }
}
