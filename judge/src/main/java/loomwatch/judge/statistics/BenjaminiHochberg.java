package loomwatch.judge.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Benjamini and Hochberg's step-up adjustment (J. R. Statist. Soc. B 1995): of what is called a
 * change when the adjusted p is at most q, at most the share q is none on average.
 */
public final class BenjaminiHochberg {
  private BenjaminiHochberg() {}

  /**
   * The adjusted p values, in the order given: with p₍₁₎ ≤ … ≤ p₍K₎, min over j ≥ i of min(1,
   * m·p₍ⱼ₎/j).
   *
   * @param p each from 0 to 1: the smallest of all that were tested
   * @param tests how many were tested, m; at least as many as there are p values
   * @throws IllegalArgumentException when one is not
   */
  public static double[] adjust(double[] p, int tests) {
    if (tests < p.length) {
      throw new IllegalArgumentException(
          "tests must be at least " + p.length + ", one for each p value, was " + tests);
    }
    for (int i = 0; i < p.length; i++) {
      if (!(p[i] >= 0 && p[i] <= 1)) {
        throw new IllegalArgumentException("p[" + i + "] must be from 0 to 1, was " + p[i]);
      }
    }
    int[] ascending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[p.length];
    double smallest = 1;
    for (int rank = p.length; rank >= 1; rank--) {
      int i = ascending[rank - 1];
      smallest = Math.min(smallest, p[i] * tests / rank);
      adjusted[i] = smallest;
    }
    return adjusted;
  }
}
