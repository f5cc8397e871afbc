package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.verdict.LaunchValues.Percentiles;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Window;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * The rounds in which both variants measured a metric in one mode.
 *
 * @param head launch with the same index as its partner in {@code base}
 */
record VariantPairs(
    Metric metric,
    List<Integer> rounds,
    List<Launch> base,
    List<Launch> head,
    WindowDifferences cycles) {

  static VariantPairs of(
      VariantLaunches base, VariantLaunches head, String scenario, Mode mode, Metric metric) {
    Map<Integer, Launch> bases = new TreeMap<>();
    base.measuring(scenario, mode, metric).forEach(launch -> bases.put(launch.round(), launch));
    Map<Integer, Launch> heads = new TreeMap<>();
    head.measuring(scenario, mode, metric).forEach(launch -> heads.put(launch.round(), launch));
    bases.keySet().retainAll(heads.keySet());
    heads.keySet().retainAll(bases.keySet());
    return new VariantPairs(
        metric,
        List.copyOf(bases.keySet()),
        List.copyOf(bases.values()),
        List.copyOf(heads.values()),
        base.cycles());
  }

  boolean isEmpty() {
    return rounds.isEmpty();
  }

  /** Returns the pairs without these rounds. */
  VariantPairs without(List<Integer> some) {
    List<Integer> at =
        IntStream.range(0, rounds.size())
            .boxed()
            .filter(i -> !some.contains(rounds.get(i)))
            .toList();
    return new VariantPairs(
        metric,
        at.stream().map(rounds::get).toList(),
        at.stream().map(base::get).toList(),
        at.stream().map(head::get).toList(),
        cycles);
  }

  double[] baseValues() {
    return LaunchValues.of(metric, base);
  }

  double[] headValues() {
    return LaunchValues.of(metric, head);
  }

  /** Returns whether every value is 0: the variants are equal, although there is no ratio. */
  boolean allZero() {
    return both().stream().allMatch(launch -> LaunchValues.of(metric, launch) == 0);
  }

  /**
   * Returns ln(head ÷ base) for each round, positive = worse, by {@link WindowDifferences}; empty
   * when a value is not above 0.
   */
  Optional<PairedDifferences> logRatios() {
    if (both().stream().anyMatch(launch -> LaunchValues.compared(metric, launch) <= 0)) {
      return Optional.empty();
    }
    return Optional.of(new PairedDifferences(differences()));
  }

  List<Difference> differences() {
    return IntStream.range(0, rounds.size())
        .mapToObj(i -> cycles.difference(metric, base.get(i), head.get(i)))
        .toList();
  }

  /** Returns the distinct doubts about either variant. */
  Set<String> doubts() {
    Set<String> doubts = new LinkedHashSet<>(LaunchValues.doubts(metric, both()));
    tooFew().ifPresent(doubts::add);
    return doubts;
  }

  /** Returns why a percentile has too few requests to be blocking. */
  Optional<String> tooFew() {
    return Percentiles.doubt(metric, both());
  }

  /** Returns whether the pairs may block under this tolerance. */
  boolean mayGate(Tolerance tolerance) {
    return tooFew().isEmpty() && isKnown(tolerance);
  }

  /** Returns whether exact values instead of lower bounds would not change the finding. */
  boolean isKnown(Tolerance tolerance) {
    return IntStream.range(0, rounds.size())
        .noneMatch(i -> isUnknown(base.get(i), head.get(i), tolerance.fraction()));
  }

  private boolean isUnknown(Launch before, Launch after, double tolerance) {
    boolean baseMayBeMore = LaunchValues.isBound(metric, before);
    boolean headMayBeMore = LaunchValues.isBound(metric, after);
    double was = LaunchValues.of(metric, before);
    double is = LaunchValues.of(metric, after);
    return baseMayBeMore && (headMayBeMore || was < is * (1 + tolerance))
        || headMayBeMore && is < was;
  }

  /** Returns whether any value is a lower bound. */
  boolean anyBound() {
    return both().stream().anyMatch(launch -> LaunchValues.isBound(metric, launch));
  }

  private List<Launch> both() {
    List<Launch> both = new ArrayList<>(base);
    both.addAll(head);
    return both;
  }

  /**
   * Computes differences between launches of one round. The load alternates between them in short
   * windows. A slowdown of the host affects all windows of a cycle, and cancels within the cycle,
   * so the difference is the median over cycles (decision 19).
   */
  static final class WindowDifferences {
    private final Map<Together, Integer> launches = new HashMap<>();

    /** Launches between which the load alternates. */
    private record Together(String scenario, int round) {
      static Together of(Launch launch) {
        return new Together(launch.scenario(), launch.round());
      }
    }

    WindowDifferences(MeasurementRecord record) {
      record.launches().forEach(launch -> launches.merge(Together.of(launch), 1, Integer::sum));
    }

    /**
     * Returns the log ratio of the worse direction: ln(head ÷ base) if lower is better, else
     * ln(base ÷ head). Both launches are of one round and have values above 0.
     */
    Difference difference(Metric metric, Launch base, Launch head) {
      return effect(metric, List.of(base, head), logs -> logs[1] - logs[0]);
    }

    /**
     * Returns the median effect over cycles, positive = worse, using cycles whose windows count;
     * for a metric without values by window, or with a window of 0, the effect in the launches'
     * values.
     *
     * @param of launches of one round, all with a value above 0
     * @param ofLogs effect of log values, antisymmetric in what is compared
     */
    Difference effect(Metric metric, List<Launch> of, ToDoubleFunction<double[]> ofLogs) {
      Map<Integer, List<Double>> byCycle = new TreeMap<>();
      for (Launch launch : of) {
        byCycle(metric, launch)
            .forEach((cycle, value) ->
                byCycle.computeIfAbsent(cycle, each -> new ArrayList<>()).add(value));
      }
      List<List<Double>> cycles =
          byCycle.values().stream().filter(values -> values.size() == of.size()).toList();
      if (cycles.isEmpty() || cycles.stream().flatMap(List::stream).anyMatch(value -> value <= 0)) {
        cycles = List.of(of.stream().map(each -> LaunchValues.compared(metric, each)).toList());
      }
      int sign = metric.direction().sign();
      return Difference.ofCycles(
          of.getFirst().round(),
          cycles.stream()
              .mapToDouble(values -> sign * ofLogs.applyAsDouble(logs(values)))
              .toArray());
    }

    private Map<Integer, Double> byCycle(Metric metric, Launch launch) {
      Map<Integer, Double> values = new TreeMap<>();
      if (metric.isMedianOverWindows()) {
        int round = launches.getOrDefault(Together.of(launch), 1);
        for (Window window : launch.windows()) {
          window.samples().stream()
              .filter(sample -> sample.metric() == metric)
              .filter(sample -> window.load().countsFor(metric))
              .mapToDouble(Sample::value)
              .forEach(value ->
                  values.put(window.position() / round, LaunchValues.compared(metric, value)));
        }
      }
      return values;
    }

    private static double[] logs(List<Double> values) {
      return values.stream().mapToDouble(Math::log).toArray();
    }
  }
}
