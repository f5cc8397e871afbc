package loomwatch.judge.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Which of very many quantities are larger in head than in base: the step-down max-T test by
 * relabelling launches (Westfall &amp; Young, Resampling-Based Multiple Testing 1993, algorithm
 * 4.1).
 *
 * <p>T = d/(s + s₀), d being the difference of the means, s its standard error by the pooled
 * variance, and s₀ the quantity's floor (Tusher, Tibshirani &amp; Chu, PNAS 2001): with four
 * launches some of a thousand quantities have next to no variance by chance, and would set the
 * largest T of every relabelling. Whichever labels are drawn, all quantities of one set of launches
 * are relabelled together, so how they depend on one another is kept.
 *
 * <p>The chance of even one false alarm is the level that the adjusted p is compared with, where
 * the launches of an arm are exchangeable with those of the other as far as unchanged quantities
 * go.
 */
public final class GrowthMaxT {
  /** Beside the labels as they are. */
  static final int DRAWS = 1_999;

  private GrowthMaxT() {}

  /**
   * A quantity as every launch has it.
   *
   * @param set the launches it was measured on; quantities of one set have as many values each
   * @param base of base's launches, in one order for all of the set
   * @param head of head's
   * @param floor s₀; above 0
   */
  public record Quantity(int set, double[] base, double[] head, double floor) {}

  /**
   * The adjusted p of each, in the order given; from 1/2,000 to 1.
   *
   * @param random draws the relabellings; its seed belongs in the record
   */
  public static double[] adjusted(List<Quantity> quantities, RandomGenerator random) {
    int count = quantities.size();
    double[] observed = quantities.stream().mapToDouble(GrowthMaxT::observed).toArray();
    int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -observed[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    Labels labels = new Labels(quantities, random);
    int[] atLeast = new int[count];
    Arrays.fill(atLeast, 1);
    for (int draw = 0; draw < DRAWS; draw++) {
      labels.shuffle();
      double largest = Double.NEGATIVE_INFINITY;
      for (int rank = count - 1; rank >= 0; rank--) {
        Quantity quantity = quantities.get(order[rank]);
        largest = Math.max(largest, statistic(quantity, labels.of(quantity.set())));
        // Equal but for the order of adding up counts as equal.
        if (largest >= observed[order[rank]] - 1e-9 * Math.abs(observed[order[rank]])) {
          atLeast[rank]++;
        }
      }
    }
    double[] adjusted = new double[count];
    double least = 0;
    for (int rank = 0; rank < count; rank++) {
      least = Math.max(least, (double) atLeast[rank] / (DRAWS + 1));
      adjusted[order[rank]] = least;
    }
    return adjusted;
  }

  private static double observed(Quantity quantity) {
    boolean[] head = new boolean[quantity.base().length + quantity.head().length];
    Arrays.fill(head, quantity.base().length, head.length, true);
    return statistic(quantity, head);
  }

  private static double statistic(Quantity quantity, boolean[] head) {
    int bases = quantity.base().length;
    double[] sums = new double[2];
    double[] squares = new double[2];
    int[] n = new int[2];
    for (int i = 0; i < head.length; i++) {
      double value = i < bases ? quantity.base()[i] : quantity.head()[i - bases];
      int arm = head[i] ? 1 : 0;
      sums[arm] += value;
      squares[arm] += value * value;
      n[arm]++;
    }
    double within =
        Math.max(0, squares[0] - sums[0] * sums[0] / n[0])
            + Math.max(0, squares[1] - sums[1] * sums[1] / n[1]);
    double error = Math.sqrt(within / Math.max(1, head.length - 2) * (1.0 / n[0] + 1.0 / n[1]));
    return (sums[1] / n[1] - sums[0] / n[0]) / (error + quantity.floor());
  }

  /** Which launches count as head's, of each set. */
  private static final class Labels {
    private final List<boolean[]> sets = new ArrayList<>();
    private final RandomGenerator random;

    Labels(List<Quantity> quantities, RandomGenerator random) {
      this.random = random;
      for (Quantity quantity : quantities) {
        while (sets.size() <= quantity.set()) {
          sets.add(new boolean[0]);
        }
        if (sets.get(quantity.set()).length == 0) {
          boolean[] head = new boolean[quantity.base().length + quantity.head().length];
          Arrays.fill(head, 0, quantity.head().length, true);
          sets.set(quantity.set(), head);
        }
      }
    }

    boolean[] of(int set) {
      return sets.get(set);
    }

    void shuffle() {
      for (boolean[] head : sets) {
        for (int i = head.length - 1; i > 0; i--) {
          int other = random.nextInt(i + 1);
          boolean kept = head[i];
          head[i] = head[other];
          head[other] = kept;
        }
      }
    }
  }
}
