package loomwatch.judge.verdict;

import java.util.OptionalInt;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.SignFlip;
import loomwatch.judge.statistics.Spread;
import loomwatch.judge.verdict.Finding.Evidence;
import loomwatch.judge.verdict.Standing.Tested;
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
 *       worse by τ. The looks share the level here as above: the 95 % bound at each of two looks
 *       would pass a change of exactly τ in 8.2 % of comparisons (6 and 12 pairs, normal);
 *   <li>not passed, where more than one pair of ten stands out and breaks τ: what one launch in
 *       five costs is no chance;
 *   <li>neither, with fewer pairs than could have reached α: a test that cannot fail cannot pass;
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
  /** Of so many pairs one may be worse by the tolerance and pass. */
  private static final int MINORITY = 10;

  /** Of a host that did not move. */
  ChangeRule(double alpha, double tolerance, Direction direction) {
    this(alpha, tolerance, direction, 0);
  }

  /**
   * The finding.
   *
   * @param logs mean log ratio with its interval, positive = worse
   * @param tested adjusted p that it is worse, and that it is better
   */
  Finding judge(Estimate<MeanInterval> logs, Tested tested) {
    return judge(logs, tested, 0);
  }

  /**
   * The finding.
   *
   * @param minority how many pairs stand out and break the tolerance
   */
  Finding judge(Estimate<MeanInterval> logs, Tested tested, int minority) {
    return switch (logs) {
      case Inconclusive<MeanInterval>(int samples, int needed) ->
          new Finding.NoInterval(samples, needed, tolerance);
      case Known<MeanInterval>(MeanInterval m) -> judge(m, tested, minority);
    };
  }

  private Finding judge(MeanInterval m, Tested tested, int minority) {
    Evidence evidence = new Evidence(m, tolerance, alpha, direction);
    double most = Math.log1p(tolerance);
    if (tested.worse() <= alpha && m.mean() >= most) {
      return m.low() > drift || drift == 0
          ? new Finding.Worse(evidence, tested.worse())
          : new Finding.WithinDrift(evidence, drift);
    }
    if (tested.better() <= alpha && -m.mean() >= most) {
      return -m.high() > drift || drift == 0
          ? new Finding.Better(evidence, tested.better())
          : new Finding.WithinDrift(evidence, drift);
    }
    int needed = SignFlip.pairsNeeded(alpha);
    if (m.samples() < needed) {
      return new Finding.TooFewPairs(evidence, needed);
    }
    double bound = m.upper(1 - alpha);
    if (bound >= most) {
      return undecided(evidence, most, tested.worse());
    }
    if (bound + drift >= most) {
      return new Finding.WithinDrift(evidence, drift);
    }
    return minority <= m.samples() / MINORITY
        ? new Finding.Held(evidence, bound)
        : new Finding.Minority(evidence, minority);
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
    OptionalInt pairs = Spread.samplesToSeparate(m.standardDeviation(), distance, 1 - alpha);
    return new Finding.Inside(
        evidence,
        pairs.isPresent()
            ? OptionalInt.of(Math.max(pairs.getAsInt(), m.samples() + 1))
            : OptionalInt.empty());
  }
}
