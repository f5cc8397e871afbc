package loomwatch.judge.statistics;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its 90 % two-sided t interval (Student 1908): mean ± t₍.95,f₎·s/√n.
 *
 * <p>Each end is a one-sided 95 % bound, by which limits are judged. The coverage holds for
 * independent, nearly normal samples; launches are independent, iterations and requests are not.
 *
 * @param standardDeviation standard deviation of the samples, at least 0
 * @param samples number of samples, at least 2
 * @param degrees degrees of freedom of the deviation: samples − 1, or more if it is moderated
 */
public record MeanInterval(
    double mean, double low, double high, double standardDeviation, int samples, double degrees) {

  /** Confidence of each bound alone. */
  public static final double ONE_SIDED_LEVEL = 0.95;

  /** Power of the {@linkplain #smallestEffect smallest effect}. */
  public static final double POWER = 0.90;

  /** Maximum number of samples that is suggested. */
  private static final int MOST_SAMPLES = 1_000;

  /**
   * Returns the interval of at least 2 samples.
   *
   * @throws IllegalArgumentException if a sample is not finite
   */
  public static Estimate<MeanInterval> of(double[] samples) {
    SampleStatistics.finite("sample", samples);
    int n = samples.length;
    return n < 2
        ? new Inconclusive<>(n, 2)
        : new Known<>(
            of(SampleStatistics.meanOf(samples), SampleStatistics.deviationOf(samples), n, n - 1));
  }

  /** Returns the interval of a known mean and deviation, of at least 2 samples. */
  public static MeanInterval of(
      double mean, double standardDeviation, int samples, double degrees) {
    double half = halfWidth(standardDeviation, samples, degrees, ONE_SIDED_LEVEL);
    return new MeanInterval(mean, mean - half, mean + half, standardDeviation, samples, degrees);
  }

  public record Ends(double low, double high) {}

  /**
   * Returns the 90 % interval of the second mean minus the first, by Student's t with pooled
   * variance (Student 1908); infinite when there are fewer than 3 samples in all or one side has
   * none.
   */
  public static Ends ofDifference(double[] first, double[] second) {
    double degrees = first.length + second.length - 2.0;
    if (first.length == 0 || second.length == 0 || degrees < 1) {
      return new Ends(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    double before = SampleStatistics.meanOf(first);
    double after = SampleStatistics.meanOf(second);
    double squares =
        SampleStatistics.squaresOf(first, before) + SampleStatistics.squaresOf(second, after);
    double half =
        TDistribution.of(degrees).inverseCumulativeProbability(ONE_SIDED_LEVEL)
            * Math.sqrt(squares / degrees)
            * Math.sqrt(1.0 / first.length + 1.0 / second.length);
    double difference = after - before;
    return new Ends(difference - half, difference + half);
  }

  /** Returns the upper one-sided bound at a confidence between 0 and 1; {@link #high} has 95 %. */
  public double upper(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be above 0 and below 1, was " + confidence);
    }
    return mean + halfWidth(standardDeviation, samples, degrees, confidence);
  }

  /** Returns the probability of a mean this large or larger, if the true mean is 0. */
  public double pOfMore() {
    return pOfMore(mean);
  }

  /** Returns the probability of a mean this small or smaller, if the true mean is 0. */
  public double pOfLess() {
    return pOfMore(-mean);
  }

  /** Returns the two-sided probability of a mean this far from 0, if the true mean is 0. */
  public double pOfEither() {
    return Math.min(1, 2 * Math.min(pOfMore(), pOfLess()));
  }

  private double pOfMore(double than) {
    double error = standardDeviation / Math.sqrt(samples);
    if (error == 0) {
      return than > 0 ? 0 : 1;
    }
    return TDistribution.of(degrees).survivalProbability(than / error);
  }

  /**
   * Returns the smallest mean that a one-sided test at level α would detect with 90 % power:
   * (t₍1−α,f₎ + t₍.9,f₎)·s/√n (Bloom, Evaluation Review 1995). Both terms are Student's t, although
   * the second should be noncentral: the true power is .87 to .91.
   *
   * @param level α, above 0 and below 1
   */
  public double smallestEffect(double level) {
    return halfWidth(standardDeviation, samples, degrees, 1 - level)
        + halfWidth(standardDeviation, samples, degrees, POWER);
  }

  /**
   * Returns the fewest samples whose one-sided bound would be closer to the mean than {@code
   * distance}, if mean and deviation stay the same: from 2 to 1,000, or empty if 1,000 do not
   * suffice.
   *
   * @param distance in the unit of the samples
   * @param confidence one-sided, above 0 and below 1
   */
  public OptionalInt samplesToSeparate(double distance, double confidence) {
    double beyond = degrees - (samples - 1);
    return IntStream.rangeClosed(2, MOST_SAMPLES)
        .filter(n -> halfWidth(standardDeviation, n, n - 1 + beyond, confidence) < distance)
        .findFirst();
  }

  private static double halfWidth(
      double standardDeviation, int samples, double degrees, double confidence) {
    double t = TDistribution.of(degrees).inverseCumulativeProbability(confidence);
    return t * standardDeviation / Math.sqrt(samples);
  }
}
