package loomwatch.results;

import java.util.stream.DoubleStream;

/** The middle of some values, which a few outliers do not move. */
public final class Median {
  private Median() {}

  /**
   * The middle value, or the mean of the two in the middle.
   *
   * @param values in any order; at least one
   */
  public static double of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
