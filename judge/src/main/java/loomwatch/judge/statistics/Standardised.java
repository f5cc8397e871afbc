package loomwatch.judge.statistics;

import java.util.Arrays;

/**
 * The statistic that makes metrics of different spread weigh alike: T(ε) = Σ εᵢdᵢ / √Σ dᵢ².
 *
 * <p>No flip changes what is below the line, so T has mean 0 and variance 1 over the flips whatever
 * the metric's unit, spread and number of pairs, and lies within ±√n. At equal n it orders as the t
 * statistic does: t = T·√((n − 1)/(n − T²)). Differences that are all 0 have T = 0.
 */
final class Standardised {
  private final int[] positions;
  private final double[] shares;
  private final double size;

  /**
   * The statistic of one metric.
   *
   * @param blocks every block of the comparison, ascending: where a sign is found
   */
  Standardised(BlockDifferences metric, int[] blocks) {
    positions = metric.blocks().map(block -> Arrays.binarySearch(blocks, block)).toArray();
    double[] differences = metric.values();
    // By the largest first, or squares of very small or large numbers would leave the range.
    double largest = Arrays.stream(differences).map(Math::abs).max().orElse(0);
    double unit = largest == 0 ? 1 : largest;
    double[] scaled = Arrays.stream(differences).map(d -> d / unit).toArray();
    double root = largest == 0 ? 1 : Math.sqrt(Arrays.stream(scaled).map(d -> d * d).sum());
    shares = Arrays.stream(scaled).map(d -> d / root).toArray();
    size = unit * root;
  }

  /** T under these signs, one for each block of the comparison. */
  double under(double[] signs) {
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += signs[positions[i]] * shares[i];
    }
    return sum;
  }

  /** T as observed. */
  double observed() {
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    return sum;
  }

  /** T where the mean of the differences is that. */
  double of(double mean) {
    return Double.isInfinite(mean) ? mean : mean / size * shares.length;
  }

  /** The largest |T| there could be, √n: rounding errors go with it. */
  double bound() {
    return Math.sqrt(shares.length);
  }
}
