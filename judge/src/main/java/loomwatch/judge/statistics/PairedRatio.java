package loomwatch.judge.statistics;

import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;

/**
 * The geometric mean of paired ratios, with its 90 % two-sided interval: the t interval of
 * ln(numerator/denominator), exponentiated. A factor common to both values of a pair, such as a
 * slow hour of the host, cancels.
 *
 * @param ratio geometric mean; above 0, and 1 means equal
 * @param low lower one-sided 95 % bound; above 0
 * @param high upper one-sided 95 % bound
 * @param logs interval on the log scale
 */
public record PairedRatio(double ratio, double low, double high, MeanInterval logs) {

  /**
   * Returns the mean ratio of at least 2 pairs with the same index.
   *
   * @throws IllegalArgumentException if a value is not a finite number above 0, or the lengths
   *     differ
   */
  public static Estimate<PairedRatio> of(double[] numerator, double[] denominator) {
    return switch (MeanInterval.of(logRatios(numerator, denominator))) {
      case Known<MeanInterval>(MeanInterval logs) ->
          new Known<>(
              new PairedRatio(
                  Math.exp(logs.mean()), Math.exp(logs.low()), Math.exp(logs.high()), logs));
      case Inconclusive<MeanInterval>(int samples, int needed) ->
          new Inconclusive<>(samples, needed);
    };
  }

  /**
   * Returns ln(numerator/denominator) of each pair.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public static double[] logRatios(double[] numerator, double[] denominator) {
    if (numerator.length != denominator.length) {
      throw new IllegalArgumentException(
          "numerator must have as many values as denominator ("
              + denominator.length
              + "), had "
              + numerator.length);
    }
    SampleStatistics.positive("numerator", numerator);
    SampleStatistics.positive("denominator", denominator);
    double[] logs = new double[numerator.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(numerator[i] / denominator[i]);
    }
    return logs;
  }
}
