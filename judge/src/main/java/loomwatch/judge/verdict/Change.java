package loomwatch.judge.verdict;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.Size.OnePair;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Head relative to base, paired within rounds; for a ratio the change of virtual relative to the
 * change of platform.
 *
 * @param floorPercent what 95 % of comparisons of one service with itself differ by at most on this
 *     host, either way; empty where it was not calibrated
 */
public record Change(int pairs, Size size, ChangeAssessment standing, OptionalDouble floorPercent) {

  /** Its size, where it has a ratio. */
  public Optional<Ratio> ratio() {
    return size instanceof Ratio ratio ? Optional.of(ratio) : Optional.empty();
  }

  /** Its size, where it has an interval. */
  public Optional<SeveralPairs> bounded() {
    return size instanceof SeveralPairs several ? Optional.of(several) : Optional.empty();
  }

  /** What its tolerance comes to, where it has one. */
  public Optional<Judged> judged() {
    return standing instanceof Judged judged ? Optional.of(judged) : Optional.empty();
  }

  public Optional<LimitResult> found() {
    return judged().map(Judged::found);
  }

  /** The same, beside what equal code differs by. */
  Change with(NoiseFloors.Floor floor) {
    return new Change(pairs, size, standing, OptionalDouble.of(floor.percent()));
  }

  /**
   * How large a change is, as far as it could be measured. Values are geometric means over the
   * pairs, in the metric's unit; of a ratio the ratio virtual ÷ platform.
   */
  public sealed interface Size {

    /** No round has both variants. */
    record NoPair() implements Size {}

    /** Both variants were measured. */
    sealed interface Levels extends Size {
      double base();

      double head();
    }

    /** It was 0 somewhere, so there is none. */
    record NoRatio(double base, double head) implements Levels {}

    /** There is a ratio. */
    sealed interface Ratio extends Levels {
      /**
       * 100(eˣ − 1) of the mean log ratio x, positive = worse; of windows cycle by turns where
       * there are such, and so not quite head ÷ base.
       */
      double percent();
    }

    /** Of one pair alone, which has no interval. */
    record OnePair(double base, double head, double percent) implements Ratio {}

    /**
     * Of two pairs or more.
     *
     * @param interval of {@code percent}, 90 %
     * @param mdePercent the smallest effect that would have been distinguished from none, among all
     *     that is judged together, with about 90 % power (.7 at the fewest pairs that can); empty
     *     before the first look
     */
    record SeveralPairs(
        double base, double head, double percent, Interval interval, OptionalDouble mdePercent)
        implements Ratio {}
  }

  /** What the thresholds and the tests say to a change. */
  public sealed interface ChangeAssessment {

    /** No tolerance, and nothing was tested. */
    record Untested() implements ChangeAssessment {}

    /**
     * No tolerance, but tested for a change either way: a ratio.
     *
     * @param p adjusted for the other ratios
     */
    record TwoSided(double p) implements ChangeAssessment {}

    /**
     * It has a tolerance.
     *
     * @param tested against no change; empty without a ratio
     * @param found what the tolerance comes to by itself
     * @param suspected whether it can fail a build, and may well do so with more rounds
     */
    record Judged(
        double tolerancePercent, Optional<Tested> tested, LimitResult found, boolean suspected)
        implements ChangeAssessment {}

    /**
     * Chances that nothing changed.
     *
     * @param worse of such a change for the worse or a larger one, in any of the metrics judged
     *     together
     * @param better the same for the better
     */
    record Tested(double worse, double better) {}
  }

  /**
   * A change of head's own figure. Where more is better a verdict's percentage is how much more
   * base has than head, which nobody reads so: from 2,000 to 1,000 requests/s it is 100 %, and
   * head's figure 50 % less. For words alone: tolerances and floors are on the scale of the
   * verdict.
   *
   * @param percent by how much it got worse, in percent of base
   * @param interval of {@code percent}, 90 %; null where there is none
   * @param mdePercent the smallest effect that would have been distinguished from none; empty where
   *     that is not known
   */
  public record HeadRelativeChange(
      double percent, @Nullable Interval interval, OptionalDouble mdePercent) {

    /** Of a change as judged. */
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

    /** By how much it got worse, in percent of base, from a verdict's percentage. */
    public static double worse(Metric metric, double percent) {
      return metric.direction() == Direction.LOWER_IS_BETTER
          ? percent
          : 100 * percent / (100 + percent);
    }

    private static Interval worse(Metric metric, Interval interval) {
      return new Interval(worse(metric, interval.low()), worse(metric, interval.high()));
    }

    /**
     * By how much it grew, for people who do not know that above 0 is worse: {@code -6.00 % [-6.54,
     * -5.46]} of a capacity that fell from 20,000 to 18,800 requests/s.
     */
    public static String grew(Metric metric, SeveralPairs size) {
      double one = grew(metric, size.interval().low());
      double other = grew(metric, size.interval().high());
      return String.format(
          Locale.ROOT,
          "%+.2f %% [%+.2f, %+.2f]",
          grew(metric, size.percent()),
          Math.min(one, other),
          Math.max(one, other));
    }

    private static double grew(Metric metric, double percent) {
      return metric.direction().sign() * worse(metric, percent);
    }
  }
}
