package loomwatch.trend;

import java.util.Arrays;
import java.util.OptionalDouble;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.results.Metric.Direction;

/**
 * The scale that a series is judged on: larger is worse. Where all values are above 0 it is their
 * logarithm. Where one is not, it is the value as a share of what is usual: a logarithm would leave
 * out an allocation that begins, or a throughput that ends.
 */
sealed interface WorseScale {
  /** Of a value. */
  double of(double value);

  /** The value again. */
  double value(double badness);

  /** A ratio's logarithm, as measured by a comparison, as a difference from a level. */
  double difference(double from, double logarithm);

  /**
   * By how many percent a value is worse than another: of what is better the more, by how much less
   * it is; empty where the other is 0.
   */
  OptionalDouble worsePercent(double from, double to);

  /** Fitting these values. */
  static WorseScale suiting(double[] values, Direction direction) {
    if (Arrays.stream(values).allMatch(value -> value > 0)) {
      return new Logarithm(direction.sign());
    }
    double[] sizes = Arrays.stream(values).map(Math::abs).filter(size -> size > 0).toArray();
    return new Share(direction.sign(), sizes.length == 0 ? 1 : SampleStatistics.medianOf(sizes));
  }

  /** By which ratios are differences. */
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

  /** By which what is usual is 1. */
  record Share(int sign, double usual) implements WorseScale {
    /** Squares of it are finite, and sums of them. */
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
