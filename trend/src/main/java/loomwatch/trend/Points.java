package loomwatch.trend;

import java.util.Arrays;
import java.util.List;
import loomwatch.results.Direction;
import loomwatch.results.history.SeriesName;

/**
 * One series as far as it may be compared with itself: all its points of one fingerprint, however
 * often the host or toolchain changed in between.
 *
 * @param name of the series
 * @param fingerprint of host and toolchain
 * @param unit of the values
 * @param direction which way it gets better
 * @param entries the index in history of each point, ascending
 * @param values the median over launches of each point; above 0
 */
record Points(
    SeriesName name,
    String fingerprint,
    String unit,
    Direction direction,
    int[] entries,
    double[] values) {

  /** On the scale of the rules: logarithms, larger is worse. */
  double[] badness() {
    return Arrays.stream(values).map(value -> sign() * Math.log(value)).toArray();
  }

  /** +1 where larger is worse, −1 where smaller is. */
  int sign() {
    return direction.sign();
  }

  int size() {
    return entries.length;
  }

  /** A value again, from the scale of the rules. */
  double value(double badness) {
    return Math.exp(sign() * badness);
  }

  /** The first point at or after that entry of history; {@link #size} when there is none. */
  int atOrAfter(int entry) {
    int found = Arrays.binarySearch(entries, entry);
    return found >= 0 ? found : -found - 1;
  }

  /** The percentage of a difference on the scale of the rules, where less is better. */
  static double percent(double difference) {
    return 100 * Math.expm1(difference);
  }

  /** By what percentage the value itself changes with such a difference; positive is worse. */
  double change(double difference) {
    return sign() * percent(sign() * difference);
  }

  static Points of(
      SeriesName name,
      String fingerprint,
      String unit,
      Direction direction,
      List<Integer> entries,
      List<Double> v) {
    return new Points(
        name,
        fingerprint,
        unit,
        direction,
        entries.stream().mapToInt(Integer::intValue).toArray(),
        v.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
