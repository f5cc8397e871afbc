package loomwatch.trend;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loomwatch.judge.statistics.BenjaminiHochberg;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.Provenance;
import loomwatch.results.history.SeriesName;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Kind;
import loomwatch.trend.Alert.Status;
import org.jspecify.annotations.Nullable;

/**
 * Makes alerts of candidates: those that many series tested at once explain are left out (Benjamini
 * and Hochberg 1995), the others are put together where they began within a few runs.
 */
final class Alerts {
  private static final int KEY_DIGITS = 12;

  /** What informs joins an alert only when it is this improbable by itself. */
  private static final double INFORMS = 1e-3;

  private final RunLog log;
  private final Confirmations confirmations;
  private final TrendRules rules;
  private final Map<Seen, String> keys = new HashMap<>();

  /** What tells one change from all others, however many points arrive later. */
  private record Seen(Kind kind, SeriesName series, int detectedAt) {}

  Alerts(RunLog log, Confirmations confirmations, TrendRules rules) {
    this.log = log;
    this.confirmations = confirmations;
    this.rules = rules;
  }

  /**
   * The alerts, the open ones first, then the newest.
   *
   * @param tested how many series that decide were judged
   */
  List<Alert> of(List<Candidate> candidates, int tested) {
    List<Candidate> likely = likely(candidates.stream().map(this::ofTwoCommits).toList(), tested);
    List<Alert> alerts = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (Change change : Change.values()) {
        List<Candidate> alike =
            likely.stream()
                .filter(c -> c.kind() == kind && c.finding().change() == change)
                .toList();
        together(alike).forEach(group -> alerts.add(alert(group)));
      }
    }
    alerts.sort(
        comparing((Alert alert) -> !alert.status().open())
            .thenComparing(alert -> alert.direction())
            .thenComparing(alert -> -alert.firstBad().index())
            .thenComparing(Alert::key));
    return List.copyOf(alerts);
  }

  private Candidate ofTwoCommits(Candidate each) {
    return each.withLastGood(
        log.lastOfAnotherCommit(each.lastGood(), each.firstBad(), each.series()));
  }

  /** The key of the alert that a change became part of, after {@link #of}. */
  Optional<String> key(Candidate candidate) {
    return Optional.ofNullable(keys.get(seen(candidate)));
  }

  private static Seen seen(Candidate candidate) {
    return new Seen(candidate.kind(), candidate.series(), candidate.detectedAt());
  }

  private List<Candidate> likely(List<Candidate> candidates, int tested) {
    List<Candidate> deciding = candidates.stream().filter(Candidate::gate).toList();
    // Apart: else the changes of years would let one of today pass for one of many that are true.
    List<Candidate> likely =
        new ArrayList<>(likelyOf(deciding.stream().filter(Alerts::isOfToday).toList(), tested));
    likely.addAll(likelyOf(deciding.stream().filter(c -> !isOfToday(c)).toList(), tested));
    candidates.stream()
        .filter(c -> !c.gate() && c.finding().pValue() <= INFORMS)
        .forEach(likely::add);
    return likely;
  }

  private static boolean isOfToday(Candidate candidate) {
    return candidate.open() && !candidate.accepted() && !candidate.left();
  }

  private List<Candidate> likelyOf(List<Candidate> deciding, int tested) {
    double[] q =
        BenjaminiHochberg.adjust(
            deciding.stream().mapToDouble(c -> c.finding().pValue()).toArray(),
            Math.max(tested, deciding.size()));
    List<Candidate> likely = new ArrayList<>();
    for (int i = 0; i < q.length; i++) {
      if (q[i] <= rules.falseShare()) {
        likely.add(deciding.get(i).withQ(q[i]));
      }
    }
    return likely;
  }

  /** Each group holds at least one that decides: what only informs alarms nobody. */
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
        && Math.abs(log.ordinal(a.firstBad()) - log.ordinal(b.firstBad())) <= rules.together();
  }

  private Alert alert(List<Candidate> group) {
    List<Candidate> byCertainty =
        group.stream()
            .sorted(
                comparing((Candidate c) -> !c.gate())
                    .thenComparing(Candidate::small)
                    .thenComparingDouble(c -> c.finding().pValue())
                    .thenComparing(comparingDouble((Candidate c) -> size(c)).reversed())
                    .thenComparing(Candidate::series))
            .toList();
    Candidate surest = byCertainty.getFirst();
    Candidate earliest =
        group.stream()
            .filter(Candidate::gate)
            .min(comparingInt(Candidate::detectedAt).thenComparing(Candidate::series))
            .orElseThrow();
    Confirmations.Answer said =
        surest.finding().change() == Change.WORSE ? confirmations.of(group) : Confirmations.NOTHING;
    Status status = status(group, said);
    int closedAt = status == Status.CLOSED ? closedAt(group) : -1;
    String key = stable(earliest);
    group.forEach(candidate -> keys.put(seen(candidate), key));
    List<Finding> findings = byCertainty.stream().map(Candidate::finding).toList();
    return new Alert(
        key,
        status,
        surest.kind(),
        surest.finding().change(),
        surest.lastGood() < 0 ? null : log.at(surest.lastGood()),
        log.at(surest.firstBad()),
        log.commits(surest.lastGood(), surest.firstBad()),
        log.at(earliest.detectedAt()),
        closedAt < 0 ? null : log.at(closedAt),
        findings,
        confirmWith(surest, findings),
        note(group, status, said),
        said.comparison());
  }

  private static double size(Candidate candidate) {
    return Math.abs(candidate.finding().effectPercent());
  }

  private static Status status(List<Candidate> group, Confirmations.Answer said) {
    List<Candidate> deciding = group.stream().filter(Candidate::gate).toList();
    if (deciding.stream().allMatch(Candidate::accepted)) {
      return Status.ACCEPTED;
    }
    if (deciding.stream().noneMatch(Candidate::open)
        || isOver(deciding) && said.status() == Status.SUSPECTED) {
      return Status.CLOSED;
    }
    return said.status();
  }

  private static boolean isOver(List<Candidate> deciding) {
    return deciding.stream()
        .allMatch(candidate -> candidate.left() || candidate.small() || !candidate.open());
  }

  private @Nullable String note(List<Candidate> group, Status status, Confirmations.Answer said) {
    List<Candidate> open = group.stream().filter(each -> each.gate() && each.open()).toList();
    if (status == Status.CONFIRMED && isOver(open) && open.stream().anyMatch(Candidate::left)) {
      return said.note()
          + "; host, toolchain or load changed since, so history cannot see it return: when it is"
          + " mended, accept it in accepted.yaml (a comparison of the last good commit with main"
          + " tells)";
    }
    if (status != Status.CLOSED || open.isEmpty()) {
      return said.note();
    }
    return open.stream().anyMatch(each -> !each.small())
        ? "host, toolchain or load changed before it was measured again; nobody can tell any more"
        : String.format(
            Locale.ROOT,
            "by all points since it is less than the %.0f %% that a change must be",
            Points.percent(rules.cusum().smallest()));
  }

  private static int closedAt(List<Candidate> group) {
    return group.stream()
        .filter(Candidate::gate)
        .map(Candidate::closedAt)
        .max(Comparator.naturalOrder())
        .orElse(-1);
  }

  /** Of what does not change when more points arrive: where it was seen first. */
  private String stable(Candidate earliest) {
    String what =
        String.join(
            "\n",
            earliest.kind().label(),
            earliest.finding().change().label(),
            earliest.series().scenario(),
            earliest.series().mode(),
            earliest.series().metric(),
            log.entry(earliest.detectedAt()).id());
    String hash = Sha256.of(what);
    return hash.substring(hash.indexOf(':') + 1).substring(0, KEY_DIGITS);
  }

  private @Nullable String confirmWith(Candidate surest, List<Finding> findings) {
    if (surest.lastGood() < 0) {
      return null;
    }
    Provenance good = log.entry(surest.lastGood()).provenance();
    Provenance bad = log.entry(surest.firstBad()).provenance();
    boolean ours = log.entry(surest.firstBad()).kind() == HistoryEntry.Kind.RUN;
    boolean named = isCommit(good.commit()) && isCommit(bad.commit());
    String scenarios = Remeasurement.scenarios(findings);
    // A name may come from anywhere; only what needs no quoting goes into a command.
    boolean plain = scenarios.matches("[A-Za-z0-9][A-Za-z0-9._,-]*");
    return ours && named && plain
        ? "./loomwatch compare --base ref=%s --head ref=%s --scenario %s%s"
            .formatted(
                good.commit(),
                bad.commit(),
                scenarios,
                findings.stream().anyMatch(Finding::ofCapacity) ? " --capacity" : "")
        : null;
  }

  private static boolean isCommit(String commit) {
    return commit.matches("[0-9a-f]{7,64}");
  }
}
