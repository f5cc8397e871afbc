package loomwatch.trend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loomwatch.judge.statistics.Cusum;
import loomwatch.judge.statistics.EDivisive.ChangePoint;
import loomwatch.results.history.SeriesName;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.SeriesJudge.Group;
import loomwatch.trend.SeriesJudge.JudgedSeries;
import loomwatch.trend.SeriesState.LevelChange;
import loomwatch.trend.SeriesState.State;
import org.jspecify.annotations.Nullable;

/** Says how each series stands. */
final class States {
  /** E-divisive's change within so many points of a called one is the same. */
  private static final int SAME = 5;

  private final RunLog log;
  private final Alerts alerts;
  private final Map<SeriesName, Missing> gone;

  States(RunLog log, Alerts alerts, Map<SeriesName, Missing> gone) {
    this.log = log;
    this.alerts = alerts;
    this.gone = gone;
  }

  SeriesState of(JudgedSeries judged) {
    SeriesTable.Row row = judged.row();
    Optional<Cusum.Norm> norm = judged.norm();
    Group newest = judged.groups().getLast();
    Told told = told(judged, norm);
    return new SeriesState(
        row.name().scenario(),
        row.name().mode(),
        row.name().metric(),
        row.unit(),
        row.direction(),
        Gating.decides(row.name()),
        row.entries().size(),
        told.state,
        told.reason,
        norm.map(Cusum.Norm::level).map(newest.points()::value).orElse(null),
        norm.map(Cusum.Norm::noise).map(Points::percent).orElse(null),
        since(newest),
        changes(judged));
  }

  private record Told(State state, String reason) {}

  private Told told(JudgedSeries judged, Optional<Cusum.Norm> norm) {
    Missing missing = gone.get(judged.row().name());
    if (missing != null) {
      return new Told(State.MISSING, missing.reason());
    }
    Group newest = judged.groups().getLast();
    if (newest.points().size() == 0) {
      return new Told(State.NOT_JUDGED, notJudged(judged.row()));
    }
    List<Step> open =
        newest.steps().steps().stream().filter(step -> step.worse() && step.open()).toList();
    if (!open.isEmpty()) {
      return new Told(State.WORSE, words(Candidate.of(open.getLast()).finding()));
    }
    if (judged.drift().isPresent()) {
      Drift drift = judged.drift().get();
      return new Told(
          State.WORSE,
          words(Candidate.of(drift).finding()) + ", slowly, against " + drift.against());
    }
    if (norm.isEmpty()) {
      return new Told(
          State.LEARNING, "too few points since the last seam, of " + newest.points().size());
    }
    Optional<Step> last = newest.steps().steps().stream().reduce((a, b) -> b);
    boolean better = last.filter(step -> !step.worse() && step.open()).isPresent();
    return better
        ? new Told(State.BETTER, words(Candidate.of(last.orElseThrow()).finding()))
        : new Told(State.STEADY, "no change since the level was learnt");
  }

  private static String notJudged(SeriesTable.Row row) {
    return row.notPositive() > 0
        ? "values of 0 have no relative change; limits judge them"
        : "no point rests on enough launches";
  }

  private static String words(Finding finding) {
    return String.format(
        Locale.ROOT,
        "%.1f %% %s",
        Math.abs(finding.effectPercent()),
        finding.change() == Change.WORSE ? "worse" : "better");
  }

  private static @Nullable Integer since(Group newest) {
    if (newest.points().size() == 0) {
      return null;
    }
    return newest.steps().steps().isEmpty()
        ? newest.points().entries()[0]
        : newest.steps().steps().getLast().firstEntry();
  }

  private List<LevelChange> changes(JudgedSeries judged) {
    List<LevelChange> changes = new ArrayList<>();
    for (Group group : judged.groups()) {
      group.steps().steps().forEach(step -> changes.add(called(step)));
      for (ChangePoint change : group.steps().hindsight()) {
        if (group.steps().steps().stream()
            .noneMatch(step -> Math.abs(step.first() - change.index()) <= SAME)) {
          changes.add(inHindsight(group.points(), change));
        }
      }
    }
    changes.sort(Comparator.comparingInt(LevelChange::index));
    return changes;
  }

  private LevelChange called(Step step) {
    Candidate candidate = Candidate.of(step);
    Finding finding = candidate.finding();
    return new LevelChange(
        step.firstEntry(),
        log.entry(step.firstEntry()).provenance().commit(),
        finding.change(),
        finding.effectPercent(),
        finding.pValue(),
        alerts.key(candidate).orElse(null));
  }

  private LevelChange inHindsight(Points points, ChangePoint change) {
    int entry = points.entries()[change.index()];
    double difference = points.sign() * Math.log(change.after() / change.before());
    return new LevelChange(
        entry,
        log.entry(entry).provenance().commit(),
        difference > 0 ? Change.WORSE : Change.BETTER,
        points.change(difference),
        change.pValue(),
        null);
  }
}
