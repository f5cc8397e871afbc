package loomwatch.judge.verdict;

import java.util.Arrays;
import java.util.List;
import loomwatch.results.Comparison.Look;

/**
 * When the launches of a comparison may be judged. The looks share the level by addition
 * (Bonferroni), so that it holds however they depend and whatever stopped the earlier ones.
 */
public final class Looks {
  /** The chance that a comparison of unchanged code is called regressed, at most. */
  public static final double LEVEL = 0.05;

  private Looks() {}

  /**
   * Looks after so many blocks.
   *
   * @param blocks ascending; at least one number
   */
  public static List<Look> after(int... blocks) {
    return Arrays.stream(blocks)
        .mapToObj(number -> new Look(number, LEVEL / blocks.length))
        .toList();
  }
}
