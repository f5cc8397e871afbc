package loomwatch.judge.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's step-down adjustment (Holm, Scand. J. Statist. 1979): comparing the adjusted p values with
 * α keeps the chance of even one false positive over all of them at α, however they depend.
 */
public final class Holm {
  private Holm() {}

  /**
   * The adjusted p values, in the order given: with p₍₁₎ ≤ … ≤ p₍K₎, max over j ≤ i of min(1, (K −
   * j + 1)·p₍ⱼ₎).
   *
   * @param p each from 0 to 1
   * @throws IllegalArgumentException when one is not
   */
  public static double[] adjust(double[] p) {
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
    double largest = 0;
    for (int rank = 0; rank < ascending.length; rank++) {
      int i = ascending[rank];
      largest = Math.max(largest, Math.min(1, (p.length - rank) * p[i]));
      adjusted[i] = largest;
    }
    return adjusted;
  }
}
