package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.ChangeJudge.ChangeRule;
import loomwatch.judge.verdict.Finding.Tally;
import loomwatch.judge.verdict.VariantLaunches.Failures;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Metric;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The events of one kind in requests of a scenario and mode: failed requests or connections that
 * the server closed. Events are counted and need no tolerance: head must not have more than base.
 */
record EventCounts(MetricKey key, List<Tally> base, List<Tally> head) {
  /** Increase of the share of requests that is ignored. */
  static final double FORGIVEN = 1e-4;

  /** Variance of the square root of a Poisson count (Bartlett 1936). */
  private static final double VARIANCE_OF_ROOT = 0.25;

  /** Returns the kinds of events that occurred at all. */
  static List<EventCounts> of(VariantLaunches base, VariantLaunches head) {
    List<EventCounts> rows = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Mode mode : Mode.values()) {
        for (Metric metric : List.of(Metric.FAILED_REQUESTS, Metric.REOPENED_CONNECTIONS)) {
          EventCounts row =
              new EventCounts(
                  MetricKey.of(scenario, mode, metric),
                  tallies(base.of(scenario, mode), metric),
                  tallies(head.of(scenario, mode), metric));
          if (row.isOfBoth() && row.ofBase().events() + row.ofHead().events() > 0) {
            rows.add(row);
          }
        }
      }
    }
    return rows;
  }

  /** Counts events of loaded launches that neither the load generator nor the host disturbed. */
  private static List<Tally> tallies(List<Launch> launches, Metric metric) {
    return launches.stream()
        .filter(launch -> !launch.discardedByGenerator() && !Failures.hostChanged(launch))
        .flatMap(launch -> Optional.ofNullable(launch.load()).stream())
        .flatMap(load -> tally(load, metric).stream())
        .filter(tally -> tally.requests() > 0)
        .toList();
  }

  private static Optional<Tally> tally(LoadResult load, Metric metric) {
    return metric == Metric.FAILED_REQUESTS
        ? Optional.of(
            new Tally(load.errors().total(), load.ended(), load.errors(), load.firstFailure()))
        : Optional.ofNullable(load.reopened())
            .map(reopened -> new Tally(reopened, load.ended(), LoadErrors.NONE, null));
  }

  private boolean isOfBoth() {
    return !base.isEmpty() && !head.isEmpty();
  }

  Tally ofBase() {
    return sum(base);
  }

  Tally ofHead() {
    return sum(head);
  }

  /**
   * Returns the larger p value of two tests for more frequent events in head: by the number of
   * requests, and by the variation between launches. Events come in bursts, and one burst is no
   * evidence.
   */
  double p() {
    return ofHead().events() == 0 ? 1 : Math.max(pOfRequests(), pOfLaunches());
  }

  /** Tests two rates exactly (Przyborowski &amp; Wilenski, Biometrika 1940). */
  private double pOfRequests() {
    Tally before = ofBase();
    Tally after = ofHead();
    double share = (double) after.requests() / (after.requests() + before.requests());
    return BinomialDistribution.of(Math.toIntExact(after.events() + before.events()), share)
        .survivalProbability(Math.toIntExact(after.events()) - 1);
  }

  /** Tests the square roots of the counts by Student's t, with at least a Poisson variance. */
  private double pOfLaunches() {
    int degrees = base.size() + head.size() - 2;
    if (degrees < 1) {
      return 1;
    }
    double[] before = roots(base);
    double[] after = roots(head);
    double squares = squares(before) + squares(after);
    double variance = Math.max(VARIANCE_OF_ROOT, squares / degrees);
    double t =
        (LaunchValues.mean(after) - LaunchValues.mean(before))
            / Math.sqrt(variance * (1.0 / before.length + 1.0 / after.length));
    return TDistribution.of(degrees).survivalProbability(t);
  }

  /** Returns square roots of the counts, scaled to the mean number of requests of a launch. */
  private double[] roots(List<Tally> variant) {
    double each =
        (double) (ofBase().requests() + ofHead().requests()) / (base.size() + head.size());
    return variant.stream().mapToDouble(tally -> Math.sqrt(tally.share() * each)).toArray();
  }

  private static double squares(double[] values) {
    double mean = LaunchValues.mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum;
  }

  /**
   * Returns the finding.
   *
   * @param adjusted p adjusted for the tests of the family
   */
  Finding judge(double adjusted, double alpha) {
    return isMore() && adjusted <= alpha
        ? new Finding.MoreEvents(key.metric(), ofBase(), ofHead(), adjusted, alpha)
        : new Finding.NoMoreEvents(key.metric(), ofBase(), ofHead());
  }

  /** Returns whether more rounds may prove that the event is more frequent in head. */
  boolean suspects() {
    return isMore() && pOfRequests() < ChangeRule.SUSPICION;
  }

  private boolean isMore() {
    return ofHead().share() > ofBase().share() + FORGIVEN;
  }

  private static Tally sum(List<Tally> tallies) {
    return tallies.stream().reduce(new Tally(0, 0, LoadErrors.NONE, null), Tally::plus);
  }
}
