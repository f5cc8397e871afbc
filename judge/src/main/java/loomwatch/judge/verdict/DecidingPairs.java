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
 * The pairs of launches behind one change of a comparison that can decide it: what a verdict on it
 * follows from. Changes without a ratio, or reduced to informing, have none.
 *
 * @param tolerance of the thresholds, as a part of base; above 0
 * @param family how many changes a verdict judges together with this one, itself included
 * @param pairs by round, at least one
 */
public record DecidingPairs(
    String scenario, Mode mode, Metric metric, double tolerance, int family, List<Pair> pairs) {

  /**
   * One launch of each variant.
   *
   * @param base its value, above 0
   * @param head its value, above 0
   * @param difference ln(head ÷ base), positive = worse: of their windows, cycle by turns, where
   *     there are such, so it is near to that of the two values and not equal to it
   */
  public record Pair(int round, double base, double head, double difference) {}

  public DecidingPairs {
    pairs = List.copyOf(pairs);
  }

  /** Every one of a comparison, in the order of reports; none in a record of head alone. */
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

  /** What the change is of. */
  public MetricKey key() {
    return MetricKey.of(scenario, mode, metric);
  }

  /**
   * The smallest change that would have been distinguished from none, in percent, as a verdict has
   * it.
   *
   * @param deviation of the pairs' log ratios
   * @param look of two rounds or more, in all of which there is a pair
   */
  public double smallestPercent(double deviation, Look look) {
    double degrees =
        look.rounds() - 1 + (metric.isMedianOverWindows() ? PairedDifferences.PRIOR_DEGREES : 0);
    return ChangeJudge.smallestPercent(
        MeanInterval.of(0, deviation, look.rounds(), degrees), look.alpha(), family);
  }

  /** Positive = worse, by round. */
  public double[] differences() {
    return pairs.stream().mapToDouble(Pair::difference).toArray();
  }

  /** Of base's launches. */
  public double meanOfBase() {
    return LaunchValues.mean(base());
  }

  /** Of head's launches. */
  public double meanOfHead() {
    return LaunchValues.mean(head());
  }

  /** Of base, by round. */
  public double[] base() {
    return pairs.stream().mapToDouble(Pair::base).toArray();
  }

  /** Of head, by round. */
  public double[] head() {
    return pairs.stream().mapToDouble(Pair::head).toArray();
  }
}
