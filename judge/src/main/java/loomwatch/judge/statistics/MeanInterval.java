package loomwatch.judge.statistics;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its 90 % two-sided t interval (Student 1908): mean ± t₍.95,f₎·s/√n.
 *
 * <p>Each end is by itself a one-sided 95 % bound, which is how limits are judged. It covers as
 * stated when the samples are independent and about normal; launches are independent, iterations
 * and requests are not.
 *
 * @param standardDeviation of the samples, at least 0
 * @param samples how many, at least 2
 * @param degrees of freedom that the deviation rests on: samples − 1, or more where more than they
 *     speaks of it
 */
public record MeanInterval(
    double mean, double low, double high, double standardDeviation, int samples, double degrees) {

  /** The confidence of each bound alone. */
  public static final double ONE_SIDED_LEVEL = 0.95;

  /** The chance of finding the {@linkplain #smallestEffect smallest effect}. */
  public static final double POWER = 0.90;

  /** Beyond this many samples, asking for more is no advice. */
  private static final int MOST_SAMPLES = 1_000;

  /**
   * The interval of these samples; needs 2.
   *
   * @throws IllegalArgumentException when a sample is not finite
   */
  public static Estimate<MeanInterval> of(double[] samples) {
    SampleStatistics.finite("sample", samples);
    int n = samples.length;
    return n < 2
        ? new Inconclusive<>(n, 2)
        : new Known<>(
            of(SampleStatistics.meanOf(samples), SampleStatistics.deviationOf(samples), n, n - 1));
  }

  /**
   * One of which mean and deviation are known.
   *
   * @param samples at least 2
   * @param degrees of freedom of the deviation, above 0
   */
  public static MeanInterval of(
      double mean, double standardDeviation, int samples, double degrees) {
    double half = halfWidth(standardDeviation, samples, degrees, ONE_SIDED_LEVEL);
    return new MeanInterval(mean, mean - half, mean + half, standardDeviation, samples, degrees);
  }

  /** The two ends of an interval. */
  public record Ends(double low, double high) {}

  /**
   * The 90 % interval of the second mean less the first, by Student's t with pooled variance
   * (Student 1908); infinite when there are fewer than 3 samples in all or one side has none.
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
    return mean + halfWidth(standardDeviation, samples, degrees, confidence);
  }

  /** The chance of a mean this large or larger, if what was sampled is 0 on average. */
  public double pOfMore() {
    return pOfMore(mean);
  }

  /** The chance of a mean this small or smaller, if what was sampled is 0 on average. */
  public double pOfLess() {
    return pOfMore(-mean);
  }

  /** The chance of a mean so far from 0 either way, if what was sampled is 0 on average. */
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
   * The smallest mean that a one-sided test would have distinguished from 0 with 90 % power:
   * (t₍1−α,f₎ + t₍.9,f₎)·s/√n (Bloom, Evaluation Review 1995). Both terms are Student's, where the
   * second should be the noncentral t's: the power is really .87 to .91.
   *
   * @param level α that it is tested at, above 0 and below 1
   */
  public double smallestEffect(double level) {
    return halfWidth(standardDeviation, samples, degrees, 1 - level)
        + halfWidth(standardDeviation, samples, degrees, POWER);
  }

  /**
   * The fewest samples whose one-sided bound would lie closer to the mean than {@code distance}, if
   * mean and deviation stay as they are.
   *
   * @param distance in the unit of the samples, above 0 to be reachable
   * @param confidence one-sided, above 0 and below 1
   * @return from 2 to 1,000, or nothing when not even those would do
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
