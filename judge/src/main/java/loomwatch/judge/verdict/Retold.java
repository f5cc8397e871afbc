package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.results.Direction;

/**
 * Findings of a file, which has their words and the figures they follow from. The rule is asked
 * again with those figures: where it finds the same in the same words, that is the finding with its
 * facts. Otherwise, as with launches that failed or the words of an older rule, it is as told.
 */
public final class Retold {
  /** More pairs are no comparison, and would take long to look up. */
  private static final int MOST_PAIRS = 10_000;

  /** Judged on the log scale, a change of the tolerance may be less than it by a rounding. */
  private static final double NEARLY = 1 - 1e-9;

  private Retold() {}

  /**
   * What a tolerance came to.
   *
   * @param outcome as told
   * @param sentence as told
   * @param figures of the change
   * @param alpha of the look reached; empty before the first
   */
  public static Finding of(Outcome outcome, String sentence, Told figures, OptionalDouble alpha) {
    for (Finding again : List.of(again(figures, alpha), new Finding.FewZeros())) {
      if (again.outcome() == outcome && again.sentence().equals(sentence)) {
        return again;
      }
    }
    return outcome == Outcome.REGRESSED && isLarge(figures, alpha)
        ? new Finding.WorseAsTold(sentence)
        : new Finding.AsTold(outcome, sentence);
  }

  private static boolean isLarge(Told figures, OptionalDouble alpha) {
    double nearly = NEARLY * figures.tolerancePercent();
    Told told =
        new Told(figures.pairs(), figures.size(), nearly, figures.tested(), figures.direction());
    return again(told, alpha) instanceof Finding.BySize;
  }

  /**
   * What a finding on a change follows from.
   *
   * @param tested against no change
   * @param direction in which the metric gets better
   */
  public record Told(
      int pairs,
      Size size,
      double tolerancePercent,
      Optional<Tested> tested,
      Direction direction) {}

  private static Finding again(Told figures, OptionalDouble alpha) {
    return switch (figures.size()) {
      case Size.NoPair none -> new Finding.NoPair();
      case Size.NoRatio(double base, double head) ->
          base == 0 && head == 0 ? new Finding.AlwaysZero() : new Finding.SometimesZero();
      case Size.OnePair one -> again(new Inconclusive<>(1, 2), figures, alpha);
      case Size.SeveralPairs several -> again(logs(several, figures.pairs()), figures, alpha);
    };
  }

  private static Finding again(Estimate<MeanInterval> logs, Told figures, OptionalDouble alpha) {
    double level = alpha.orElse(0);
    double tolerance = figures.tolerancePercent() / 100;
    return level > 0 && level < 1 && tolerance > 0
        ? figures
            .tested()
            .map(
                tested -> new ChangeRule(level, tolerance, figures.direction()).judge(logs, tested))
            .orElse(new Finding.TooEarly())
        : new Finding.TooEarly();
  }

  /** The mean with its interval, from percents back to logs. */
  private static Estimate<MeanInterval> logs(Size.SeveralPairs size, int pairs) {
    if (pairs < 2 || pairs > MOST_PAIRS) {
      return new Inconclusive<>(pairs, 2);
    }
    return new Known<>(
        MeanInterval.between(
            log(size.interval().low()), log(size.percent()), log(size.interval().high()), pairs));
  }

  private static double log(double percent) {
    return Math.log1p(percent / 100);
  }
}
