package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Change.Size.Levels;
import loomwatch.judge.verdict.Change.Size.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * How much of a loss a proposed fix restores: 100(1 − remaining ÷ lost), where both are relative to
 * base. The loss and what remains were measured in two comparisons with the same base.
 *
 * @param lostPercent of base (of head, for a count that base had none of), as head loses it; above
 *     0
 * @param remainingPercent of base, as head with the fix loses it; below 0 if it is better than base
 * @param restoredPercent 100 if the fix restores everything; negative if it makes it worse
 * @param interval 90 % interval of it; null for counts, and where the loss may be none
 */
public record Restoration(
    MetricKey key,
    double lostPercent,
    double remainingPercent,
    double restoredPercent,
    @Nullable Interval interval) {

  /** Returns the blocking lines that got worse against base. */
  public static List<MetricVerdict> lost(Verdict loss) {
    return loss.metrics().stream()
        .filter(line -> line.gate() && line.verdict() == Outcome.REGRESSED)
        .filter(line -> line.change().isPresent())
        .toList();
  }

  /**
   * Returns one for each blocking regression that the fix was measured for.
   *
   * @param loss base against head
   * @param fix the same base against head with the fix
   */
  public static List<Restoration> of(Verdict loss, Verdict fix) {
    return lost(loss).stream()
        .flatMap(line ->
            fix.metrics().stream()
                .filter(fixed -> fixed.key().equals(line.key()))
                .flatMap(fixed -> of(line, fixed).stream()))
        .toList();
  }

  private static Optional<Restoration> of(MetricVerdict line, MetricVerdict fixed) {
    Size lost = line.change().map(Change::size).orElseGet(Size.NoPair::new);
    Size left = fixed.change().map(Change::size).orElseGet(Size.NoPair::new);
    if (lost instanceof Ratio ofLost && left instanceof Ratio ofLeft) {
      HeadRelativeChange one = HeadRelativeChange.of(line.metric(), ofLost);
      HeadRelativeChange other = HeadRelativeChange.of(line.metric(), ofLeft);
      return restored(line, one.percent(), other.percent(), interval(one, other));
    }
    // A count that base had none of has no ratio.
    if (lost instanceof Levels of && left instanceof Levels still && of.head() != of.base()) {
      double scale = of.base() == 0 ? of.head() : of.base();
      int sign = line.direction().sign();
      return restored(
          line,
          sign * 100 * (of.head() - of.base()) / scale,
          sign * 100 * (still.head() - of.base()) / scale,
          null);
    }
    return Optional.empty();
  }

  private static Optional<Restoration> restored(
      MetricVerdict line, double lost, double left, @Nullable Interval interval) {
    return lost > 0
        ? Optional.of(new Restoration(line.key(), lost, left, 100 * (1 - left / lost), interval))
        : Optional.empty();
  }

  /**
   * Combines the intervals of two independent estimates into that of their ratio (MOVER-R of Donner
   * and Zou, Closed-form confidence intervals for functions of the normal mean and standard
   * deviation, 2012, equation 9).
   */
  static @Nullable Interval interval(HeadRelativeChange lost, HeadRelativeChange left) {
    Interval ofLost = lost.interval();
    Interval ofLeft = left.interval();
    if (ofLost == null
        || ofLeft == null
        || ofLost.low() <= 0
        || ofLost.high() >= 2 * lost.percent()) {
      return null;
    }
    double most = bound(lost.percent(), left.percent(), ofLost.low(), ofLeft.high(), 1);
    double least = bound(lost.percent(), left.percent(), ofLost.high(), ofLeft.low(), -1);
    return new Interval(100 * (1 - most), 100 * (1 - least));
  }

  private static double bound(double lost, double left, double lostEnd, double leftEnd, int side) {
    double denominator = lostEnd * (2 * lost - lostEnd);
    double product = lost * left;
    double inner = product * product - leftEnd * (2 * left - leftEnd) * denominator;
    return (product + side * Math.sqrt(Math.max(0, inner))) / denominator;
  }
}
