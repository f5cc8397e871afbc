package loomwatch.judge.verdict;

import java.util.Locale;
import java.util.OptionalInt;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.SignFlip;
import loomwatch.judge.statistics.Spread;
import loomwatch.results.Comparison.Look;

/**
 * A change against its tolerance τ, all on the log scale:
 *
 * <ul>
 *   <li>regressed, when the adjusted p that nothing changed is at most the look's α and the
 *       estimate at least τ: a change that is real and smaller than τ is called regressed when its
 *       estimate happens to reach τ, which is why τ is the least that matters and not the most that
 *       may pass;
 *   <li>passed, when the upper one-sided bound at confidence 1 − α is below τ: shown not to be
 *       worse by τ. The looks share the level here as above: the 95 % bound at each of two looks
 *       would pass a change of exactly τ in 8.2 % of comparisons (6 and 12 pairs, normal);
 *   <li>neither, with fewer pairs than could have reached α: a test that cannot fail cannot pass;
 *   <li>improved, the mirror image of regressed;
 *   <li>otherwise inconclusive.
 * </ul>
 *
 * @param look the last one reached
 * @param tolerance τ as a fraction, above 0
 */
record ChangeRule(Look look, double tolerance) {

  /**
   * The finding.
   *
   * @param logs mean log ratio with its interval, positive = worse
   * @param worse adjusted p that it is worse
   * @param better adjusted p that it is better
   */
  LimitRule.Finding judge(Estimate<MeanInterval> logs, double worse, double better) {
    return switch (logs) {
      case Inconclusive<MeanInterval>(int samples, int needed) ->
          new LimitRule.Finding(
              Outcome.INCONCLUSIVE,
              Words.count(samples, "pair")
                  + (samples == 1 ? " has" : " have")
                  + " no interval; the tolerance of "
                  + percent(tolerance)
                  + " needs at least "
                  + Words.count(needed, "pair"));
      case Known<MeanInterval>(MeanInterval m) -> judge(m, worse, better);
    };
  }

  private LimitRule.Finding judge(MeanInterval m, double worse, double better) {
    double most = Math.log1p(tolerance);
    if (worse <= look.alpha() && m.mean() >= most) {
      return new LimitRule.Finding(Outcome.REGRESSED, start(m) + reaches("worse", worse));
    }
    if (better <= look.alpha() && -m.mean() >= most) {
      return new LimitRule.Finding(Outcome.IMPROVED, start(m) + reaches("better", better));
    }
    int needed = SignFlip.pairsNeeded(look.alpha());
    if (m.samples() < needed) {
      return new LimitRule.Finding(Outcome.INCONCLUSIVE, start(m) + tooFew(m.samples(), needed));
    }
    double bound = m.upper(1 - look.alpha());
    if (bound < most) {
      return new LimitRule.Finding(
          Outcome.PASS,
          "%s, with %s %% confidence at most %s: below the tolerance of %s"
              .formatted(
                  start(m),
                  Figures.of(100 * (1 - look.alpha()), "ratio"),
                  change(bound),
                  percent(tolerance)));
    }
    return new LimitRule.Finding(Outcome.INCONCLUSIVE, start(m) + "; " + undecided(m, most, worse));
  }

  private String undecided(MeanInterval m, double most, double worse) {
    if (m.low() >= most) {
      return "worse by more than the tolerance of %s, but p %s is above the look's α of %s: more pairs would tell"
          .formatted(percent(tolerance), shown(worse), shown(look.alpha()));
    }
    if (m.high() < most) {
      return "below the tolerance of %s, but not with the %s %% confidence this look asks for: more pairs would tell"
          .formatted(percent(tolerance), Figures.of(100 * (1 - look.alpha()), "ratio"));
    }
    OptionalInt pairs = Spread.samplesToSeparate(m.standardDeviation(), Math.abs(most - m.mean()));
    return "the tolerance of %s lies inside; %s"
        .formatted(
            percent(tolerance),
            pairs.isPresent()
                ? "about "
                    + Words.count(Math.max(pairs.getAsInt(), m.samples() + 1), "pair")
                    + " in all would tell, if change and spread stay"
                : "the change lies so near the tolerance that more pairs will not tell");
  }

  private String start(MeanInterval m) {
    return "head against base over %s: %s, 90 %% interval %s to %s"
        .formatted(
            Words.count(m.samples(), "pair"), change(m.mean()), change(m.low()), change(m.high()));
  }

  /** A test that cannot fail must not pass either. */
  private String tooFew(int pairs, int needed) {
    return ": %s cannot reach the look's α of %s whatever they show, so they cannot pass either; at least %s can"
        .formatted(Words.count(pairs, "pair"), shown(look.alpha()), Words.count(needed, "pair"));
  }

  private String reaches(String which, double adjusted) {
    return ": at least the tolerance of "
        + percent(tolerance)
        + " "
        + which
        + ", and told from no change"
        + reaching(look, adjusted);
  }

  /** In words that the p is small enough. */
  static String reaching(Look look, double adjusted) {
    return " (adjusted p %s, at most the look's α of %s)"
        .formatted(shown(adjusted), shown(look.alpha()));
  }

  private static String shown(double p) {
    return p < 0.0001 ? "below 0.0001" : Figures.of(p, "ratio");
  }

  /** A log ratio as a signed percentage. */
  private static String change(double log) {
    return String.format(Locale.ROOT, "%+.2f %%", Percent.of(log)).replace('-', '−');
  }

  private static String percent(double fraction) {
    return Figures.of(100 * fraction, "ratio") + " %";
  }
}
