package loomwatch.judge.verdict;

import java.util.Optional;

/** What the policy and the tests say to a change. */
public sealed interface ChangeAssessment {

  /** No tolerance, and nothing was tested. */
  record Untested() implements ChangeAssessment {}

  /**
   * No tolerance, but tested for a change either way: a contrast.
   *
   * @param p adjusted for the other contrasts
   */
  record TwoSided(double p) implements ChangeAssessment {}

  /**
   * It has a tolerance.
   *
   * @param tolerancePercent the change allowed
   * @param tested against no change; empty without a ratio
   * @param found what the tolerance comes to by itself
   * @param suspected whether it can fail a build, and may well do so with more blocks
   */
  record Judged(
      double tolerancePercent, Optional<Tested> tested, PolicyResult found, boolean suspected)
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
