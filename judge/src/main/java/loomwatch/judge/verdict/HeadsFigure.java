package loomwatch.judge.verdict;

import java.util.Locale;
import loomwatch.judge.verdict.Size.Pairs;
import loomwatch.results.Direction;
import loomwatch.results.Metric;

/**
 * A change of head's own figure. Where more is better a verdict's percentage is how much more base
 * has than head, which nobody reads so: from 2,000 to 1,000 requests/s it is 100 %, and head's
 * figure 50 % less.
 */
public final class HeadsFigure {
  private HeadsFigure() {}

  /** By how much it got worse, in percent of base, from a verdict's percentage. */
  public static double worse(Metric metric, double percent) {
    return metric.direction() == Direction.LOWER_IS_BETTER
        ? percent
        : 100 * percent / (100 + percent);
  }

  /** The same of both ends. */
  public static Interval worse(Metric metric, Interval interval) {
    return new Interval(worse(metric, interval.low()), worse(metric, interval.high()));
  }

  /**
   * By how much it grew, for people who are not told that above 0 is worse: {@code -6.00 % [-6.54,
   * -5.46]} of a capacity that fell from 20,000 to 18,800 requests/s.
   */
  public static String grew(Metric metric, Pairs size) {
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
