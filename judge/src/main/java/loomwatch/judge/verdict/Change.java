package loomwatch.judge.verdict;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.Size.Levels;
import loomwatch.judge.verdict.Change.Size.OnePair;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.results.Count;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * The change from base to head, paired within rounds; for a ratio the change of virtual relative to
 * the change of platform.
 *
 * @param floorPercent noise floor of this host: 95 % of comparisons of one service with itself
 *     differ by at most that, either way; empty without a calibration
 */
public record Change(int pairs, Size size, ChangeAssessment standing, OptionalDouble floorPercent) {

  /** Returns the size, if there is a ratio. */
  public Optional<Ratio> ratio() {
    return size instanceof Ratio ratio ? Optional.of(ratio) : Optional.empty();
  }

  /** Returns the size, if there is an interval. */
  public Optional<SeveralPairs> bounded() {
    return size instanceof SeveralPairs several ? Optional.of(several) : Optional.empty();
  }

  /** Returns the result against the tolerance, if there is one. */
  public Optional<Judged> judged() {
    return standing instanceof Judged judged ? Optional.of(judged) : Optional.empty();
  }

  public Optional<LimitResult> found() {
    return judged().map(Judged::found);
  }

  Change with(NoiseFloors.Floor floor) {
    return new Change(pairs, size, standing, OptionalDouble.of(floor.percent()));
  }

  /**
   * The size of a change. Levels are geometric means over the pairs, in the metric's unit; for a
   * ratio they are virtual ÷ platform.
   */
  public sealed interface Size {

    /** No round has valid launches of both variants. */
    record NoPair() implements Size {}

    sealed interface Levels extends Size {
      double base();

      double head();
    }

    /** There is no ratio, because a value is 0. */
    record NoRatio(double base, double head) implements Levels {}

    sealed interface Ratio extends Levels {
      /**
       * Returns 100(eˣ − 1), where x is the mean log ratio; positive = worse. It is computed from
       * the windows of each cycle, where there are windows, so it differs slightly from head ÷
       * base.
       */
      double percent();
    }

    /** One pair, which has no interval. */
    record OnePair(double base, double head, double percent) implements Ratio {}

    /**
     * Two pairs or more.
     *
     * @param interval 90 % interval of {@code percent}
     * @param mdePercent smallest effect that would have been detected, among the metrics judged
     *     together, with about 90 % power (.7 at the fewest pairs that can detect one); empty
     *     before the first interim analysis
     */
    record SeveralPairs(
        double base, double head, double percent, Interval interval, OptionalDouble mdePercent)
        implements Ratio {}
  }

  /** How a change was tested. */
  public sealed interface ChangeAssessment {

    /** There is no tolerance and no test. */
    record Untested() implements ChangeAssessment {}

    /**
     * A ratio without a tolerance, tested in both directions.
     *
     * @param p adjusted for the other ratios
     */
    record TwoSided(double p) implements ChangeAssessment {}

    /**
     * A change with a tolerance.
     *
     * @param tested test against no change; empty without a ratio
     * @param found result against the tolerance alone
     * @param suspected whether more rounds may turn it into a blocking regression
     */
    record Judged(
        double tolerancePercent, Optional<Tested> tested, LimitResult found, boolean suspected)
        implements ChangeAssessment {}

    /**
     * The adjusted one-sided p values: the chance of a change this large or larger in any metric
     * judged together, if nothing changed. {@code worse} is for the worse, {@code better} for the
     * better.
     */
    record Tested(double worse, double better) {}
  }

  /**
   * The change relative to base's value, for messages only; tolerances and floors are on the
   * verdict's scale. If higher is better, the verdict's percentage is how much larger base is than
   * head: a drop from 2,000 to 1,000 requests/s is 100 % there and 50 % here.
   *
   * @param percent deterioration in percent of base
   * @param interval 90 % interval of {@code percent}; null without an interval
   * @param mdePercent smallest effect that would have been detected; empty if unknown
   */
  public record HeadRelativeChange(
      double percent, @Nullable Interval interval, OptionalDouble mdePercent) {

    public static HeadRelativeChange of(Metric metric, Ratio judged) {
      return switch (judged) {
        case OnePair one ->
            new HeadRelativeChange(worse(metric, one.percent()), null, OptionalDouble.empty());
        case SeveralPairs several ->
            new HeadRelativeChange(
                worse(metric, several.percent()),
                worse(metric, several.interval()),
                several.mdePercent().isPresent()
                    ? OptionalDouble.of(worse(metric, several.mdePercent().getAsDouble()))
                    : OptionalDouble.empty());
      };
    }

    /** Converts a verdict's percentage to a deterioration in percent of base. */
    public static double worse(Metric metric, double percent) {
      return metric.direction() == Direction.LOWER_IS_BETTER
          ? percent
          : 100 * percent / (100 + percent);
    }

    private static Interval worse(Metric metric, Interval interval) {
      return new Interval(worse(metric, interval.low()), worse(metric, interval.high()));
    }

    /**
     * Formats the growth of the value itself, for readers who do not know that positive is worse:
     * {@code -6.00 % [-6.54, -5.46]} for a capacity that fell from 20,000 to 18,800 requests/s.
     * Without an interval, as of an exact count, it is both levels: {@code 12 → 24}.
     */
    public static String grew(Metric metric, Levels size) {
      if (!(size instanceof SeveralPairs several)) {
        return Count.shown(size.base()) + " → " + Count.shown(size.head());
      }
      double one = grew(metric, several.interval().low());
      double other = grew(metric, several.interval().high());
      return String.format(
          Locale.ROOT,
          "%+.2f %% [%+.2f, %+.2f]",
          grew(metric, several.percent()),
          Math.min(one, other),
          Math.max(one, other));
    }

    private static double grew(Metric metric, double percent) {
      return metric.direction().sign() * worse(metric, percent);
    }
  }
}
