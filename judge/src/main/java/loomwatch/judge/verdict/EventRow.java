package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.statistics.Proportion;
import loomwatch.judge.verdict.Finding.Tally;
import loomwatch.results.Launch;
import loomwatch.results.LoadErrors;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * What happened in some of the requests of a mode of a scenario: that they failed, or that the
 * server closed their connection. It is counted, so it needs no tolerance: head must not have more
 * of it than base, whatever the policy says.
 *
 * @param key what it is of
 * @param base of each launch
 * @param head of each launch
 */
record EventRow(ChangeKey key, List<Tally> base, List<Tally> head) {
  /** One in ten thousand requests costs nobody anything. */
  static final double FORGIVEN = 1e-4;

  /** Of every launch that was loaded, unless the load generator spoilt it. */
  static List<EventRow> of(ArmLaunches base, ArmLaunches head) {
    List<EventRow> rows = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Mode mode : Mode.values()) {
        for (Metric metric : List.of(Metric.FAILED_REQUESTS, Metric.REOPENED_CONNECTIONS)) {
          List<Tally> before = tallies(base.of(scenario, mode), metric);
          List<Tally> after = tallies(head.of(scenario, mode), metric);
          if (!before.isEmpty() && !after.isEmpty()) {
            rows.add(new EventRow(ChangeKey.of(scenario, mode, metric), before, after));
          }
        }
      }
    }
    return rows;
  }

  private static List<Tally> tallies(List<Launch> launches, Metric metric) {
    return launches.stream()
        .filter(launch -> !launch.spoiltByGenerator())
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

  /** Whether it happened at all. */
  boolean any() {
    return ofBase().events() > 0 || ofHead().events() > 0;
  }

  Tally ofBase() {
    return sum(base);
  }

  Tally ofHead() {
    return sum(head);
  }

  /**
   * The chance that it happens so much more often in head, if it does not really (Przyborowski
   * &amp; Wilenski, Biometrika 1940). The launch of head with the most is left out: one bad moment
   * accuses nobody.
   */
  double p() {
    return p(
        sum(
            head.stream()
                .sorted(Comparator.comparingLong(Tally::events))
                .limit(head.size() - 1L)
                .toList()));
  }

  /** The same with all launches. */
  private double pOfAll() {
    return p(ofHead());
  }

  private double p(Tally after) {
    Tally before = ofBase();
    if (after.events() == 0) {
      return 1;
    }
    return Proportion.of(
            Math.toIntExact(after.events()), Math.toIntExact(after.events() + before.events()))
        .chanceOfAsMany((double) after.requests() / (after.requests() + before.requests()));
  }

  /**
   * What it comes to.
   *
   * @param adjusted its p beside all that is judged together
   * @param alpha of the look
   */
  Finding judge(double adjusted, double alpha) {
    Tally before = ofBase();
    Tally after = ofHead();
    if (!isMore()) {
      return new Finding.NoMoreEvents(key.metric(), before, after);
    }
    if (adjusted <= alpha) {
      return new Finding.MoreEvents(key.metric(), before, after, adjusted, alpha);
    }
    return pOfAll() <= alpha
        ? new Finding.FewEvents(key.metric(), before, after)
        : new Finding.NoMoreEvents(key.metric(), before, after);
  }

  /** Whether more blocks may well show that it happens more often. */
  boolean suspects() {
    return isMore() && pOfAll() < ChangeRule.SUSPICION;
  }

  private boolean isMore() {
    return ofHead().share() > FORGIVEN && ofHead().share() > ofBase().share();
  }

  private static Tally sum(List<Tally> tallies) {
    return tallies.stream().reduce(new Tally(0, 0, LoadErrors.NONE, null), Tally::plus);
  }
}
