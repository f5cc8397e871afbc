package loomwatch.judge.cause;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.PolicyResult;
import loomwatch.judge.verdict.Size;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Metric;
import loomwatch.results.stacks.Resource;

/**
 * What causes in a place are to explain.
 *
 * @param metric that got worse
 * @param growth of the place's total, in its unit; above 0
 * @param total the same by launch, base's first; empty where the profiles are too few to show it
 *     themselves and the growth is as judged
 * @param scale what was judged of what profilers saw; 1 where the one cannot be told from the other
 */
record GrowthToExplain(Metric metric, double growth, Optional<double[]> total, double scale) {

  /** Nothing where nothing got worse, and where the policy says that it did not. */
  static Optional<GrowthToExplain> of(ResourceCosts spending, Verdict verdict) {
    if (!spending.comparable() || !spending.place().resource().hasCauses()) {
      return Optional.empty();
    }
    List<Metric> metrics = metrics(spending.place().resource());
    List<MetricVerdict> judged =
        verdict.metrics().stream()
            .filter(line ->
                line.scenario().equals(spending.place().scenario())
                    && line.mode() == JudgedMode.of(spending.place().mode())
                    && metrics.contains(line.metric())
                    && line.change().isPresent())
            .toList();
    Optional<MetricVerdict> worse =
        judged.stream()
            .filter(line -> outcome(line).equals(Optional.of(Outcome.REGRESSED)))
            .findFirst();
    boolean heldBySomeRule =
        judged.stream()
            .flatMap(line -> outcome(line).stream())
            .anyMatch(outcome -> outcome == Outcome.PASS || outcome == Outcome.IMPROVED);
    if (worse.isEmpty() && heldBySomeRule) {
      return Optional.empty();
    }
    Metric metric = worse.map(MetricVerdict::metric).orElse(metrics.getFirst());
    double[] total = spending.totalOfRequests();
    Optional<Double> measured =
        worse
            .filter(line -> line.unit().equals(spending.place().resource().unit().symbol()))
            .flatMap(MetricVerdict::change)
            .flatMap(GrowthToExplain::growth);
    if (spending.interval(total).low() > 0) {
      double seen = spending.growth(total);
      return Optional.of(
          new GrowthToExplain(
              metric, seen, Optional.of(total), measured.map(growth -> growth / seen).orElse(1.0)));
    }
    return measured.map(growth -> new GrowthToExplain(metric, growth, Optional.empty(), 1));
  }

  private static Optional<Outcome> outcome(MetricVerdict line) {
    return line.change().flatMap(Change::found).map(PolicyResult::verdict);
  }

  private static Optional<Double> growth(Change change) {
    double growth =
        switch (change.size()) {
          case Size.Ratio size -> size.base() * size.percent() / 100; // as it was judged
          case Size.NoRatio size -> size.head() - size.base();
          case Size.NoPair none -> 0;
        };
    return growth > 0 ? Optional.of(growth) : Optional.empty();
  }

  private static List<Metric> metrics(Resource resource) {
    return switch (resource) {
      case CPU -> List.of(Metric.CPU_PER_REQUEST, Metric.CPU_PER_REQUEST_TOTAL);
      case ALLOCATION -> List.of(Metric.ALLOCATED_PER_REQUEST);
      case BLOCKING, PINNING -> List.of(Metric.LATENCY_P50, Metric.LATENCY_P90, Metric.LATENCY_P99);
      case PAUSES -> List.of();
      case TAIL -> List.of(Metric.LATENCY_P99, Metric.LATENCY_TAIL, Metric.SLOW_SHARE);
      case LIVE -> List.of(Metric.LIVE_SET, Metric.RETAINED_PER_REQUEST);
      case COLLECTIONS -> List.of(Metric.COLLECTOR_CPU_PER_REQUEST);
      case THREADS -> List.of(Metric.PLATFORM_THREADS_AFTER_LOAD);
      case START -> List.of(Metric.TIME_TO_READY);
    };
  }
}
