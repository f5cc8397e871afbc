package loomwatch.trend;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;
import loomwatch.trend.BudgetState.Since;
import loomwatch.trend.BudgetState.Spent;
import loomwatch.trend.BudgetState.State;
import org.jspecify.annotations.Nullable;

/**
 * Computes the loss on main since its last release and since a pinned commit. It uses the newest
 * comparison with that commit, which does not depend on changes of kernel, JDK or machine, plus
 * later changes in history; without a comparison, history on the current machine alone.
 */
final class Budgets {
  /** Maximum number of scenarios that fit into a nightly run. */
  private static final int SCENARIOS = 3;

  /** Maximum number of failed comparisons of the same commits. */
  private static final int TRIES = 2;

  private static final double Z95 = 1.645;

  private final RunLog log;
  private final List<CommitComparison> proofs;
  private final Accepted accepted;
  private final List<SeriesAssessment> series;

  /**
   * Creates budgets of a judged history.
   *
   * @param series assessments on the current machine
   */
  Budgets(
      RunLog log, List<CommitComparison> proofs, Accepted accepted, List<SeriesAssessment> series) {
    this.log = log;
    this.proofs = proofs;
    this.accepted = accepted;
    this.series =
        series.stream()
            .filter(each -> each.points().size() > 0 && repeats(each.points().name()))
            .filter(each -> each.points().scale() instanceof WorseScale.Logarithm)
            .toList();
  }

  /** Returns whether the metric repeats; a noisy metric would exceed its budget by chance. */
  private static boolean repeats(SeriesName name) {
    return !name.mode().equals(HistorySeries.RATIO)
        && Metric.named(name.metric()).filter(Metric::repeats).isPresent();
  }

  List<BudgetState> of(Budget budget, KnownCommits checkout) {
    List<BudgetState> states = new ArrayList<>();
    if (budget.sinceRelease().isPresent()) {
      released(checkout)
          .map(entry -> of(Since.RELEASE, entry, commit(entry), budget.sinceRelease()))
          .ifPresent(states::add);
    }
    String pin = budget.pin();
    if (pin != null) {
      int entry = log.measured(pin).stream().findFirst().orElse(-1);
      states.add(of(Since.PIN, entry, entry < 0 ? pin : commit(entry), budget.sincePin()));
    }
    return states;
  }

  private Optional<Integer> released(KnownCommits checkout) {
    return log.runs().reversed().stream()
        .filter(run ->
            log.entry(run).provenance().release() != null
                || checkout.released().contains(commit(run)))
        .findFirst();
  }

  private String commit(int entry) {
    return log.entry(entry).provenance().commit();
  }

  private BudgetState of(Since since, int entry, String commit, OptionalDouble allowed) {
    double percent = 100 * allowed.orElseThrow();
    List<Spent> spent =
        series.stream()
            .flatMap(each -> spent(each, entry, commit).stream())
            .sorted(comparing(Spent::percent).reversed())
            .toList();
    return new BudgetState(
        since,
        commit,
        entry < 0 ? null : log.entry(entry).provenance().release(),
        percent,
        state(spent, percent),
        spent,
        proofs.reversed().stream()
            .filter(proof -> proof.said().base().equals(commit))
            .map(proof -> proof.entry().measuredAt())
            .findFirst()
            .orElse(null),
        again(commit, spent));
  }

  private static State state(List<Spent> spent, double allowed) {
    List<Spent> over = spent.stream().filter(each -> each.percent() >= allowed).toList();
    if (over.stream().anyMatch(each -> each.comparison() != null && each.interval().low() > 0)) {
      return State.SPENT;
    }
    return spent.isEmpty() ? State.UNKNOWN : over.isEmpty() ? State.WITHIN : State.SUSPECTED;
  }

  /** Returns the loss without accepted changes. */
  private Optional<Spent> spent(SeriesAssessment standing, int entry, String commit) {
    boolean accepted = acceptedSince(standing.points().name(), entry);
    double forgiven = accepted ? standing.acceptedSince(entry) : 0;
    if (accepted && forgiven == 0) {
      return Optional.of(spent(standing, standing.reference(), 0));
    }
    return proven(standing, commit, forgiven).or(() -> byHistory(standing, entry, forgiven));
  }

  private boolean acceptedSince(SeriesName name, int entry) {
    return entry >= 0
        && accepted.changes().stream()
            .filter(change -> change.covers(name.scenario(), name.mode(), name.metric()))
            .flatMap(change -> log.measured(change.commit()).stream().limit(1))
            .anyMatch(at -> at > entry);
  }

  private Optional<Spent> proven(SeriesAssessment standing, String commit, double forgiven) {
    SeriesPoints points = standing.points();
    return proofs.reversed().stream()
        .filter(proof -> proof.said().base().startsWith(commit))
        .flatMap(proof ->
            proof.of(points.name()).stream()
                .map(effect -> spent(standing, proof, effect, forgiven)))
        .findFirst();
  }

  private Spent spent(
      SeriesAssessment standing,
      CommitComparison proof,
      CommitComparison.Effect effect,
      double forgiven) {
    int head = log.point(standing.points(), proof.said().head());
    double since = head < 0 ? 0 : standing.lostSince(standing.levelOf(head));
    double lost = effect.size() + since - forgiven;
    return spent(standing.points().name(), lost, Z95 * effect.error(), proof.id());
  }

  private Optional<Spent> byHistory(SeriesAssessment standing, int entry, double forgiven) {
    int point = entry < 0 ? -1 : log.point(standing.points(), commit(entry));
    return point < 0 || standing.learning()
        ? Optional.empty()
        : Optional.of(spent(standing, standing.levelOf(point), forgiven));
  }

  private static Spent spent(SeriesAssessment standing, int level, double forgiven) {
    return spent(
        standing.points().name(),
        standing.lostSince(level) - forgiven,
        Z95 * standing.errorSince(level),
        null);
  }

  private static Spent spent(
      SeriesName name, double lost, double half, @Nullable String comparison) {
    return new Spent(
        name.scenario(),
        name.mode(),
        name.metric(),
        100 * Math.expm1(lost),
        new Interval(100 * Math.expm1(lost - half), 100 * Math.expm1(lost + half)),
        comparison);
  }

  /** Returns the comparison that is due; scenarios never compared with the commit come first. */
  private @Nullable Remeasurement again(String base, List<Spent> spent) {
    if (log.runs().isEmpty()) {
      return null;
    }
    String head = commit(log.runs().getLast());
    List<CommitComparison> same =
        proofs.stream()
            .filter(proof -> proof.said().base().equals(base) && proof.said().head().equals(head))
            .toList();
    boolean known = same.size() >= TRIES || same.stream().anyMatch(proof -> !proof.failed());
    List<String> compared =
        spent.stream().filter(each -> each.comparison() != null).map(Spent::scenario).toList();
    String first =
        Stream.of(
                series.stream()
                    .map(each -> each.points().name().scenario())
                    .filter(name -> !compared.contains(name)),
                spent.stream().map(Spent::scenario))
            .flatMap(names -> names)
            .distinct()
            .filter(name -> name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"))
            .limit(SCENARIOS)
            .collect(Collectors.joining(","));
    boolean whole = Remeasurement.isWhole(base) && Remeasurement.isWhole(head);
    return known || base.equals(head) || first.isEmpty() || !whole
        ? null
        : new Remeasurement(base, head, first, false);
  }
}
