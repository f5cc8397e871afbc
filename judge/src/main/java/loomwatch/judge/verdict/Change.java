package loomwatch.judge.verdict;

import org.jspecify.annotations.Nullable;

/**
 * Head relative to base, paired within blocks; for a contrast the change of virtual relative to the
 * change of platform.
 *
 * @param base mean over the pairs, in the metric's unit; for a contrast the ratio virtual ÷
 *     platform
 * @param head the same of head
 * @param pairs how many blocks have both
 * @param effectPercent 100(eˣ − 1) of the mean log ratio x, positive = worse; of slices turn by
 *     turn where there are such, and so not quite head ÷ base; null without a ratio
 * @param effectInterval its 90 % interval, in percent; null with fewer than two pairs
 * @param tolerancePercent the change allowed, or null without a tolerance
 * @param pAdjusted chance of such a change for the worse or a larger one, in any of the metrics
 *     judged together, if nothing had changed; of a contrast, in either direction; null where
 *     nothing was tested
 * @param pBetter the same for the better; null for a contrast and where nothing was tested
 * @param mdePercent the smallest effect that would have been told from none, beside all that is
 *     judged together, with about 90 % power (.7 at the fewest pairs that can); null with fewer
 *     than two pairs
 * @param found what the tolerance comes to by itself; null without a tolerance
 * @param attribution how much of it is the toolchain's and how much the code's; null where the arms
 *     between base and head were not measured, or the metric is not judged
 * @param floorPercent what 95 % of comparisons of one subject with itself differ by at most on this
 *     host, either way; null where it was not calibrated
 */
public record Change(
    @Nullable Double base,
    @Nullable Double head,
    int pairs,
    @Nullable Double effectPercent,
    @Nullable Interval effectInterval,
    @Nullable Double tolerancePercent,
    @Nullable Double pAdjusted,
    @Nullable Double pBetter,
    @Nullable Double mdePercent,
    @Nullable Found found,
    @Nullable Attribution attribution,
    @Nullable Double floorPercent) {

  /** Judged on the log scale, twice as much may be less than 100 % more by a rounding. */
  private static final double DOUBLE = 100 * (1 - 1e-9);

  /**
   * Whether head is at least twice base, by no chance, of what has a tolerance that only informs.
   */
  boolean doubledUnjudged(double alpha) {
    return found != null
        && !found.gate()
        && effectPercent != null
        && effectPercent >= DOUBLE
        && pAdjusted != null
        && pAdjusted <= alpha;
  }

  /** The same, with whose it is. */
  Change attributed(@Nullable Attribution to) {
    return with(to, floorPercent);
  }

  /** The same, beside what equal code differs by. */
  Change with(NoiseFloors.Floor floor) {
    return with(attribution, floor.percent());
  }

  private Change with(@Nullable Attribution whose, @Nullable Double floor) {
    return new Change(
        base,
        head,
        pairs,
        effectPercent,
        effectInterval,
        tolerancePercent,
        pAdjusted,
        pBetter,
        mdePercent,
        found,
        whose,
        floor);
  }
}
