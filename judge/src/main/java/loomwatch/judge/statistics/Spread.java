package loomwatch.judge.statistics;

import java.util.List;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;

/** How far samples lie apart, and what that costs. */
public final class Spread {
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

  static double deviationOf(double[] samples) {
    double mean = Location.meanOf(samples);
    double sum = 0;
    for (double sample : samples) {
      sum += (sample - mean) * (sample - mean);
    }
    return Math.sqrt(sum / (samples.length - 1));
  }
}
