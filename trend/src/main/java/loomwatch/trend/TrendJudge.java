package loomwatch.trend;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.SeriesName;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.SeriesJudge.JudgedSeries;
import loomwatch.trend.TrendReport.Annotation;
import loomwatch.trend.TrendReport.Seam;

/**
 * Judges history. A series is judged for each fingerprint and load by itself: what another host or
 * toolchain measured, or under another load, is never compared, and when the first comes back its
 * points go on where they stopped.
 */
public final class TrendJudge {
  private final History history;
  private final Accepted accepted;
  private final TrendRules rules;
  private final TrendFloors floors;
  private final Checkout checkout;
  private final RunLog log;

  private TrendJudge(
      History history, Accepted accepted, TrendRules rules, TrendFloors floors, Checkout checkout) {
    this.history = history;
    this.accepted = accepted;
    this.rules = rules;
    this.floors = floors;
    this.checkout = checkout;
    this.log = new RunLog(history.entries());
  }

  /**
   * The report where no host was calibrated, and git tells nothing; the same history, file and
   * clock give the same one.
   *
   * @param accepted what people said about history
   * @param now against which missing data is judged
   */
  public static TrendReport judge(
      History history, Accepted accepted, Instant now, TrendRules rules) {
    return judge(history, accepted, now, rules, TrendFloors.NONE, Checkout.UNKNOWN);
  }

  /**
   * The report; the same history, file, clock, calibrations and checkout give the same one.
   *
   * @param accepted what people said about history
   * @param now against which missing data is judged
   * @param floors what the hosts' noise is at least
   * @param checkout what git tells of its commits
   */
  public static TrendReport judge(
      History history,
      Accepted accepted,
      Instant now,
      TrendRules rules,
      TrendFloors floors,
      Checkout checkout) {
    return new TrendJudge(history, accepted, rules, floors, checkout).report(now);
  }

  private TrendReport report(Instant now) {
    SeriesTable table = SeriesTable.of(history.entries(), rules.launches());
    SeriesJudge judge = new SeriesJudge(log, accepted, rules, floors, checkout);
    List<JudgedSeries> judged = table.rows().parallelStream().map(judge::judge).toList();
    Alerts grouping = new Alerts(log, new Confirmations(log, history.entries(), rules), rules);
    List<Alert> alerts = alerts(grouping, judged);
    Watchdog watchdog = new Watchdog(log, rules);
    Map<SeriesName, Missing> gone = new TreeMap<>();
    table
        .rows()
        .forEach(row -> watchdog.gone(row, accepted).ifPresent(is -> gone.put(row.name(), is)));
    List<Missing> missing = new ArrayList<>();
    if (!checkout.measured()) {
      watchdog.silence(now).ifPresent(missing::add);
    }
    missing.addAll(gone.values());
    States states = new States(log, grouping, gone);
    List<SeriesState> series = judged.stream().map(states::of).toList();
    return new TrendReport(
        TrendReport.SCHEMA,
        TrendReport.RULE,
        verdict(alerts, missing, judged),
        judgedHistory(now),
        alerts,
        missing,
        series,
        seams(),
        annotations(),
        warnings(judged, now));
  }

  private static List<Alert> alerts(Alerts grouping, List<JudgedSeries> judged) {
    List<Candidate> candidates =
        judged.stream().flatMap(each -> each.candidates().stream()).toList();
    int tested = (int) judged.stream().filter(each -> Gating.decides(each.row().name())).count();
    return grouping.of(candidates, tested);
  }

  private static Outcome verdict(
      List<Alert> alerts, List<Missing> missing, List<JudgedSeries> judged) {
    List<Status> worse =
        alerts.stream()
            .filter(alert -> alert.direction() == Change.WORSE)
            .map(Alert::status)
            .toList();
    if (worse.contains(Status.CONFIRMED)) {
      return Outcome.REGRESSED;
    }
    if (!missing.isEmpty()) {
      return Outcome.INVALID;
    }
    return worse.contains(Status.SUSPECTED) || judged.stream().allMatch(TrendJudge::untold)
        ? Outcome.INCONCLUSIVE
        : Outcome.PASS;
  }

  private static boolean untold(JudgedSeries judged) {
    return judged.norm().isEmpty() && judged.candidates().isEmpty();
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

  private List<Seam> seams() {
    List<Seam> seams = new ArrayList<>(log.seams());
    for (Accepted.Change change : accepted.changes()) {
      log.measured(change.commit()).stream()
          .findFirst()
          .ifPresent(
              index -> seams.add(new Seam(log.at(index), null, "accepted: " + change.why())));
    }
    seams.sort((a, b) -> Integer.compare(a.at().index(), b.at().index()));
    return seams;
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

  private List<String> warnings(List<JudgedSeries> judged, Instant now) {
    List<String> warnings = new ArrayList<>(log.oddities());
    for (Accepted.Change change : accepted.changes()) {
      if (log.measured(change.commit()).isEmpty()) {
        warnings.add(
            "accepted.yaml names commit %s, which no run measured: it accepts nothing"
                .formatted(change.commit()));
      }
    }
    Optional<HistoryEntry> last =
        log.runs().isEmpty() ? Optional.empty() : Optional.of(log.entry(log.runs().getLast()));
    last.filter(entry -> entry.measuredAt().isAfter(now))
        .ifPresent(entry ->
            warnings.add(
                "the newest run, %s, is of %s, which has not come yet: a clock is wrong"
                    .formatted(entry.id(), entry.measuredAt())));
    if (judged.stream().allMatch(TrendJudge::untold)) {
      warnings.add(
          "no series has the %d points it takes to know what is normal: nothing was judged yet"
              .formatted(rules.cusum().fewest()));
    }
    return warnings;
  }
}
