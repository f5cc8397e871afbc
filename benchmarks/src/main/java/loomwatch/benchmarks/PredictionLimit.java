package loomwatch.benchmarks;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How large one more normal value may be, known n earlier ones: m + t₍p,n−1₎·s·√(1 + 1/n), the
 * upper limit of a prediction interval. Immutable.
 */
final class PredictionLimit {
  /**
   * The t-test of Bencher 0.6.12 with its defaults ({@code Model::upper_boundary} of {@code
   * bencher_valid}; {@code mean.rs} and {@code limits/mod.rs} of {@code bencher_boundary}). Before
   * 0.6.3, of April 2026, it had n instead of n − 1 below s², and no root.
   */
  static final PredictionLimit OF_BENCHER = new PredictionLimit(0.99, 64);

  private final int most;

  /** t₍p,n−1₎ at n; finding one takes longer than all the rest. */
  private final double[] quantiles;

  /**
   * A limit that the next value keeps with that probability.
   *
   * @param probability p, from 0.5 to 1
   * @param most of the newest values so many count, at least 2
   */
  PredictionLimit(double probability, int most) {
    this.most = most;
    this.quantiles = new double[most + 1];
    for (int n = 2; n <= most; n++) {
      quantiles[n] = TDistribution.of(n - 1.0).inverseCumulativeProbability(probability);
    }
  }

  /**
   * The limit of the value after these, the oldest first.
   *
   * @return nothing after fewer than two, or equal ones
   */
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
