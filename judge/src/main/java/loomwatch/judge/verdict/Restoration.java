package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change.Size.Levels;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import org.jspecify.annotations.Nullable;

/**
 * How much of a loss a proposed fix restores: 100(1 − remaining ÷ lost), where both are relative to
 * base. The loss and what remains were measured in two comparisons with the same base.
 *
 * @param lostPercent of base, as head loses it; above 0
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

  /**
   * Returns one for each blocking regression that the fix was measured for.
   *
   * @param loss base against head
   * @param fix the same base against head with the fix
   */
  public static List<Restoration> of(Verdict loss, Verdict fix) {
    return loss.metrics().stream()
        .filter(line -> line.gate() && line.verdict() == Outcome.REGRESSED)
        .flatMap(line ->
            fix.metrics().stream()
                .filter(fixed -> fixed.key().equals(line.key()))
                .flatMap(fixed -> of(line, fixed).stream()))
        .toList();
  }

  private static Optional<Restoration> of(MetricVerdict loss, MetricVerdict fix) {
    if (loss.change().isEmpty() || fix.change().isEmpty()) {
      return Optional.empty();
    }
    return switch (loss.change().get().size()) {
      case SeveralPairs lost when fix.change().get().size() instanceof SeveralPairs left ->
          Optional.of(restored(loss, lost.percent(), left.percent(), interval(lost, left)));
      case Levels lost when fix.change().get().size() instanceof Levels left && lost.base() > 0 ->
          Optional.of(restored(loss, worse(loss, lost), worse(loss, left), null));
      default -> Optional.empty();
    };
  }

  private static Restoration restored(
      MetricVerdict line, double lost, double left, @Nullable Interval interval) {
    return new Restoration(line.key(), lost, left, 100 * (1 - left / lost), interval);
  }

  private static double worse(MetricVerdict line, Levels levels) {
    return levels instanceof Ratio ratio
        ? ratio.percent()
        : line.direction().sign() * 100 * (levels.head() / levels.base() - 1);
  }

  /**
   * Combines the intervals of two independent estimates into that of their ratio (MOVER-R of Donner
   * and Zou, Closed-form confidence intervals for functions of the normal mean and standard
   * deviation, 2012, equation 9).
   */
  static @Nullable Interval interval(SeveralPairs lost, SeveralPairs left) {
    double low = lost.interval().low();
    double high = lost.interval().high();
    if (low <= 0 || high >= 2 * lost.percent()) {
      return null;
    }
    double most = bound(lost.percent(), left.percent(), low, left.interval().high(), 1);
    double least = bound(lost.percent(), left.percent(), high, left.interval().low(), -1);
    return new Interval(100 * (1 - most), 100 * (1 - least));
  }

  private static double bound(double lost, double left, double lostEnd, double leftEnd, int side) {
    double denominator = lostEnd * (2 * lost - lostEnd);
    double product = lost * left;
    double inner = product * product - leftEnd * (2 * left - leftEnd) * denominator;
    return (product + side * Math.sqrt(Math.max(0, inner))) / denominator;
  }
}
