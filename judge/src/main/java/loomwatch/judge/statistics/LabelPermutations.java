package loomwatch.judge.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.numbers.combinatorics.Combinations;

/**
 * Which launches count as head's, of each set by itself: in all ways, the true one among them; or
 * the true one and as many at random where there are too many. Not thread-safe.
 */
final class LabelPermutations {
  /** Two sets of four launches of each arm have 70 × 70. */
  private static final double MOST_WAYS = 5_000;

  private static final int DRAWS = 1_999;

  private final List<boolean[]> heads = new ArrayList<>();
  private final List<List<int[]>> ways = new ArrayList<>();
  private final RandomGenerator random;
  private final boolean exact;
  private final int all;
  private int given;

  /** Of the sets that these were measured on; of a set all have as many launches. */
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

  /** Goes on to the next, at first to the first; returns whether there is one. */
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
