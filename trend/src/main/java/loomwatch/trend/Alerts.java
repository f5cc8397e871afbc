package loomwatch.trend;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.Confirmation.Origin;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries.SeriesName;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Kind;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.SeriesAssessment.Shift;
import loomwatch.trend.SeriesAssessment.Spanning;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/** Groups changes of several series into alerts, if they began within a few runs. */
final class Alerts {
  private static final int KEY_DIGITS = 12;

  /** Maximum number of runs between the first and any other change of an alert. */
  private static final int TOGETHER = 3;

  /** Maximum number of failed comparisons for an alert. */
  private static final int TRIES = 2;

  /** Number of unsuccessful comparisons in {@link #RUNS} runs after which none is requested. */
  private static final int IN_VAIN = 2;

  private static final int RUNS = 400;

  private static final Set<Status> VAIN = Set.of(Status.NOT_REPRODUCED, Status.SUSPECTED);

  private static final double UPPER = 0.95;

  /** Number of digits of a hash shown in reports. */
  private static final int SHOWN_DIGITS = 8;

  private final RunLog log;
  private final List<CommitComparison> proofs;
  private final Map<Shift, String> keys = new HashMap<>();

  Alerts(RunLog log, List<CommitComparison> proofs) {
    this.log = log;
    this.proofs = proofs;
  }

  /**
   * A change that may become part of an alert. History cannot show whether the level is back if
   * another host or runtime measures the series now ({@code left}).
   */
  record Candidate(Shift shift, boolean left) {
    SeriesName series() {
      return shift.of().points().name();
    }

    boolean gate() {
      return SeriesTable.Row.decides(series()) || shift.exact();
    }

    Change change() {
      return shift.worse() ? Change.WORSE : Change.BETTER;
    }

    int entry(int point) {
      return shift.of().points().entries()[point];
    }

    int firstBad() {
      return entry(shift.from());
    }

    int detectedAt() {
      return entry(shift.seenAt());
    }

    boolean open() {
      return shift.open() && !shift.accepted();
    }
  }

  /** Returns the alerts, the open ones first, then the newest. */
  List<Alert> of(List<Candidate> candidates) {
    List<Alert> alerts = new ArrayList<>();
    for (Change change : Change.values()) {
      together(candidates.stream().filter(each -> each.change() == change).toList())
          .forEach(group -> alerts.add(alert(group, change)));
    }
    if (inVain(alerts) >= IN_VAIN) {
      alerts.replaceAll(Alert::notAskedFor);
    }
    alerts.sort(
        comparing((Alert alert) -> !alert.status().open())
            .thenComparing(Alert::direction)
            .thenComparing(alert -> -alert.firstBad().index())
            .thenComparing(Alert::key));
    return List.copyOf(alerts);
  }

  /** Returns the key of a change's alert, after {@link #of}. */
  Optional<String> key(Shift shift) {
    return Optional.ofNullable(keys.get(shift));
  }

  /** Groups the changes; each group has at least one blocking change, or there is no alert. */
  private List<List<Candidate>> together(List<Candidate> candidates) {
    List<List<Candidate>> groups = new ArrayList<>();
    candidates.stream()
        .filter(Candidate::gate)
        .sorted(comparingInt(Candidate::firstBad).thenComparing(Candidate::series))
        .forEach(candidate -> {
          if (groups.isEmpty() || !near(groups.getLast().getFirst(), candidate)) {
            groups.add(new ArrayList<>());
          }
          groups.getLast().add(candidate);
        });
    candidates.stream()
        .filter(candidate -> !candidate.gate())
        .forEach(candidate ->
            groups.stream()
                .filter(group -> near(group.getFirst(), candidate))
                .findFirst()
                .ifPresent(group -> group.add(candidate)));
    return groups;
  }

  private boolean near(Candidate a, Candidate b) {
    return log.entry(a.firstBad()).kind() == log.entry(b.firstBad()).kind()
        && Math.abs(log.ordinal(a.firstBad()) - log.ordinal(b.firstBad())) <= TOGETHER;
  }

  private Alert alert(List<Candidate> group, Change change) {
    List<Candidate> bySize =
        group.stream()
            .sorted(
                comparing((Candidate each) -> !each.gate())
                    .thenComparing(each -> !each.open())
                    .thenComparing(comparingDouble(Alerts::certainty).reversed())
                    .thenComparing(Candidate::series))
            .toList();
    Candidate surest = bySize.getFirst();
    Candidate earliest =
        group.stream()
            .filter(Candidate::gate)
            .min(comparingInt(Candidate::detectedAt).thenComparing(Candidate::series))
            .orElseThrow();
    Answer answer = change == Change.WORSE ? answer(group) : Answer.NOTHING;
    Status status = status(group, answer);
    Range range = Range.of(surest, answer.wantsAll(), log);
    String key = key(earliest);
    group.forEach(each -> keys.put(each.shift, key));
    List<SeriesChange> findings = bySize.stream().map(Alerts::finding).toList();
    int closedAt =
        status == Status.CLOSED
            ? group.stream().filter(Candidate::gate).mapToInt(Alerts::closedAt).max().orElse(-1)
            : -1;
    Optional<Remeasurement> again = range.again(findings);
    return new Alert(
        key,
        status,
        range.step ? Kind.STEP : Kind.DRIFT,
        change,
        range.lastGood < 0 ? null : log.at(range.lastGood),
        log.at(range.firstBad),
        range.suspects(),
        log.at(earliest.detectedAt()),
        closedAt < 0 ? null : log.at(closedAt),
        findings,
        again
            .filter(asked -> status == Status.SUSPECTED && change == Change.WORSE)
            .filter(asked -> answer.isWanted())
            .orElse(null),
        again.map(Remeasurement::command).orElse(null),
        note(group, status, answer),
        answer.proof == null ? null : answer.proof.id());
  }

  private static double certainty(Candidate candidate) {
    return Math.abs(candidate.shift.seen()) / candidate.shift.error();
  }

  private static int closedAt(Candidate candidate) {
    int point = candidate.shift.closedAt();
    return point < 0 ? -1 : candidate.entry(point);
  }

  /**
   * The range in which a change is compared again.
   *
   * @param lastGood last entry of another commit that is certainly before the change; −1 without
   *     one
   * @param firstBad first entry of the change; for a drift the entry at which it was detected
   * @param surely first entry that is certainly after the change
   */
  private record Range(int lastGood, int firstBad, int surely, boolean step, RunLog log) {
    static Range of(Candidate surest, boolean all, RunLog log) {
      Shift shift = surest.shift;
      boolean step = !all && shift.isStep();
      int around = step ? shift.uncertainty() : 0;
      int good =
          surest.entry(step ? Math.max(shift.from() - 1 - around, shift.anchor()) : shift.anchor());
      int bad = step ? surest.firstBad() : surest.detectedAt();
      int surely = step ? surest.entry(Math.min(shift.from() + around, shift.seenAt())) : bad;
      return new Range(log.lastOfAnotherCommit(good, bad, surest.series()), bad, surely, step, log);
    }

    List<String> suspects() {
      return log.commits(lastGood, surely);
    }

    Optional<Remeasurement> again(List<SeriesChange> findings) {
      if (lastGood < 0 || log.entry(surely).kind() != HistoryEntry.Kind.RUN) {
        return Optional.empty();
      }
      return Remeasurement.of(
          log.entry(lastGood).provenance().commit(),
          log.entry(surely).provenance().commit(),
          findings);
    }
  }

  /**
   * The result of the comparisons.
   *
   * @param proof comparison that answers; null while one is still due
   * @param wantsAll whether the rest is gradual, so that its whole range is to be compared
   */
  private record Answer(
      Status status, @Nullable String note, @Nullable CommitComparison proof, boolean wantsAll) {
    static final Answer NOTHING = new Answer(Status.SUSPECTED, null, null, false);

    boolean isWanted() {
      return proof == null;
    }
  }

  /** Returns the newest conclusive comparison, or else the newest one. */
  private Answer answer(List<Candidate> group) {
    List<Candidate> deciding = group.stream().filter(Candidate::gate).toList();
    Answer latest = Answer.NOTHING;
    int failures = 0;
    for (CommitComparison proof : proofs) {
      List<Candidate> asked = deciding.stream().filter(each -> isFor(each, proof)).toList();
      if (asked.isEmpty()) {
        continue;
      }
      boolean known = latest.proof != null && latest.status != Status.SUSPECTED;
      if (!proof.failed()) {
        Answer said = said(proof, asked);
        latest = known && said.status == Status.SUSPECTED ? latest : said;
      } else if (!known) {
        latest = failed(proof, ++failures);
      }
    }
    boolean more =
        latest.status == Status.NOT_REPRODUCED
            && deciding.stream().anyMatch(each -> each.open() && !isCompared(each));
    // A change in another scenario was not compared yet.
    return more ? new Answer(Status.SUSPECTED, latest.note, null, false) : latest;
  }

  private boolean isCompared(Candidate candidate) {
    return proofs.stream().anyMatch(proof -> !proof.failed() && isFor(candidate, proof));
  }

  /** Returns whether a comparison spans the change, and measured it or was run for it. */
  private boolean isFor(Candidate candidate, CommitComparison proof) {
    return proof.isOf(candidate.series().scenario())
        && spanning(candidate, proof).isPresent()
        && (proof.of(candidate.series()).isPresent() || isAskedFor(candidate, proof));
  }

  private boolean isAskedFor(Candidate candidate, CommitComparison proof) {
    return Stream.of(true, false)
        .map(all -> Range.of(candidate, all, log))
        .filter(range -> range.lastGood >= 0)
        .anyMatch(range ->
            log.entry(range.lastGood).provenance().commit().equals(proof.said().base())
                && log.entry(range.surely).provenance().commit().equals(proof.said().head()));
  }

  private static Optional<Spanning> spanning(Candidate candidate, CommitComparison proof) {
    return candidate.shift.proofs().stream().filter(each -> each.proof() == proof).findFirst();
  }

  private static Answer failed(CommitComparison proof, int failures) {
    return failures < TRIES
        ? new Answer(Status.SUSPECTED, "measuring it again failed once", null, false)
        : new Answer(
            Status.SUSPECTED,
            "measuring it again failed %d times, and is not asked for any more".formatted(failures),
            proof,
            false);
  }

  private static Answer said(CommitComparison proof, List<Candidate> asked) {
    for (Candidate each : asked) {
      Optional<CommitComparison.Effect> effect = proof.of(each.series());
      if (effect.filter(found -> found.outcome() == Outcome.REGRESSED).isPresent()) {
        return new Answer(Status.CONFIRMED, found(proof, each, effect.get(), asked), proof, false);
      }
    }
    boolean conclusive = asked.stream().allMatch(each -> proof.of(each.series()).isPresent());
    if (asked.stream().anyMatch(each -> each.open() && !isAll(each, proof))) {
      return new Answer(
          Status.SUSPECTED,
          "comparison %s did not find it there; what came little by little is asked for"
              .formatted(proof.id()),
          null,
          true);
    }
    if (!conclusive) {
      return new Answer(
          Status.SUSPECTED, "comparison %s was inconclusive".formatted(proof.id()), proof, false);
    }
    String what =
        proof.alike()
            ? "once built, both commits are alike in all that was to be measured"
            : "comparison %s did not find it again".formatted(proof.id());
    return new Answer(Status.NOT_REPRODUCED, what, proof, false);
  }

  private static boolean isAll(Candidate candidate, CommitComparison proof) {
    return spanning(candidate, proof)
        .filter(each -> each.base() <= candidate.shift.anchor() + SeriesAssessment.MOVES)
        .isPresent();
  }

  private static String found(
      CommitComparison proof,
      Candidate candidate,
      CommitComparison.Effect effect,
      List<Candidate> asked) {
    @Nullable Origin origin = proof.said().origin();
    return String.format(
        Locale.ROOT,
        "comparison %s found it again: %s is worse%s%s",
        proof.id(),
        candidate.series(),
        candidate.shift.exact()
            ? ", " + finding(candidate).counts()
            : String.format(Locale.ROOT, " by %.1f %%", 100 * Math.expm1(effect.size())),
        origin == null ? "" : "; " + from(origin, asked));
  }

  /** Bisection follows the clearest change, which need not be part of this alert. */
  private static String from(Origin origin, List<Candidate> asked) {
    boolean its = asked.stream().map(Candidate::series).anyMatch(origin.series()::equals);
    String first = origin.first().substring(0, SHOWN_DIGITS);
    return String.format(
        Locale.ROOT,
        "%s came with %s, with a probability of %.0f %%",
        its ? "it" : origin.series(),
        origin.first().equals(origin.last())
            ? "commit " + first
            : "one of the commits from %s to %s"
                .formatted(first, origin.last().substring(0, SHOWN_DIGITS)),
        100 * origin.probability());
  }

  private static Status status(List<Candidate> group, Answer answer) {
    List<Candidate> deciding = group.stream().filter(Candidate::gate).toList();
    if (deciding.stream().allMatch(each -> each.shift.accepted())) {
      return Status.ACCEPTED;
    }
    if (answer.status == Status.NOT_REPRODUCED) {
      return Status.NOT_REPRODUCED;
    }
    boolean over = deciding.stream().noneMatch(Candidate::open) || recovery(deciding).isPresent();
    boolean lost = answer.status == Status.SUSPECTED && deciding.stream().allMatch(Candidate::left);
    return over || lost ? Status.CLOSED : answer.status;
  }

  private static Optional<CommitComparison> recovery(List<Candidate> deciding) {
    List<Candidate> open = deciding.stream().filter(Candidate::open).toList();
    return !open.isEmpty() && open.stream().allMatch(each -> each.shift.recovery().isPresent())
        ? open.getLast().shift.recovery()
        : Optional.empty();
  }

  private static @Nullable String note(List<Candidate> group, Status status, Answer answer) {
    List<Candidate> deciding = group.stream().filter(Candidate::gate).toList();
    boolean left = deciding.stream().allMatch(Candidate::left);
    if (status == Status.CONFIRMED && left) {
      return answer.note
          + "; host, runtime or load changed since, so history cannot see it return: a comparison"
          + " of the last good commit with main decides";
    }
    if (status != Status.CLOSED || deciding.stream().anyMatch(each -> each.shift.closedAt() >= 0)) {
      return answer.note;
    }
    return recovery(deciding)
        .map(proof -> "comparison %s shows that nothing is left of it".formatted(proof.id()))
        .orElse(
            left
                ? "host, runtime or load changed before it was measured again; it cannot be"
                    + " checked any more"
                : "by all points since, nothing is left of it");
  }

  /** Counts unsuccessful comparisons, which a machine of varying speed causes. */
  private long inVain(List<Alert> alerts) {
    Set<String> vain =
        alerts.stream()
            .filter(alert -> VAIN.contains(alert.status()))
            .flatMap(alert -> Stream.ofNullable(alert.comparison()))
            .collect(Collectors.toSet());
    return vain.stream().filter(id -> log.runs().size() - log.runsBefore(id) <= RUNS).count();
  }

  /** Derives the key from the point of detection, which later points do not change. */
  private String key(Candidate earliest) {
    SeriesName series = earliest.series();
    String what =
        String.join(
            "\n",
            earliest.change().label(),
            series.scenario(),
            series.mode(),
            series.metric(),
            log.entry(earliest.detectedAt()).id());
    String hash = Sha256.of(what);
    return hash.substring(hash.indexOf(':') + 1).substring(0, KEY_DIGITS);
  }

  private static SeriesChange finding(Candidate candidate) {
    Shift shift = candidate.shift;
    SeriesPoints points = shift.of().points();
    double before = shift.of().seen(shift.level() - 1);
    double after = shift.of().seen(shift.level());
    Levels.Noise noise = shift.of().levels().get(shift.level()).noise();
    double half =
        shift.error()
            * TDistribution.of(noise == null ? 1 : noise.freedom())
                .inverseCumulativeProbability(UPPER);
    OptionalDouble low = worsePercent(shift, before, after - half);
    OptionalDouble high = worsePercent(shift, before, after + half);
    OptionalDouble effect = worsePercent(shift, before, after);
    return new SeriesChange(
        candidate.series().scenario(),
        candidate.series().mode(),
        candidate.series().metric(),
        points.unit(),
        points.direction(),
        candidate.gate(),
        candidate.change(),
        effect.isPresent() ? effect.getAsDouble() : null,
        low.isPresent() && high.isPresent()
            ? new Interval(low.getAsDouble(), high.getAsDouble())
            : null,
        points.scale().value(before),
        points.scale().value(after));
  }

  /** Returns nothing of an exact count, which is shown by what it was and is. */
  private static OptionalDouble worsePercent(Shift shift, double from, double to) {
    return shift.exact()
        ? OptionalDouble.empty()
        : shift.of().points().scale().worsePercent(from, to);
  }
}
