package loomwatch.trend;

import java.util.Arrays;
import java.util.OptionalDouble;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.results.Metric.Direction;

/**
 * The scale that a series is judged on: larger is worse. It is logarithmic if all values are above
 * 0. Otherwise it is relative to the usual value, because a logarithm would exclude an allocation
 * that begins or a throughput that ends.
 */
sealed interface WorseScale {
  /** Returns the badness of a value. */
  double of(double value);

  /** Returns the value of a badness. */
  double value(double badness);

  /** Converts a comparison's log ratio to a difference from a level. */
  double difference(double from, double logarithm);

  /**
   * Returns by how many percent a value is worse; where higher is better, by how much it is lower;
   * empty where the other value is 0.
   */
  OptionalDouble worsePercent(double from, double to);

  /** Returns the scale for these values. */
  static WorseScale suiting(double[] values, Direction direction) {
    if (Arrays.stream(values).allMatch(value -> value > 0)) {
      return new Logarithm(direction.sign());
    }
    double[] sizes = Arrays.stream(values).map(Math::abs).filter(size -> size > 0).toArray();
    return new Share(direction.sign(), sizes.length == 0 ? 1 : SampleStatistics.medianOf(sizes));
  }

  /** The logarithmic scale, on which ratios are differences. */
  record Logarithm(int sign) implements WorseScale {
    @Override
    public double of(double value) {
      return sign * Math.log(value);
    }

    @Override
    public double value(double badness) {
      return Math.exp(sign * badness);
    }

    @Override
    public double difference(double from, double logarithm) {
      return logarithm;
    }

    @Override
    public OptionalDouble worsePercent(double from, double to) {
      return OptionalDouble.of(100 * sign * Math.expm1(sign * (to - from)));
    }
  }

  /** The relative scale, on which the usual value is 1. */
  record Share(int sign, double usual) implements WorseScale {
    /** Maximum absolute value, so that sums of squares stay finite. */
    private static final double MOST = 1e100;

    @Override
    public double of(double value) {
      return Math.clamp(sign * value / usual, -MOST, MOST);
    }

    @Override
    public double value(double badness) {
      return sign * badness * usual;
    }

    @Override
    public double difference(double from, double logarithm) {
      return Math.abs(from) * Math.expm1(logarithm);
    }

    @Override
    public OptionalDouble worsePercent(double from, double to) {
      return Math.abs(from) < 1e-9
          ? OptionalDouble.empty()
          : OptionalDouble.of(100 * (to - from) / Math.abs(from));
    }
  }
}
