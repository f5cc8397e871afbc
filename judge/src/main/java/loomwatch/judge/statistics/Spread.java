package loomwatch.judge.statistics;

import java.util.List;
import java.util.OptionalInt;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;

/** How far samples lie apart, and what that costs. */
public final class Spread {
  /** Beyond this many samples, asking for more is no advice. */
  public static final int MOST_SAMPLES = 1_000;

  private Spread() {}

  /**
   * The standard deviation within groups whose means may differ: √(Σ(nᵢ − 1)sᵢ²/Σ(nᵢ − 1)). Needs a
   * group of 2; a group of 1 says nothing.
   */
  public static Estimate<Double> pooled(List<double[]> groups) {
    double squares = 0;
    int freedom = 0;
    int largest = 0;
    for (double[] group : groups) {
      largest = Math.max(largest, group.length);
      if (group.length >= 2) {
        double deviation = deviationOf(Samples.finite("sample", group));
        squares += (group.length - 1) * deviation * deviation;
        freedom += group.length - 1;
      }
    }
    return freedom == 0
        ? new Inconclusive<>(largest, 2)
        : new Known<>(Math.sqrt(squares / freedom));
  }

  /**
   * The fewest samples whose one-sided 95 % bound would lie closer to the mean than {@code
   * distance}, if mean and spread stay as they are: the smallest n with t₍.95,n−1₎·s/√n &lt;
   * distance.
   *
   * @param standardDeviation s, at least 0
   * @param distance in the same unit, above 0 to be reachable
   * @return from 2 to {@link #MOST_SAMPLES}, or nothing when not even those would do
   */
  public static OptionalInt samplesToSeparate(double standardDeviation, double distance) {
    for (int n = 2; n <= MOST_SAMPLES; n++) {
      if (MeanInterval.halfWidth(standardDeviation, n, MeanInterval.ONE_SIDED_LEVEL) < distance) {
        return OptionalInt.of(n);
      }
    }
    return OptionalInt.empty();
  }

  static double deviationOf(double[] samples) {
    double mean = Location.meanOf(samples);
    double sum = 0;
    for (double sample : samples) {
      sum += (sample - mean) * (sample - mean);
    }
    return Math.sqrt(sum / (samples.length - 1));
  }
}
