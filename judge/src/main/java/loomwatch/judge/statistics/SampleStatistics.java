package loomwatch.judge.statistics;

import java.util.Arrays;
import java.util.List;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BetaDistribution;

/** Mean, median, quantiles and deviation of finite samples, in their own unit. */
public final class SampleStatistics {
  /** Copies its input, which it would otherwise reorder. */
  private static final Median MEDIAN = Median.withDefaults().withCopy(true);

  private SampleStatistics() {}

  /** Returns the arithmetic mean; needs 1 sample. */
  public static Estimate<Double> mean(double[] samples) {
    return samples.length == 0
        ? new Inconclusive<>(0, 1)
        : new Known<>(meanOf(finite("sample", samples)));
  }

  /** Sums relative to the first sample, so that equal samples have exactly that mean. */
  static double meanOf(double[] samples) {
    double first = samples[0];
    double sum = 0;
    for (double sample : samples) {
      sum += sample - first;
    }
    return first + sum / samples.length;
  }

  public static double medianOf(double[] samples) {
    if (samples.length == 0) {
      throw new IllegalArgumentException("samples must not be empty");
    }
    return MEDIAN.evaluate(samples);
  }

  /**
   * Returns the q-quantile as a weighted mean of all order statistics (Harrell &amp; Davis,
   * Biometrika 1982): Σ wᵢx₍ᵢ₎ with wᵢ = I(i/n) − I((i − 1)/n), where I is the distribution
   * function of Beta((n + 1)q, (n + 1)(1 − q)). For few samples it varies less than one or two
   * order statistics, but is less robust against outliers. Needs 1 sample.
   *
   * @param q above 0 and below 1
   */
  public static Estimate<Double> quantile(double[] samples, double q) {
    if (!(q > 0 && q < 1)) {
      throw new IllegalArgumentException("q must be above 0 and below 1, was " + q);
    }
    int n = samples.length;
    if (n == 0) {
      return new Inconclusive<>(0, 1);
    }
    double[] sorted = finite("sample", samples).clone();
    Arrays.sort(sorted);
    BetaDistribution beta = BetaDistribution.of((n + 1) * q, (n + 1) * (1 - q));
    double before = 0;
    // Sums relative to the first sample, so that equal samples have exactly that quantile.
    double sum = 0;
    for (int i = 1; i <= n; i++) {
      double upTo = beta.cumulativeProbability((double) i / n);
      sum += (upTo - before) * (sorted[i - 1] - sorted[0]);
      before = upTo;
    }
    return new Known<>(sorted[0] + sum);
  }

  /**
   * Returns the standard deviation within groups whose means may differ: √(Σ(nᵢ − 1)sᵢ²/Σ(nᵢ − 1)).
   * Needs a group of 2; a group of 1 adds nothing.
   */
  public static Estimate<Double> pooledDeviation(List<double[]> groups) {
    double squares = 0;
    int freedom = 0;
    int largest = 0;
    for (double[] group : groups) {
      largest = Math.max(largest, group.length);
      if (group.length >= 2) {
        double deviation = deviationOf(finite("sample", group));
        squares += (group.length - 1) * deviation * deviation;
        freedom += group.length - 1;
      }
    }
    return freedom == 0
        ? new Inconclusive<>(largest, 2)
        : new Known<>(Math.sqrt(squares / freedom));
  }

  static double deviationOf(double[] samples) {
    return Math.sqrt(squaresOf(samples, meanOf(samples)) / (samples.length - 1));
  }

  static double squaresOf(double[] samples, double mean) {
    double sum = 0;
    for (double sample : samples) {
      sum += (sample - mean) * (sample - mean);
    }
    return sum;
  }

  /**
   * Returns the samples.
   *
   * @throws IllegalArgumentException if one is NaN or infinite, which is a bug
   */
  static double[] finite(String name, double[] samples) {
    for (int i = 0; i < samples.length; i++) {
      if (!Double.isFinite(samples[i])) {
        throw new IllegalArgumentException(
            name + "[" + i + "] must be a finite number, was " + samples[i]);
      }
    }
    return samples;
  }

  /**
   * Returns the samples.
   *
   * @throws IllegalArgumentException if one is not a finite number above 0
   */
  static double[] positive(String name, double[] samples) {
    finite(name, samples);
    for (int i = 0; i < samples.length; i++) {
      if (samples[i] <= 0) {
        throw new IllegalArgumentException(
            name + "[" + i + "] must be above 0 to have a logarithm, was " + samples[i]);
      }
    }
    return samples;
  }
}
