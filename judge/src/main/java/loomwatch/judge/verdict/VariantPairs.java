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
 * @param base one launch for each round
 * @param head its partner at the same index
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

  /** The others. */
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

  /**
   * Whether both variants are 0 throughout: equal, though they have no ratio. Of launches that
   * count only what may be 0 is.
   */
  boolean allZero() {
    return both().stream().allMatch(launch -> LaunchValues.of(metric, launch) == 0);
  }

  /**
   * ln(head ÷ base) for each round, positive = worse, by {@link WindowDifferences}; nothing when a
   * value is 0.
   */
  Optional<PairedDifferences> logRatios() {
    if (both().stream().anyMatch(launch -> LaunchValues.compared(metric, launch) <= 0)) {
      return Optional.empty();
    }
    return Optional.of(new PairedDifferences(differences()));
  }

  /** As {@link #logRatios}, where no value is 0. */
  List<Difference> differences() {
    return IntStream.range(0, rounds.size())
        .mapToObj(i -> cycles.difference(metric, base.get(i), head.get(i)))
        .toList();
  }

  /** What weakens either side, each once. */
  Set<String> doubts() {
    Set<String> doubts = new LinkedHashSet<>(LaunchValues.doubts(metric, both()));
    tooFew().ifPresent(doubts::add);
    return doubts;
  }

  /** Why a percentile rests on too few requests to gate. */
  Optional<String> tooFew() {
    return Percentiles.doubt(metric, both());
  }

  /** Whether they are enough to decide a verdict, where the thresholds have this tolerance. */
  boolean mayGate(Tolerance tolerance) {
    return tooFew().isEmpty() && isKnown(tolerance);
  }

  /** Whether more of a variant than could be shown would change nothing. */
  boolean isKnown(Tolerance tolerance) {
    return IntStream.range(0, rounds.size())
        .noneMatch(i -> isUnknown(base.get(i), head.get(i), tolerance.fraction()));
  }

  /** Whether more than is known of one variant, which it may be, would make it another finding. */
  private boolean isUnknown(Launch before, Launch after, double tolerance) {
    boolean baseMayBeMore = LaunchValues.isBound(metric, before);
    boolean headMayBeMore = LaunchValues.isBound(metric, after);
    double was = LaunchValues.of(metric, before);
    double is = LaunchValues.of(metric, after);
    return baseMayBeMore && (headMayBeMore || was < is * (1 + tolerance))
        || headMayBeMore && is < was;
  }

  /** Whether any of them may be more than is known. */
  boolean anyBound() {
    return both().stream().anyMatch(launch -> LaunchValues.isBound(metric, launch));
  }

  private List<Launch> both() {
    List<Launch> both = new ArrayList<>(base);
    both.addAll(head);
    return both;
  }

  /**
   * What launches of one round differ by. The load goes round them in short windows, a cycle at a
   * time, so what slows the host for a second slows the windows of a cycle alike, and cancels when
   * they are compared with each other: the difference is the median over cycles (decision 19).
   */
  static final class WindowDifferences {
    private final Map<Together, Integer> launches = new HashMap<>();

    /** The launches that the load went round. */
    private record Together(String scenario, int round) {
      static Together of(Launch launch) {
        return new Together(launch.scenario(), launch.round());
      }
    }

    /** Of all rounds of a record. */
    WindowDifferences(MeasurementRecord record) {
      record.launches().forEach(launch -> launches.merge(Together.of(launch), 1, Integer::sum));
    }

    /**
     * ln(head ÷ base) of what is better when less, ln(base ÷ head) of the other: positive = worse.
     *
     * @param base of the same round as head; both have values above 0
     */
    Difference difference(Metric metric, Launch base, Launch head) {
      return effect(metric, List.of(base, head), logs -> logs[1] - logs[0]);
    }

    /**
     * The median over cycles of an effect, positive = worse, where no window of a cycle was
     * discarded; of a metric that has no values by window, or is 0 in one, the effect in the
     * launches' own values.
     *
     * @param of launches of one round that all have a value above 0
     * @param ofLogs turns into its negative when what is compared is swapped
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
              .filter(sample -> !window.load().discardedByGenerator())
              .filter(sample -> sample.metric() == metric)
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
