package loomwatch.judge.verdict;

import java.util.List;
import java.util.stream.IntStream;
import loomwatch.results.MeasurementRecord.Comparison.Look;

/**
 * When the launches of a comparison may be judged. The looks share the level by addition
 * (Bonferroni), so that it holds however they depend and whatever stopped the earlier ones.
 */
public final class Looks {
  /** The chance that a comparison of unchanged code is called regressed, at most. */
  public static final double LEVEL = 0.05;

  /** Of fewer rounds, nothing noisy can be distinguished from chance. */
  public static final int FEWEST = 3;

  /** Where the looks between the first and the last are, as parts of the last. */
  private static final List<Double> BETWEEN = List.of(5 / 11.0, 8 / 11.0);

  private Looks() {}

  /**
   * Looks after 3 rounds, after all, and twice between, where that is two rounds from either: of 11
   * after 3, 5, 8 and 11.
   *
   * @param most rounds, at least {@link #FEWEST}
   */
  public static List<Look> upTo(int most) {
    IntStream between =
        BETWEEN.stream()
            .mapToInt(part -> (int) Math.round(part * most))
            .filter(number -> number >= FEWEST + 2 && number <= most - 2);
    int[] rounds =
        IntStream.concat(IntStream.of(FEWEST, most), between).sorted().distinct().toArray();
    return IntStream.of(rounds)
        .mapToObj(number -> new Look(number, LEVEL / rounds.length))
        .toList();
  }
}
