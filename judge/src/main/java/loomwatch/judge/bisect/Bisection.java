package loomwatch.judge.bisect;

import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalInt;
import loomwatch.judge.verdict.Change.Size;

/**
 * Finds which of several consecutive commits introduced an effect, by comparing one after another
 * with the commit before the range. A comparison may mislead, so each result updates probabilities
 * instead of discarding half of the range: probabilistic bisection (Horstein 1963; Waeber, Frazier
 * and Henderson 2013). An inconclusive result changes them little, and the same commit is measured
 * again. Not thread-safe.
 *
 * <p>Commits are numbered from 1; the last one is known to have the effect.
 */
public final class Bisection {
  /** Probability that a measurement is wrong by a whole effect, whatever its interval is. */
  static final double MISLEADING = 0.005;

  /** Probability that suffices to name a commit or a range. */
  static final double ENOUGH = 0.85;

  private final EffectEstimate whole;
  private final double[] belief;
  private final BitSet untestable = new BitSet();
  private int left;

  /** An effect as one comparison estimated it, in any one unit such as a log ratio. */
  public record EffectEstimate(double effect, double error) {
    /** Smallest standard error accepted, on the log scale. */
    private static final double FINEST = 0.001;

    /** Half width of a 90 % interval of a normal distribution, in standard errors. */
    private static final double HALF_WIDTH = 1.645;

    /**
     * Converts a change and its interval to the log scale. An exact count has either grown as in
     * the whole range, which is 1, or by less than half of that, which is 0.
     */
    public static EffectEstimate of(Size.Levels size, Size.Levels whole) {
      if (!(size instanceof Size.SeveralPairs several)) {
        boolean grew = 2 * (size.head() - size.base()) >= whole.head() - whole.base();
        return new EffectEstimate(grew ? 1 : 0, FINEST);
      }
      double width =
          Math.log1p(several.interval().high() / 100) - Math.log1p(several.interval().low() / 100);
      return new EffectEstimate(
          Math.log1p(several.percent() / 100), Math.max(FINEST, width / (2 * HALF_WIDTH)));
    }

    /** Returns the effect between byte-identical builds: none. */
    public static EffectEstimate nothing() {
      return new EffectEstimate(0, FINEST);
    }

    public EffectEstimate {
      if (!Double.isFinite(effect) || !(error > 0 && error < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "effect must be a number and error above 0, were %s and %s".formatted(effect, error));
      }
    }
  }

  /** The commits, from 1, that may have introduced the effect; one when first equals last. */
  public record Range(int first, int last, double probability) {}

  /** Starts with equal probabilities for each of the commits, of which there must be at least 1. */
  public Bisection(int commits, EffectEstimate whole) {
    if (commits < 1) {
      throw new IllegalArgumentException("commits must be at least 1, was " + commits);
    }
    this.whole = whole;
    belief = new double[commits];
    Arrays.fill(belief, 1.0 / commits);
    int halvings = Integer.SIZE - Integer.numberOfLeadingZeros(commits - 1);
    left = 2 * halvings + 2;
  }

  /** Returns the commit to measure next, or empty when the bisection is finished. */
  public OptionalInt next() {
    Range range = found();
    if (left <= 0 || !divisible(range)) {
      return OptionalInt.empty();
    }
    int best = 0;
    double nearest = 0.5;
    double before = 0;
    for (int commit = 1; commit < belief.length; commit++) {
      before += belief[commit - 1];
      if (!untestable.get(commit) && Math.abs(before - 0.5) < nearest) {
        nearest = Math.abs(before - 0.5);
        best = commit;
      }
    }
    return best == 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /** Returns how many more measurements {@link #next} allows. */
  public int left() {
    return left;
  }

  /** Records a measurement of a commit. */
  public void answered(int commit, EffectEstimate measured) {
    learned(commit, measured);
    left--;
  }

  /** Records an earlier measurement, which does not count against the limit. */
  public void learned(int commit, EffectEstimate measured) {
    double error = Math.hypot(measured.error(), whole.error());
    double without = measured.effect() / error;
    double with = (measured.effect() - whole.effect()) / error;
    double odds = Math.exp((without * without - with * with) / 2);
    double has =
        Math.clamp(
            odds == Double.POSITIVE_INFINITY ? 1 : odds / (1 + odds), MISLEADING, 1 - MISLEADING);
    double all = 0;
    for (int i = 0; i < belief.length; i++) {
      belief[i] *= i < commit ? has : 1 - has;
      all += belief[i];
    }
    for (int i = 0; i < belief.length; i++) {
      belief[i] /= all;
    }
  }

  /** Excludes a commit that does not build or start. */
  public void skipped(int commit) {
    untestable.set(commit);
  }

  /** Returns the shortest range of probability {@link #ENOUGH}, and the likeliest of several. */
  public Range found() {
    Range best = new Range(1, belief.length, 1);
    for (int first = 0; first < belief.length; first++) {
      double sum = 0;
      for (int last = first; last < belief.length; last++) {
        sum += belief[last];
        if (sum >= ENOUGH) {
          int shorter = last - first - (best.last() - best.first());
          if (shorter < 0 || shorter == 0 && sum > best.probability()) {
            best = new Range(first + 1, last + 1, Math.min(1, sum));
          }
          break;
        }
      }
    }
    return best;
  }

  /** Returns whether a commit within the range, except its last, can be measured. */
  private boolean divisible(Range range) {
    int testable = untestable.nextClearBit(range.first());
    return testable < range.last();
  }
}
