package loomwatch.judge.statistics;

import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its 90 % two-sided t interval (Student 1908): mean ± t₍.95,n−1₎·s/√n.
 *
 * <p>Each end is by itself a one-sided 95 % bound, which is how limits are judged. It covers as
 * stated when the samples are independent and about normal; launches are independent, iterations
 * and requests are not.
 *
 * @param mean of the samples
 * @param low its lower one-sided 95 % bound
 * @param high its upper one-sided 95 % bound
 * @param standardDeviation of the samples, at least 0
 * @param samples how many, at least 2
 */
public record MeanInterval(
    double mean, double low, double high, double standardDeviation, int samples) {

  /** The confidence of each bound alone. */
  public static final double ONE_SIDED_LEVEL = 0.95;

  /**
   * The interval of these samples; needs 2.
   *
   * @throws IllegalArgumentException when a sample is not finite
   */
  public static Estimate<MeanInterval> of(double[] samples) {
    Samples.finite("sample", samples);
    int n = samples.length;
    if (n < 2) {
      return new Inconclusive<>(n, 2);
    }
    double mean = Location.meanOf(samples);
    double deviation = Spread.deviationOf(samples);
    double half = halfWidth(deviation, n);
    return new Known<>(new MeanInterval(mean, mean - half, mean + half, deviation, n));
  }

  /**
   * One of which mean and bounds are known and the samples are not.
   *
   * @param samples how many there were, at least 2
   */
  public static MeanInterval between(double low, double mean, double high, int samples) {
    double deviation = (high - low) / 2 / halfWidth(1, samples);
    return new MeanInterval(mean, low, high, deviation, samples);
  }

  /**
   * The upper one-sided bound at another confidence; {@link #high} is the one at 95 %.
   *
   * @param confidence above 0 and below 1
   */
  public double upper(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be above 0 and below 1, was " + confidence);
    }
    return mean + halfWidth(standardDeviation, samples, confidence);
  }

  static double halfWidth(double standardDeviation, int samples) {
    return halfWidth(standardDeviation, samples, ONE_SIDED_LEVEL);
  }

  static double halfWidth(double standardDeviation, int samples, double confidence) {
    double t = TDistribution.of(samples - 1).inverseCumulativeProbability(confidence);
    return t * standardDeviation / Math.sqrt(samples);
  }
}
