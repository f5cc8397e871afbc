package loomwatch.trend;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import loomwatch.judge.statistics.Cusum;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.results.history.Provenance;
import loomwatch.results.history.SeriesName;

/** Judges one series by itself: its steps and its drift. */
final class SeriesJudge {
  private final RunLog log;
  private final Accepted accepted;
  private final TrendRules rules;
  private final TrendFloors floors;
  private final Checkout checkout;

  SeriesJudge(
      RunLog log, Accepted accepted, TrendRules rules, TrendFloors floors, Checkout checkout) {
    this.log = log;
    this.accepted = accepted;
    this.rules = rules;
    this.floors = floors;
    this.checkout = checkout;
  }

  /**
   * A series judged.
   *
   * @param row the series
   * @param groups its points that may be compared, and their changes; the newest's last
   */
  record JudgedSeries(SeriesTable.Row row, List<Group> groups) {

    List<Candidate> candidates() {
      List<Candidate> candidates = new ArrayList<>();
      for (Group group : groups) {
        // Once the newest host and toolchain is known, what others measured is no longer followed.
        boolean left = group != groups.getLast() && norm().isPresent();
        for (Step step : group.steps.steps()) {
          candidates.add(left ? Candidate.of(step).asLeft() : Candidate.of(step));
        }
        group
            .drift
            .map(found -> left ? Candidate.of(found).asLeft() : Candidate.of(found))
            .ifPresent(candidates::add);
      }
      return candidates;
    }

    /** Of the newest group. */
    Optional<Drift> drift() {
      return groups.isEmpty() ? Optional.empty() : groups.getLast().drift;
    }

    Optional<Cusum.Norm> norm() {
      return groups.isEmpty() ? Optional.empty() : groups.getLast().steps.norm();
    }
  }

  /** Points that may be compared with each other, and how the newest of them lie. */
  record Group(Points points, Steps steps, Optional<Drift> drift) {}

  JudgedSeries judge(SeriesTable.Row row) {
    List<Group> groups = new ArrayList<>();
    for (Points points : row.points()) {
      Collection<Integer> taken = accepted(row.name(), points);
      TrendRules own = floors.under(rules, points.fingerprint(), row.name());
      Steps steps = Steps.of(points, own, taken);
      Collection<Integer> released = releases(points);
      int begun = begun(taken, steps, Step::accepted);
      int stepped = begun(taken, steps, step -> step.accepted() || isLeft(step));
      Optional<Drift> drift =
          Drift.of(points, new DriftWatch(steps, released, begun, own), own)
              .filter(found -> isBeforeSteps(found, steps))
              .or(() -> Drift.of(points, new DriftWatch(steps, released, stepped, own), own));
      groups.add(new Group(points, steps, drift));
    }
    return new JudgedSeries(row, List.copyOf(groups));
  }

  /** The first point that was judged against a level that is still asked about. */
  private static int begun(Collection<Integer> taken, Steps steps, Predicate<Step> left) {
    return steps.steps().stream()
        .filter(left)
        .map(step -> step.alarm().at() + 1)
        .reduce(taken.stream().reduce(0, Math::max), Math::max);
  }

  /** One that is still there says more than the drift it makes. */
  private static boolean isLeft(Step step) {
    return step.worse() && step.open();
  }

  /** A climb that was seen before anything stepped is told of, whatever comes on top of it. */
  private static boolean isBeforeSteps(Drift drift, Steps steps) {
    return steps.steps().stream()
        .filter(SeriesJudge::isLeft)
        .allMatch(step -> drift.since() < step.first());
  }

  private Collection<Integer> accepted(SeriesName name, Points points) {
    TreeSet<Integer> at = new TreeSet<>();
    for (Accepted.Change change : accepted.changes()) {
      if (change.covers(name.scenario(), name.mode(), name.metric())) {
        log.measured(change.commit()).stream()
            .findFirst()
            .map(points::atOrAfter)
            .filter(point -> point < points.size())
            .ifPresent(at::add);
      }
    }
    return at;
  }

  private Collection<Integer> releases(Points points) {
    TreeSet<Integer> released = new TreeSet<>();
    for (int i = 0; i < points.size(); i++) {
      Provenance from = log.entry(points.entries()[i]).provenance();
      if (from.release() != null || checkout.released().contains(from.commit())) {
        released.add(i);
      }
    }
    return released;
  }
}
