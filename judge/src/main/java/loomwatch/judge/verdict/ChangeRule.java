package loomwatch.judge.verdict;

import java.util.OptionalInt;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Finding.Evidence;
import loomwatch.results.Direction;

/**
 * A change against its tolerance τ, all on the log scale:
 *
 * <ul>
 *   <li>regressed, when the adjusted p that nothing changed is at most the look's α and the
 *       estimate at least τ: a change that is real and smaller than τ is called regressed when its
 *       estimate happens to reach τ, which is why τ is the least that matters and not the most that
 *       may pass;
 *   <li>passed, when the upper one-sided bound at confidence 1 − α is below τ: shown not to be
 *       worse by τ;
 *   <li>improved, the mirror image of regressed;
 *   <li>otherwise inconclusive.
 * </ul>
 *
 * @param alpha the chance of a false alarm spent at the last look reached; above 0, below 1
 * @param tolerance τ as a fraction, above 0
 * @param direction of the metric, for the words
 * @param drift what of a change may be the host's, on the log scale: at least 0; the interval must
 *     lie beyond it, and the bound of a pass below the tolerance by it
 */
record ChangeRule(double alpha, double tolerance, Direction direction, double drift) {
  /** A chance of less makes a change that reaches its tolerance worth more blocks. */
  static final double SUSPICION = 0.2;

  /**
   * The finding.
   *
   * @param m mean log ratio with its interval, positive = worse
   * @param tested adjusted p that it is worse, and that it is better
   */
  Finding judge(MeanInterval m, Tested tested) {
    Evidence evidence = new Evidence(m, tolerance, alpha, direction);
    double most = Math.log1p(tolerance);
    if (tested.worse() <= alpha && m.mean() >= most) {
      return m.low() > drift || drift == 0
          ? new Finding.Worse(evidence, tested.worse())
          : new Finding.WithinDrift(evidence, drift);
    }
    if (tested.better() <= alpha && -m.mean() >= most && (-m.high() > drift || drift == 0)) {
      return new Finding.Better(evidence, tested.better());
    }
    double bound = m.upper(1 - alpha);
    if (bound + drift < most) {
      return new Finding.Held(evidence, bound);
    }
    return bound < most
        ? new Finding.WithinDrift(evidence, drift)
        : undecided(evidence, most, tested.worse());
  }

  /** Whether more blocks may well show that it is worse. */
  boolean suspects(MeanInterval m) {
    return m.mean() >= Math.log1p(tolerance) && m.pOfMore() < SUSPICION;
  }

  private Finding undecided(Evidence evidence, double most, double worse) {
    MeanInterval m = evidence.logs();
    if (m.low() >= most) {
      return new Finding.Unproven(evidence, worse);
    }
    if (m.high() < most) {
      return new Finding.Unsure(evidence);
    }
    // At or beyond the tolerance it is regressed once it is told from 0, before it a pass once it
    // is told from the tolerance.
    double distance = m.mean() >= most ? m.mean() : most - m.mean();
    OptionalInt pairs = m.samplesToSeparate(distance, 1 - alpha);
    return new Finding.Inside(
        evidence, pairs.isPresent() ? Math.max(pairs.getAsInt(), m.samples() + 1) : 0);
  }
}
