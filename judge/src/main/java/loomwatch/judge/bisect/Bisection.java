package loomwatch.judge.bisect;

import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalInt;
import loomwatch.judge.verdict.Change.Size;

/**
 * Finds which of several commits in a row brought an effect, by measuring one after another against
 * the commit before them all. An answer may be wrong, so it moves belief instead of cutting off one
 * half: probabilistic bisection (Horstein 1963; Waeber, Frazier and Henderson 2013). An answer that
 * is inconclusive moves it little, and the same commit is asked again. Not thread-safe.
 *
 * <p>Commits are numbered from 1; the last of them is known to have the effect.
 */
public final class Bisection {
  /** How often a measurement is off by a whole effect, whatever its interval says. */
  static final double MISLEADING = 0.005;

  /** Belief that is enough to name a commit, or a range of them. */
  static final double ENOUGH = 0.85;

  private final EffectEstimate whole;
  private final double[] belief;
  private final BitSet untestable = new BitSet();
  private int left;

  /**
   * What one comparison with the commit before them all came to.
   *
   * @param effect in any unit that is alike for all, such as the logarithm of a ratio
   * @param error its standard error, above 0
   */
  public record EffectEstimate(double effect, double error) {
    /** No comparison is believed to a tenth of a percent. */
    private static final double FINEST = 0.001;

    /** Half widths of a 90 % interval, in standard errors: of a normal distribution. */
    private static final double HALF_WIDTH = 1.645;

    /** Of a change with its interval: the logarithm of its ratio. */
    public static EffectEstimate of(Size.SeveralPairs size) {
      double width =
          Math.log1p(size.interval().high() / 100) - Math.log1p(size.interval().low() / 100);
      return new EffectEstimate(
          Math.log1p(size.percent() / 100), Math.max(FINEST, width / (2 * HALF_WIDTH)));
    }

    /** Of what is the same, byte for byte. */
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

  /**
   * Where the effect came from.
   *
   * @param last of it; the first, where one commit is shown
   */
  public record Range(int first, int last, double probability) {}

  /**
   * Nothing is known yet but that the last has the effect.
   *
   * @param commits how many, at least 1
   */
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

  /** The commit to be measured next; empty when it is found, or more answers would not show it. */
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

  /** How many answers are taken at most, from now on. */
  public int left() {
    return left;
  }

  /** That commit was measured. */
  public void answered(int commit, EffectEstimate measured) {
    learned(commit, measured);
    left--;
  }

  /** It was measured before, which takes nothing off the answers that are left. */
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

  /** That commit cannot be measured: it does not build, or does not start. */
  public void skipped(int commit) {
    untestable.set(commit);
  }

  /** The shortest range that is believed enough; the likeliest of several. */
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

  /** Whether a commit within can be asked which end it belongs to. */
  private boolean divisible(Range range) {
    int testable = untestable.nextClearBit(range.first());
    return testable < range.last();
  }
}
