package loomwatch.judge.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.numbers.combinatorics.Combinations;

/**
 * Tests which of very many quantities are larger in head than in base: the step-down max-T test by
 * relabelling launches (Westfall &amp; Young, Resampling-Based Multiple Testing 1993, algorithm
 * 4.1).
 *
 * <p>T = d/(s + s₀), where d is the difference of the means, s its standard error by the pooled
 * variance, and s₀ the quantity's floor (Tusher, Tibshirani &amp; Chu, PNAS 2001): with four
 * launches some of a thousand quantities have almost no variance by chance and would provide the
 * largest T of every relabelling. All quantities of one set of launches are relabelled together,
 * which preserves their dependence.
 *
 * <p>A quantity that clearly fell is shifted to have no change. Otherwise the reverse of the true
 * labelling would hide all growth.
 *
 * <p>The probability of even one false positive is at most the level, if the variants' launches are
 * exchangeable with respect to unchanged quantities.
 */
public final class GrowthMaxT {
  private GrowthMaxT() {}

  /**
   * A quantity in every launch.
   *
   * @param set launches it was measured on; all quantities of a set have as many values
   * @param base values of base's launches, in one order for the whole set
   * @param floor s₀; above 0
   */
  public record Quantity(int set, double[] base, double[] head, double floor) {
    private double value(int launch) {
      return launch < base.length ? base[launch] : head[launch - base.length];
    }
  }

  /**
   * Returns the adjusted p values, at most 1, in the order given.
   *
   * @param random draws relabellings where there are too many to enumerate; its seed belongs in the
   *     record
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
    List<Quantity> rivals = quantities.stream().map(GrowthMaxT::unlessFallen).toList();
    LabelPermutations labels = new LabelPermutations(quantities, random);
    int[] atLeast = new int[count];
    int all = 0;
    while (labels.next()) {
      all++;
      double largest = Double.NEGATIVE_INFINITY;
      for (int rank = count - 1; rank >= 0; rank--) {
        Quantity quantity = rivals.get(order[rank]);
        largest = Math.max(largest, statistic(quantity, labels.of(quantity.set())));
        // The order of summation must not make equal values differ.
        if (largest >= observed[order[rank]] - 1e-9 * Math.abs(observed[order[rank]])) {
          atLeast[rank]++;
        }
      }
    }
    double[] adjusted = new double[count];
    double least = 0;
    for (int rank = 0; rank < count; rank++) {
      least = Math.max(least, (double) atLeast[rank] / all);
      adjusted[order[rank]] = least;
    }
    return adjusted;
  }

  /** Shifts head to base's mean if every value of head is below every value of base. */
  private static Quantity unlessFallen(Quantity quantity) {
    double least = Arrays.stream(quantity.base()).min().orElse(0);
    double most = Arrays.stream(quantity.head()).max().orElse(0);
    if (most >= least) {
      return quantity;
    }
    double fell = mean(quantity.base()) - mean(quantity.head());
    double[] head = Arrays.stream(quantity.head()).map(value -> value + fell).toArray();
    return new Quantity(quantity.set(), quantity.base(), head, quantity.floor());
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  private static double observed(Quantity quantity) {
    boolean[] head = new boolean[quantity.base().length + quantity.head().length];
    Arrays.fill(head, quantity.base().length, head.length, true);
    return statistic(quantity, head);
  }

  private static double statistic(Quantity quantity, boolean[] head) {
    double[] means = new double[2];
    int[] n = new int[2];
    for (int i = 0; i < head.length; i++) {
      int variant = head[i] ? 1 : 0;
      n[variant]++;
      means[variant] += (quantity.value(i) - means[variant]) / n[variant];
    }
    double within = 0;
    for (int i = 0; i < head.length; i++) {
      double residual = quantity.value(i) - means[head[i] ? 1 : 0];
      within += residual * residual;
    }
    double error = Math.sqrt(within / Math.max(1, head.length - 2) * (1.0 / n[0] + 1.0 / n[1]));
    return (means[1] - means[0]) / (error + quantity.floor());
  }

  /**
   * Enumerates which launches are labelled head in each set: all combinations, including the true
   * one, or if these are too many, the true one and random ones. Not thread-safe.
   */
  static final class LabelPermutations {
    /** Two sets of four launches of each variant have 70 × 70. */
    private static final double MOST_WAYS = 5_000;

    private static final int DRAWS = 1_999;

    private final List<boolean[]> heads = new ArrayList<>();
    private final List<List<int[]>> ways = new ArrayList<>();
    private final RandomGenerator random;
    private final boolean exact;
    private final int all;
    private int given;

    /** Creates the labels of these quantities' sets. */
    LabelPermutations(List<GrowthMaxT.Quantity> quantities, RandomGenerator random) {
      this.random = random;
      for (GrowthMaxT.Quantity quantity : quantities) {
        while (heads.size() <= quantity.set()) {
          heads.add(new boolean[0]);
        }
        if (heads.get(quantity.set()).length == 0) {
          int bases = quantity.base().length;
          boolean[] head = new boolean[bases + quantity.head().length];
          Arrays.fill(head, bases, head.length, true);
          heads.set(quantity.set(), head);
        }
      }
      double possible =
          heads.stream()
              .mapToDouble(head -> BinomialCoefficientDouble.value(head.length, count(head)))
              .reduce(1, (some, others) -> some * others);
      exact = possible <= MOST_WAYS;
      all = exact ? (int) Math.round(possible) : 1 + DRAWS;
      if (exact) {
        heads.forEach(head -> {
          List<int[]> each = new ArrayList<>();
          Combinations.of(head.length, count(head)).iterator().forEachRemaining(each::add);
          ways.add(each);
        });
      }
    }

    private static int count(boolean[] head) {
      int count = 0;
      for (boolean each : head) {
        count += each ? 1 : 0;
      }
      return count;
    }

    /** Advances to the next labelling, initially the first; returns whether there is one. */
    boolean next() {
      if (given == all) {
        return false;
      }
      if (exact) {
        label(given);
      } else if (given > 0) {
        heads.forEach(this::shuffle);
      }
      given++;
      return true;
    }

    boolean[] of(int set) {
      return heads.get(set);
    }

    private void label(int number) {
      int left = number;
      for (int set = 0; set < heads.size(); set++) {
        boolean[] head = heads.get(set);
        List<int[]> each = ways.get(set);
        Arrays.fill(head, false);
        for (int launch : each.get(left % each.size())) {
          head[launch] = true;
        }
        left /= each.size();
      }
    }

    private void shuffle(boolean[] head) {
      for (int i = head.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        boolean kept = head[i];
        head[i] = head[other];
        head[other] = kept;
      }
    }
  }
}
