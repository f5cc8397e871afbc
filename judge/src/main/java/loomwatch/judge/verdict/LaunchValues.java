package loomwatch.judge.verdict;

import static loomwatch.results.Metric.Percentile.ENOUGH_BEYOND;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Percentile;
import loomwatch.results.Sample;

/** The values of a metric in launches that all measured it. */
final class LaunchValues {
  private LaunchValues() {}

  static double[] of(Metric metric, List<Launch> measuring) {
    return measuring.stream().mapToDouble(launch -> of(metric, launch)).toArray();
  }

  static double of(Metric metric, Launch measuring) {
    return measuring.sample(metric).map(Sample::value).orElseThrow();
  }

  /** Returns the value used in comparisons: metrics that may be close to 0 have an offset added. */
  static double compared(Metric metric, Launch measuring) {
    return compared(metric, of(metric, measuring));
  }

  static double compared(Metric metric, double value) {
    return metric.compared(value);
  }

  /** Returns whether the value is a lower bound. */
  static boolean isBound(Metric metric, Launch measuring) {
    return measuring.sample(metric).filter(Sample::isBound).isPresent();
  }

  /** Returns the arithmetic mean of at least one value. */
  static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /**
   * Returns the geometric mean, which is consistent with the mean log ratio; the arithmetic mean if
   * a value is not above 0.
   */
  static double level(double[] values) {
    return Arrays.stream(values).allMatch(value -> value > 0)
        ? Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow())
        : mean(values);
  }

  /** Returns the distinct doubts, in the order of the launches. */
  static Set<String> doubts(Metric metric, List<Launch> measuring) {
    Set<String> doubts = new LinkedHashSet<>();
    for (Launch launch : measuring) {
      launch.sample(metric).map(Sample::doubts).ifPresent(doubts::addAll);
    }
    return doubts;
  }

  /**
   * Checks that a percentile rests on enough requests to block: at least {@link
   * Percentile#ENOUGH_BEYOND} samples beyond it in each launch. With k samples beyond it, its rank
   * varies by about √k of them: for 100, by a tenth.
   */
  static final class Percentiles {
    private static final String TOO_FEW = "too few requests to gate: ";
    private static final String ONE_REQUEST =
        "a maximum is a single request: it is informational and never blocks";

    /** Tolerance for binary fractions: 100 − 99.9 is slightly below 0.1. */
    private static final double ROUNDING = 1e-6;

    private Percentiles() {}

    /** Returns whether the doubts include too few requests. */
    static boolean areFew(List<String> doubts) {
      return doubts.stream()
          .anyMatch(doubt -> doubt.equals(ONE_REQUEST) || doubt.startsWith(TOO_FEW));
    }

    /** Returns why the metric must not block on these launches, or empty if it may. */
    static Optional<String> doubt(Metric metric, Collection<Launch> launches) {
      return metric.percentile().flatMap(percentile -> doubt(percentile, launches));
    }

    private static Optional<String> doubt(Percentile percentile, Collection<Launch> launches) {
      if (percentile.isMaximum()) {
        return Optional.of(ONE_REQUEST);
      }
      if (launches.isEmpty()) {
        return Optional.empty();
      }
      double fewest =
          launches.stream()
              .mapToDouble(launch -> samplesBeyond(percentile, launch))
              .min()
              .orElseThrow();
      return fewest + ROUNDING >= ENOUGH_BEYOND
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  TOO_FEW
                      + "%.0f lie beyond this percentile in the poorest launch,"
                      + " %d are needed; a longer or faster load would give them",
                  Math.floor(fewest + ROUNDING),
                  ENOUGH_BEYOND));
    }

    private static double samplesBeyond(Percentile percentile, Launch launch) {
      LoadResult load = launch.load();
      LatencyHistogram histogram = load == null ? null : percentile.in(load);
      return histogram == null ? 0 : histogram.samplesBeyond(percentile.rank());
    }
  }
}
