package loomwatch.trend;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries.SeriesName;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.Alerts.Candidate;
import loomwatch.trend.SeriesAssessment.Shift;
import loomwatch.trend.SeriesAssessment.Spanning;
import loomwatch.trend.SeriesState.LevelChange;
import loomwatch.trend.SeriesState.State;
import loomwatch.trend.TrendReport.Annotation;
import loomwatch.trend.TrendReport.BaselineReset;
import org.jspecify.annotations.Nullable;

/**
 * Judges history. Each series is judged separately for each fingerprint and load. If an earlier
 * host and runtime returns, its points continue where they ended.
 */
public final class TrendJudge {
  /**
   * Probability that noise alone seems to be a change for the worse in one run of the whole
   * service, divided among all blocking series, or {@link #FEW} if they are fewer.
   */
  private static final double CHANCE = 3e-3;

  private static final int FEW = 20;

  private final History history;
  private final Accepted accepted;
  private final TrendFloors floors;
  private final KnownCommits checkout;
  private final Budget budget;
  private final RunLog log;
  private final List<CommitComparison> proofs;

  private TrendJudge(
      History history,
      Accepted accepted,
      TrendFloors floors,
      KnownCommits checkout,
      Budget budget) {
    this.history = history;
    this.accepted = accepted;
    this.floors = floors;
    this.checkout = checkout;
    this.budget = budget;
    this.log = new RunLog(history.entries());
    this.proofs = CommitComparison.of(history.entries());
  }

  /** Judges without calibrations, a checkout and a budget. */
  public static TrendReport judge(History history, Accepted accepted, Instant now) {
    return judge(history, accepted, now, TrendFloors.NONE, KnownCommits.UNKNOWN, Budget.NONE);
  }

  /**
   * Judges history in the order of commits; the same inputs give the same report. Missing data are
   * judged relative to {@code now}.
   */
  public static TrendReport judge(
      History history,
      Accepted accepted,
      Instant now,
      TrendFloors floors,
      KnownCommits checkout,
      Budget budget) {
    return new TrendJudge(history, accepted, floors, checkout, budget).report(now);
  }

  /**
   * Returns the points at which one of {@code series} series would have been suspected to be worse,
   * judged as they arrived; used to measure error rates. The values are above 0; larger is worse.
   */
  public static List<Integer> suspicions(double[] values, int series) {
    double[] x = Arrays.stream(values).map(Math::log).toArray();
    List<Levels.Level> levels =
        Levels.of(x, List.of(), rule(series, SeriesAssessment.NOISE_FLOOR), point -> false);
    List<Integer> seen = new ArrayList<>();
    for (int i = 1; i < levels.size(); i++) {
      if (levels.get(i).at() > levels.get(i - 1).at()) {
        seen.add(levels.get(i).seenAt());
      }
    }
    return seen;
  }

  private static Levels.Rule rule(int series, double noiseFloor) {
    return new Levels.Rule(CHANCE / Math.max(FEW, series), SeriesAssessment.LEAST, noiseFloor);
  }

  /** One series, assessed in each of its groups; the group of the newest run is last. */
  private record Judged(SeriesTable.Row row, List<SeriesAssessment> groups) {
    SeriesAssessment newest() {
      return groups.getLast();
    }

    boolean isUndecided() {
      return newest().learning() && groups.stream().allMatch(each -> each.shifts().isEmpty());
    }

    /** Once the newest host and runtime is learned, history no longer follows the others. */
    Stream<Candidate> candidates() {
      return groups.stream()
          .flatMap(group ->
              group.shifts().stream()
                  .map(shift -> new Candidate(shift, group != newest() && !newest().learning())));
    }
  }

  private TrendReport report(Instant now) {
    SeriesTable table = SeriesTable.of(history.entries());
    int deciding = (int) table.rows().stream().filter(SeriesTable.Row::decides).count();
    List<Judged> judged = table.rows().parallelStream().map(row -> judged(row, deciding)).toList();
    Alerts grouping = new Alerts(log, proofs);
    List<Alert> alerts = grouping.of(judged.stream().flatMap(Judged::candidates).toList());
    List<BudgetState> budgets =
        new Budgets(log, proofs, accepted, judged.stream().map(Judged::newest).toList())
            .of(budget, checkout);
    Watchdog watchdog = new Watchdog(log);
    Map<SeriesName, MissingData> gone = new TreeMap<>();
    table
        .rows()
        .forEach(row -> watchdog.gone(row, accepted).ifPresent(is -> gone.put(row.name(), is)));
    List<MissingData> missing = new ArrayList<>();
    if (!checkout.measured()) {
      watchdog.silence(now).ifPresent(missing::add);
    }
    missing.addAll(gone.values());
    return new TrendReport(
        TrendReport.SCHEMA,
        TrendReport.RULE,
        verdict(alerts, budgets, missing, judged),
        judgedHistory(now),
        alerts,
        budgets,
        missing,
        judged.stream().map(each -> state(each, grouping, gone.get(each.row.name()))).toList(),
        resets(judged),
        annotations(),
        warnings(judged, now));
  }

  private Judged judged(SeriesTable.Row row, int deciding) {
    return new Judged(
        row,
        row.points().stream()
            .map(points ->
                SeriesAssessment.of(
                    points,
                    rule(deciding, floors.of(points.fingerprint(), points.name())),
                    accepted(points),
                    spanning(points)))
            .toList());
  }

  private TreeSet<Integer> accepted(SeriesPoints points) {
    SeriesName name = points.name();
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

  private List<Spanning> spanning(SeriesPoints points) {
    List<Spanning> spanning = new ArrayList<>();
    for (CommitComparison proof : proofs) {
      int base = log.point(points, proof.said().base());
      int head = log.point(points, proof.said().head());
      if (base >= 0 && head > base) {
        spanning.add(new Spanning(proof, base, head));
      }
    }
    return spanning;
  }

  private static Outcome verdict(
      List<Alert> alerts,
      List<BudgetState> budgets,
      List<MissingData> missing,
      List<Judged> judged) {
    List<Status> worse =
        alerts.stream()
            .filter(alert -> alert.direction() == Change.WORSE)
            .map(Alert::status)
            .toList();
    List<BudgetState.State> worn = budgets.stream().map(BudgetState::state).toList();
    if (worse.contains(Status.CONFIRMED) || worn.contains(BudgetState.State.SPENT)) {
      return Outcome.REGRESSED;
    }
    if (!missing.isEmpty()) {
      return Outcome.INVALID;
    }
    return worse.contains(Status.SUSPECTED)
            || worn.contains(BudgetState.State.SUSPECTED)
            || judged.stream().allMatch(Judged::isUndecided)
        ? Outcome.INCONCLUSIVE
        : Outcome.PASS;
  }

  private TrendReport.JudgedHistory judgedHistory(Instant now) {
    return new TrendReport.JudgedHistory(
        history.entries().size(),
        history.head(),
        accepted.digest(),
        floors.digests(),
        now,
        log.runs().isEmpty() ? null : log.at(log.runs().getLast()));
  }

  private SeriesState state(Judged judged, Alerts alerts, @Nullable MissingData missing) {
    SeriesTable.Row row = judged.row;
    SeriesAssessment newest = judged.newest();
    boolean empty = newest.points().size() == 0;
    Levels.@Nullable Noise noise = empty ? null : newest.levels().getLast().noise();
    SeriesPoints points = newest.points();
    Assessed assessed =
        missing == null ? assess(newest) : new Assessed(State.MISSING, missing.reason());
    return new SeriesState(
        row.name().scenario(),
        row.name().mode(),
        row.name().metric(),
        row.unit(),
        row.direction(),
        row.decides(),
        row.entries().size(),
        assessed.state,
        assessed.reason,
        noise == null ? null : points.scale().value(newest.seen(newest.newest())),
        noise == null ? null : 100 * Math.expm1(noise.deviation()),
        empty ? null : points.entries()[newest.levels().getLast().from()],
        judged.groups.stream()
            .flatMap(group -> group.shifts().stream())
            .map(shift -> change(shift, alerts))
            .sorted((a, b) -> Integer.compare(a.index(), b.index()))
            .toList());
  }

  private record Assessed(State state, String reason) {}

  private Assessed assess(SeriesAssessment standing) {
    if (standing.points().size() == 0) {
      return new Assessed(State.NOT_JUDGED, "no point rests on enough launches");
    }
    if (standing.learning()) {
      return new Assessed(
          State.LEARNING,
          "%d of the %d points that are needed to know what is normal"
              .formatted(standing.points().size(), Levels.LEARNING));
    }
    int reference = standing.reference();
    String since =
        log.entry(standing.points().entries()[standing.levels().get(reference).from()])
            .provenance()
            .commit();
    double loss = standing.loss();
    if (loss > 0) {
      return new Assessed(
          State.WORSE, "%s worse than from %s on".formatted(size(standing, loss), shown(since)));
    }
    boolean better =
        standing.shifts().stream()
            .reduce((a, b) -> b)
            .filter(shift -> !shift.worse() && shift.open() && reference == standing.newest())
            .isPresent();
    return better
        ? new Assessed(State.BETTER, "better than ever since " + shown(since))
        : new Assessed(
            State.STEADY, "no loss against the level from %s on".formatted(shown(since)));
  }

  private static String size(SeriesAssessment standing, double loss) {
    double now = standing.seen(standing.newest());
    OptionalDouble percent = standing.points().scale().worsePercent(now - loss, now);
    return percent.isPresent()
        ? String.format(Locale.ROOT, "%.1f %%", percent.getAsDouble())
        : "from 0";
  }

  private static String shown(String commit) {
    return commit.length() > 8 ? commit.substring(0, 8) : commit;
  }

  private LevelChange change(Shift shift, Alerts alerts) {
    SeriesPoints points = shift.of().points();
    int entry = points.entries()[shift.from()];
    OptionalDouble percent =
        points
            .scale()
            .worsePercent(shift.of().seen(shift.level() - 1), shift.of().seen(shift.level()));
    return new LevelChange(
        entry,
        log.entry(entry).provenance().commit(),
        shift.worse() ? Change.WORSE : Change.BETTER,
        percent.isPresent() ? percent.getAsDouble() : null,
        alerts.key(shift).orElse(null));
  }

  private List<BaselineReset> resets(List<Judged> judged) {
    List<BaselineReset> resets = new ArrayList<>(log.resets());
    for (Accepted.Change change : accepted.changes()) {
      log.measured(change.commit()).stream()
          .findFirst()
          .ifPresent(index ->
              resets.add(new BaselineReset(log.at(index), null, "accepted: " + change.why())));
    }
    judged.stream()
        .flatMap(each -> each.groups.stream())
        .map(SeriesAssessment::points)
        .forEach(points ->
            points.moved().stream()
                .map(point -> log.at(points.entries()[point]))
                .map(at ->
                    new BaselineReset(at, points.name().scenario(), moved(points, at.commit())))
                .forEach(resets::add));
    resets.sort((a, b) -> Integer.compare(a.at().index(), b.at().index()));
    return resets;
  }

  private static String moved(SeriesPoints points, String commit) {
    return "%s of commit %s changed while the commit stayed: machine or runtime, no commit is blamed"
        .formatted(points.name(), shown(commit));
  }

  private List<Annotation> annotations() {
    return accepted.notes().stream()
        .map(note ->
            new Annotation(
                note.commit(),
                log.measured(note.commit()).stream().findFirst().orElse(null),
                note.text()))
        .toList();
  }

  private List<String> warnings(List<Judged> judged, Instant now) {
    List<String> warnings = new ArrayList<>(log.notes());
    for (Accepted.Change change : accepted.changes()) {
      if (log.measured(change.commit()).isEmpty()) {
        warnings.add(
            "accepted.yaml names commit %s, which no run measured: it accepts nothing"
                .formatted(change.commit()));
      }
    }
    for (Judged each : judged) {
      for (SeriesAssessment group : each.groups) {
        group.points().moved().stream()
            .map(point -> log.entry(group.points().entries()[point]).provenance().commit())
            .forEach(commit -> warnings.add(moved(group.points(), commit)));
      }
    }
    if (!log.runs().isEmpty()) {
      HistoryEntry last = log.entry(log.runs().getLast());
      if (last.measuredAt().isAfter(now)) {
        warnings.add(
            "the newest run, %s, is of %s, which has not come yet: a clock is wrong"
                .formatted(last.id(), last.measuredAt()));
      }
    }
    if (judged.stream().allMatch(Judged::isUndecided)) {
      warnings.add(
          "no series has the %d points it takes to know what is normal: nothing was judged yet"
              .formatted(Levels.LEARNING));
    }
    return warnings;
  }
}
