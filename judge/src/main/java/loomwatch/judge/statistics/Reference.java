package loomwatch.judge.statistics;

import java.util.Arrays;

/**
 * The last points in control, kept sorted, so that a median costs a look and a MAD one pass. Not
 * thread-safe.
 */
final class Reference {
  /** Makes the median absolute deviation of normal points their standard deviation. */
  private static final double MAD_TO_SIGMA = 1.4826;

  /** Of neighbours that differ less than this, hardly any more is known than of one. */
  private static final double MOST_CORRELATION = 0.8;

  private final CusumRule rule;
  private final double[] ring;
  private final double[] sorted;

  private int size;
  private int next;
  private double level;
  private double noise = -1;
  private double stretch = -1;

  Reference(CusumRule rule) {
    this.rule = rule;
    ring = new double[rule.most()];
    sorted = new double[rule.most()];
  }

  void learn(double x) {
    if (size == ring.length) {
      remove(ring[next]);
    }
    ring[next] = x;
    next = (next + 1) % ring.length;
    insert(x);
    level = middle(sorted, size);
    noise = -1;
    stretch = -1;
  }

  boolean ready() {
    return size >= rule.fewest();
  }

  int size() {
    return size;
  }

  double level() {
    return level;
  }

  /** Computed when asked for; never below the floor. */
  double noise() {
    if (noise < 0) {
      noise = Math.max(rule.noiseFloor(), MAD_TO_SIGMA * deviation());
    }
    return noise;
  }

  /**
   * How much further than independent points sums of these stray: (1 + ρ)/(1 − ρ), at least 1, with
   * ρ the correlation of neighbours less one standard error, so that independent points stay at 1.
   */
  double stretch() {
    if (stretch < 0) {
      double rho = Math.clamp(correlation() - 1 / Math.sqrt(size), 0, MOST_CORRELATION);
      stretch = (1 + rho) / (1 - rho);
    }
    return stretch;
  }

  /** Of each point with the one after it; far ones count as at three noises. */
  private double correlation() {
    double most = rule.clip() * noise();
    int oldest = size == ring.length ? next : 0;
    double products = 0;
    double squares = 0;
    double before = 0;
    for (int i = 0; i < size; i++) {
      double off = Math.clamp(ring[(oldest + i) % ring.length] - level, -most, most);
      products += off * before;
      squares += off * off;
      before = off;
    }
    return squares == 0 ? 0 : products / squares;
  }

  /** The median of |x − median|: of two runs that grow from the middle outwards, the middle one. */
  private double deviation() {
    double[] off = new double[size];
    for (int i = 0; i < size; i++) {
      off[i] = Math.abs(sorted[i] - level);
    }
    Arrays.sort(off);
    return middle(off, size);
  }

  private void insert(double x) {
    int at = place(x);
    System.arraycopy(sorted, at, sorted, at + 1, size - at);
    sorted[at] = x;
    size++;
  }

  private void remove(double x) {
    int at = place(x);
    size--;
    System.arraycopy(sorted, at + 1, sorted, at, size - at);
  }

  private int place(double x) {
    int found = Arrays.binarySearch(sorted, 0, size, x);
    return found >= 0 ? found : -found - 1;
  }

  private static double middle(double[] ascending, int n) {
    return n % 2 == 1 ? ascending[n / 2] : (ascending[n / 2 - 1] + ascending[n / 2]) / 2;
  }
}
