package loomwatch.judge.statistics;

import java.util.List;

/**
 * A group-sequential plan: after how many blocks the data are looked at, and how much of the
 * family-wise level each look may spend.
 *
 * <p>The levels add up (Bonferroni), so the chance of a false alarm at any look is at most {@link
 * #LEVEL} however the looks depend and whatever stopped the earlier ones. Boundaries that exploit
 * the dependence (Lan &amp; DeMets, Biometrika 1983) would gain little over two looks and assume
 * normality.
 *
 * @param looks at least one; blocks ascending, the levels together at most {@link #LEVEL}
 */
public record Looks(List<Look> looks) {
  /** The chance of even one false alarm in a family of a comparison's changes, one-sided. */
  public static final double LEVEL = 0.05;

  /** What the first of two looks spends: enough for six blocks, 2⁻⁶ = .016. */
  private static final double FIRST = 0.02;

  private static final double SECOND = 0.03;

  /** What five blocks can reach, 2⁻⁵, and what is then left for the second look. */
  private static final double FIRST_OF_FIVE = 0.03125;

  private static final double SECOND_AFTER_FIVE = 0.01875;

  /** What rounding may add to a sum of levels. */
  private static final double ROUNDING = 1e-12;

  /**
   * One look.
   *
   * @param blocks how many there are by then; at least {@link SignFlip#pairsNeeded} for the level
   * @param level the α it may spend over all metrics, above 0
   */
  public record Look(int blocks, double level) {
    public Look {
      if (!(level > 0 && level <= LEVEL)) {
        throw new IllegalArgumentException(
            "level must be above 0 and at most " + LEVEL + ", was " + level);
      }
      if (smallestP(blocks) > level) {
        throw new IllegalArgumentException(
            "blocks must be enough for p to reach "
                + level
                + ", at least "
                + SignFlip.pairsNeeded(level)
                + ", was "
                + blocks);
      }
    }
  }

  public Looks {
    looks = List.copyOf(looks);
    if (looks.isEmpty()) {
      throw new IllegalArgumentException("looks must be at least one, was none");
    }
    for (int i = 1; i < looks.size(); i++) {
      if (looks.get(i).blocks() <= looks.get(i - 1).blocks()) {
        throw new IllegalArgumentException(
            "looks must be at ascending blocks, was "
                + looks.get(i).blocks()
                + " after "
                + looks.get(i - 1).blocks());
      }
    }
    double spent = looks.stream().mapToDouble(Look::level).sum();
    if (spent > LEVEL + ROUNDING) {
      throw new IllegalArgumentException(
          "levels must add up to at most " + LEVEL + ", was " + spent);
    }
  }

  /**
   * The usual plan: two looks, which may spend .02 and .03; from five blocks, .03125 and .01875.
   *
   * @throws IllegalArgumentException when {@code first} is below 5 or {@code second} not above it
   */
  public static Looks two(int first, int second) {
    return first == 5
        ? new Looks(List.of(new Look(5, FIRST_OF_FIVE), new Look(second, SECOND_AFTER_FIVE)))
        : new Looks(List.of(new Look(first, FIRST), new Look(second, SECOND)));
  }

  /**
   * The smallest p a one-sided sign-flip test can give, for one metric or jointly for many: 2⁻ⁿ
   * while assignments are enumerated, then 1/(1 + draws).
   *
   * @param blocks n, at least 1
   */
  public static double smallestP(int blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException("blocks must be at least 1, was " + blocks);
    }
    return blocks <= SignFlip.MOST_ENUMERATED
        ? Math.scalb(1.0, -blocks)
        : 1.0 / (1 + SignFlip.DRAWS);
  }
}
