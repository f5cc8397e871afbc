package loomwatch.judge.verdict;

import java.util.Locale;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Size.OnePair;
import loomwatch.judge.verdict.Size.Ratio;
import loomwatch.judge.verdict.Size.SeveralPairs;
import loomwatch.results.Direction;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * A change of head's own figure. Where more is better a verdict's percentage is how much more base
 * has than head, which nobody reads so: from 2,000 to 1,000 requests/s it is 100 %, and head's
 * figure 50 % less. For words alone: tolerances and floors are on the scale of the verdict.
 *
 * @param percent by how much it got worse, in percent of base
 * @param interval of {@code percent}, 90 %; null where there is none
 * @param mdePercent the smallest effect that would have been told from none; empty where that is
 *     not known
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
   * By how much it grew, for people who are not told that above 0 is worse: {@code -6.00 % [-6.54,
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
