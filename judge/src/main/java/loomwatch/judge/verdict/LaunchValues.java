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

/** A metric's values in launches that all measured it. */
final class LaunchValues {
  private LaunchValues() {}

  static double[] of(Metric metric, List<Launch> measuring) {
    return measuring.stream().mapToDouble(launch -> of(metric, launch)).toArray();
  }

  static double of(Metric metric, Launch measuring) {
    return measuring.sample(metric).map(Sample::value).orElseThrow();
  }

  /**
   * What it is compared by: what is next to nothing at best with an amount added to it, of which
   * less than nothing is nothing.
   */
  static double compared(Metric metric, Launch measuring) {
    return compared(metric, of(metric, measuring));
  }

  static double compared(Metric metric, double value) {
    return metric.compared(value);
  }

  /** Whether it may be more. */
  static boolean isBound(Metric metric, Launch measuring) {
    return measuring.sample(metric).filter(Sample::isBound).isPresent();
  }

  /** Their arithmetic mean; at least one. */
  static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /**
   * Their geometric mean, so that two levels agree with the change between them; the arithmetic one
   * where one is 0 or less.
   */
  static double level(double[] values) {
    return Arrays.stream(values).allMatch(value -> value > 0)
        ? Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow())
        : mean(values);
  }

  /** What weakens them, each once, in the order of the launches. */
  static Set<String> doubts(Metric metric, List<Launch> measuring) {
    Set<String> doubts = new LinkedHashSet<>();
    for (Launch launch : measuring) {
      launch.sample(metric).map(Sample::doubts).ifPresent(doubts::addAll);
    }
    return doubts;
  }

  /**
   * Whether a percentile rests on enough requests to gate: at least {@link
   * Percentile#ENOUGH_BEYOND} samples beyond it in each launch. With k samples beyond, its rank
   * scatters by about √k of them: at 100, by a tenth.
   */
  static final class Percentiles {
    private static final String TOO_FEW = "too few requests to gate: ";
    private static final String ONE_REQUEST =
        "a maximum is a single request: it is informational and never blocks";

    /** 100 − 99.9 is a little less than 0.1 in binary. */
    private static final double ROUNDING = 1e-6;

    private Percentiles() {}

    /** Whether that is among the reasons why a number is weak. */
    static boolean areFew(List<String> doubts) {
      return doubts.stream()
          .anyMatch(doubt -> doubt.equals(ONE_REQUEST) || doubt.startsWith(TOO_FEW));
    }

    /** Why the metric must not gate on these launches; nothing when it may, or is no percentile. */
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
