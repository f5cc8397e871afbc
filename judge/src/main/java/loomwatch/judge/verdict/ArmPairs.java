package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * The blocks in which both arms measured a metric in one mode.
 *
 * @param metric what they measured
 * @param blocks their numbers, ascending
 * @param base one launch for each block
 * @param head its partner at the same index
 * @param turns in which both were loaded
 */
record ArmPairs(
    Metric metric,
    List<Integer> blocks,
    List<Launch> base,
    List<Launch> head,
    WindowDifferences turns) {

  static ArmPairs of(
      ArmLaunches base, ArmLaunches head, String scenario, Mode mode, Metric metric) {
    Map<Integer, Launch> bases = new TreeMap<>();
    base.measuring(scenario, mode, metric).forEach(launch -> bases.put(launch.block(), launch));
    Map<Integer, Launch> heads = new TreeMap<>();
    head.measuring(scenario, mode, metric).forEach(launch -> heads.put(launch.block(), launch));
    bases.keySet().retainAll(heads.keySet());
    heads.keySet().retainAll(bases.keySet());
    return new ArmPairs(
        metric,
        List.copyOf(bases.keySet()),
        List.copyOf(bases.values()),
        List.copyOf(heads.values()),
        base.turns());
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** The others. */
  ArmPairs without(List<Integer> some) {
    List<Integer> at =
        IntStream.range(0, blocks.size())
            .boxed()
            .filter(i -> !some.contains(blocks.get(i)))
            .toList();
    return new ArmPairs(
        metric,
        at.stream().map(blocks::get).toList(),
        at.stream().map(base::get).toList(),
        at.stream().map(head::get).toList(),
        turns);
  }

  double[] baseValues() {
    return LaunchValues.of(metric, base);
  }

  double[] headValues() {
    return LaunchValues.of(metric, head);
  }

  /**
   * Whether both arms are 0 throughout: equal, though they have no ratio. Of launches that count
   * only what may be 0 is.
   */
  boolean allZero() {
    return both().stream().allMatch(launch -> LaunchValues.of(metric, launch) == 0);
  }

  /**
   * ln(head ÷ base) for each block, positive = worse, by {@link WindowDifferences}; nothing when a
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
    return IntStream.range(0, blocks.size())
        .mapToObj(i -> turns.difference(metric, base.get(i), head.get(i)))
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

  /** Whether they tell enough to decide a verdict, where the policy has this tolerance. */
  boolean mayGate(Tolerance tolerance) {
    return tooFew().isEmpty() && isKnown(tolerance);
  }

  /** Whether more of an arm than could be shown would change nothing. */
  boolean isKnown(Tolerance tolerance) {
    return IntStream.range(0, blocks.size())
        .noneMatch(i -> isUnknown(base.get(i), head.get(i), tolerance.fraction()));
  }

  /** Whether more than is known of one arm, which it may be, would make it another finding. */
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
}
