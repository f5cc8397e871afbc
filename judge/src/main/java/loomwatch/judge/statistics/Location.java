package loomwatch.judge.statistics;

import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.descriptive.Median;

/** Where samples lie: one number in their own unit. Every sample must be finite. */
public final class Location {
  /** Without a copy it would reorder what it is given. */
  private static final Median MEDIAN = Median.withDefaults().withCopy(true);

  private Location() {}

  /** The arithmetic mean; needs 1 sample. */
  public static Estimate<Double> mean(double[] samples) {
    return samples.length == 0
        ? new Inconclusive<>(0, 1)
        : new Known<>(meanOf(Samples.finite("sample", samples)));
  }

  /** Relative to the first sample, so that equal samples have exactly that mean. */
  static double meanOf(double[] samples) {
    double first = samples[0];
    double sum = 0;
    for (double sample : samples) {
      sum += sample - first;
    }
    return first + sum / samples.length;
  }

  /**
   * The median of what is known not to be empty: the middle sample, or the mean of the two middle
   * ones.
   *
   * @throws IllegalArgumentException when there is no sample
   */
  public static double medianOf(double[] samples) {
    if (samples.length == 0) {
      throw new IllegalArgumentException("samples must not be empty");
    }
    return MEDIAN.evaluate(samples);
  }
}
