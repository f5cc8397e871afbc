package loomwatch.judge.verdict;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
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
}
