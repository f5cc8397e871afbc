package loomwatch.benchmarks;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The upper limit of a prediction interval for one more normal value, given n earlier ones: m +
 * t₍p,n−1₎·s·√(1 + 1/n). Immutable.
 */
final class PredictionLimit {
  /**
   * The t test of Bencher 0.6.12 with its defaults ({@code Model::upper_boundary} of {@code
   * bencher_valid}; {@code mean.rs} and {@code limits/mod.rs} of {@code bencher_boundary}). Before
   * 0.6.3 (April 2026), it divided s² by n instead of n − 1, and had no root.
   */
  static final PredictionLimit OF_BENCHER = new PredictionLimit(0.99, 64);

  private final int most;

  /** t₍p,n−1₎ by n, cached because it is expensive. */
  private final double[] quantiles;

  /**
   * Creates a limit that the next value does not exceed with probability p.
   *
   * @param probability p, from 0.5 to 1
   * @param most maximum number of newest values used, at least 2
   */
  PredictionLimit(double probability, int most) {
    this.most = most;
    this.quantiles = new double[most + 1];
    for (int n = 2; n <= most; n++) {
      quantiles[n] = TDistribution.of(n - 1.0).inverseCumulativeProbability(probability);
    }
  }

  /** Returns the limit after these values, oldest first; empty for fewer than two or equal ones. */
  OptionalDouble after(double[] earlier) {
    double[] newest =
        Arrays.copyOfRange(earlier, Math.max(0, earlier.length - most), earlier.length);
    int n = newest.length;
    double mean = Arrays.stream(newest).average().orElse(Double.NaN);
    double squares = Arrays.stream(newest).map(x -> (x - mean) * (x - mean)).sum();
    return n < 2 || squares == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(mean + quantiles[n] * Math.sqrt(squares / (n - 1) * (1 + 1.0 / n)));
  }
}
