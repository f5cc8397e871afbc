package loomwatch.judge.verdict;

import java.util.OptionalDouble;

/**
 * How large a change is, as far as it could be measured. Values are geometric means over the pairs,
 * in the metric's unit; of a contrast the ratio virtual ÷ platform.
 */
public sealed interface Size {

  /** No block has both arms. */
  record NoPair() implements Size {}

  /** Both arms were measured. */
  sealed interface Levels extends Size {
    double base();

    double head();
  }

  /** It was 0 somewhere, so there is none. */
  record NoRatio(double base, double head) implements Levels {}

  /** There is a ratio. */
  sealed interface Ratio extends Levels {
    /**
     * 100(eˣ − 1) of the mean log ratio x, positive = worse; of slices turn by turn where there are
     * such, and so not quite head ÷ base.
     */
    double percent();
  }

  /** Of one pair alone, which has no interval. */
  record OnePair(double base, double head, double percent) implements Ratio {}

  /**
   * Of two pairs or more.
   *
   * @param interval of {@code percent}, 90 %
   * @param mdePercent the smallest effect that would have been told from none, beside all that is
   *     judged together, with about 90 % power (.7 at the fewest pairs that can); empty before the
   *     first look
   */
  record SeveralPairs(
      double base, double head, double percent, Interval interval, OptionalDouble mdePercent)
      implements Ratio {}
}
