package loomwatch.judge.verdict;

import java.util.List;
import java.util.stream.IntStream;
import loomwatch.results.MeasurementRecord.Comparison.Look;

/**
 * Schedules the interim analyses of a comparison. They share the level by Bonferroni, so it holds
 * under any dependence and stopping rule.
 */
public final class Looks {
  /** Maximum probability that a comparison of unchanged code is called regressed. */
  public static final double LEVEL = 0.05;

  /** Minimum number of rounds: with fewer, no noisy metric can show a significant change. */
  public static final int FEWEST = 3;

  /** Positions of the analyses between the first and the last, as fractions of the last. */
  private static final List<Double> BETWEEN = List.of(5 / 11.0, 8 / 11.0);

  private Looks() {}

  /**
   * Returns analyses after 3 rounds, after all, and up to two between, at least two rounds from
   * either: after 3, 5, 8 and 11 of 11 rounds.
   *
   * @param most number of rounds, at least {@link #FEWEST}
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
