package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.Effect;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;

/**
 * The result of a comparison in sentences, the most important first: what changed, by how much and
 * in which mode; what may have changed; or what did not change.
 */
public final class Headline {
  /** In percent; a wider one would let through what nobody wants. */
  private static final double WIDEST_TOLERANCE = 50;

  /** Maximum number of changes, limits or reasons in full; further ones are only named. */
  private static final int MOST_IN_FULL = 2;

  /** A longer comparison is not suggested. */
  private static final Duration LONGEST = Duration.ofHours(2);

  /** Times per request that are worth a word where they did not change. */
  private static final double LEAST_COUNT = 0.5;

  /** Safety factor for the suggested time, as results vary by chance. */
  private static final double ROOM = 1.1;

  private final Verdict verdict;
  private final MeasurementRecord record;

  /** All changes with a tolerance, those largest in relation to it first. */
  private final List<Row> changes;

  private final List<MetricVerdict> limits;
  private final List<Sentence> sentences = new ArrayList<>();

  /** A sentence, and whether a table of the changes has the same content. */
  private record Sentence(String text, boolean isInTable) {}

  private Headline(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
    this.changes =
        ChangeView.of(verdict).stream()
            .flatMap(view -> view.judged().stream())
            .sorted(Comparator.comparingDouble(Headline::size).reversed())
            .toList();
    this.limits = Limits.of(verdict).all();
    switch (verdict.verdict()) {
      case REGRESSED -> regressed();
      case IMPROVED -> improved();
      case INCONCLUSIVE -> inconclusive();
      case INVALID -> invalid();
      case PASS -> pass();
    }
    if (verdict.verdict() != Outcome.INVALID) {
      informing();
    }
    // A service cannot differ from itself.
    boolean changed =
        verdict.verdict() == Outcome.REGRESSED || verdict.verdict() == Outcome.IMPROVED;
    Verdict.Compared compared = verdict.comparison();
    if (changed && compared != null && compared.sameService()) {
      say("Base and head are the same: this is a false positive.");
    }
    if (sentences.isEmpty()) {
      say("See the limits below.");
    }
  }

  /** Returns all sentences, at least one. */
  public static List<String> of(Verdict verdict, MeasurementRecord record) {
    return new Headline(verdict, record).sentences.stream().map(Sentence::text).toList();
  }

  /** Returns the first sentence, and those whose content a table of changes lacks. */
  static List<String> aboveTable(Verdict verdict, MeasurementRecord record) {
    List<Sentence> all = new Headline(verdict, record).sentences;
    return Stream.concat(
            all.stream().limit(1), all.stream().skip(1).filter(each -> !each.isInTable()))
        .map(Sentence::text)
        .toList();
  }

  private void invalid() {
    say(
        record.launches().stream()
            .filter(launch -> !launch.valid())
            .findFirst()
            .map(Headline::firstBroken)
            .orElse("No blocking metric was measured for both base and head."));
    if (record.launches().stream().noneMatch(Headline::isFailedBenchmark)) {
      reasons(gating(Outcome.INVALID));
    }
  }

  private static boolean isFailedBenchmark(Launch launch) {
    return launch.invalid().stream()
        .anyMatch(each -> each.cause() == Invalid.Reason.BENCHMARK_FAILED);
  }

  private void regressed() {
    List<Row> worse = gating(Outcome.REGRESSED);
    reasons(worse.stream().filter(Row::failing).toList());
    counted("", worse);
    full("", worse.stream().filter(row -> !row.failing() && !row.isCounted()).toList(), Row::shown);
    limits("Absolute limit: ", gatingLimits(Outcome.REGRESSED));
    MethodSection.blocking(verdict).forEach(this::say);
    fullyImproved("Improved: ");
    int open = gating(Outcome.INCONCLUSIVE).size();
    if (changes.size() > 1 && !worse.isEmpty()) {
      say(
          "In all, %s of %s judged changes %s worse%s."
              .formatted(
                  worse.size(),
                  changes.size(),
                  worse.size() == 1 ? "is" : "are",
                  open == 0 ? "" : ", and " + open + " not decided"));
    }
  }

  private void improved() {
    fullyImproved("");
    if (!gating(Outcome.PASS).isEmpty()) {
      say("No other blocking metric is worse by its tolerance" + smallestSeen());
    }
  }

  private void pass() {
    if (!gating().isEmpty()) {
      say("No blocking metric is worse by its tolerance" + smallestSeen());
    } else if (verdict.metrics().stream().anyMatch(Headline::isUnchangedCount)) {
      List<String> done =
          verdict.metrics().stream()
              .filter(Headline::isUnchangedCount)
              .filter(line -> line.value() != null && line.value() >= LEAST_COUNT)
              .map(line -> line.scenario() + " " + line.reason())
              .distinct()
              .toList();
      say(
          "Requests do what they did"
              + (done.isEmpty() ? "." : ": " + String.join(", ", done) + "."));
    } else if (limits.stream().anyMatch(MetricVerdict::limitIsInherited)) {
      say("No blocking tolerance applies.");
    } else {
      say("No blocking tolerance applies; the limits on head hold.");
    }
  }

  private static boolean isUnchangedCount(MetricVerdict line) {
    return line.change()
        .flatMap(Change::found)
        .filter(found -> found.finding() instanceof Finding.AsOften)
        .isPresent();
  }

  private void inconclusive() {
    List<Row> worse = gating(Outcome.REGRESSED);
    List<Row> open = gating(Outcome.INCONCLUSIVE);
    if (!worse.isEmpty()) {
      say(
          "This host has had more false positives than chance allows: its regressions are"
              + " informational.");
      full("Informational: ", worse, Row::shown);
      fullyImproved("Informational, improved: ");
      return;
    }
    if (!open.isEmpty() && ComparisonBasis.beforeFirst(verdict, record)) {
      say(ComparisonBasis.tooFew(verdict, record));
      return;
    }
    full(
        "Too little data to tell whether ",
        open.stream().filter(Row::mayBeWorse).toList(),
        Row::undecided);
    full("Not known: ", open.stream().filter(row -> !row.mayBeWorse()).toList(), Row::unknown);
    if (!open.isEmpty()) {
      int all = gating().size();
      say(
          "%s of %s pass, %s %s undecided%s"
              .formatted(
                  all - open.size(),
                  Plural.count(all, "blocking metric"),
                  open.size(),
                  open.size() == 1 ? "is" : "are",
                  smallestSeen()));
    }
    limits("Absolute limit: ", gatingLimits(Outcome.INCONCLUSIVE));
    fullyImproved("Improved: ");
    if (sentences.isEmpty()) {
      say(
          "Every blocking metric became informational, so nothing decides. See the warnings below.");
    } else {
      String ways =
          Stream.of(longer(open), wider(open)).flatMap(Optional::stream).collect(joining("; or "));
      say(ways.isEmpty() ? "" : "To tell: " + ways + ".");
    }
  }

  /** Adds informational changes and limits that regressed. */
  private void informing() {
    full(
        "Informational: ",
        changes.stream()
            .filter(row -> !row.gates() && row.outcome() == Outcome.REGRESSED && !row.failing())
            .toList(),
        Row::shown);
    limits(
        "Informational absolute limit: ",
        limits.stream()
            .filter(MetricVerdict::limitIsInherited)
            .filter(limit -> limit.verdict() == Outcome.REGRESSED)
            .toList());
    MethodSection.informing(verdict).forEach(this::say);
  }

  private void fullyImproved(String lead) {
    List<Row> better = gating(Outcome.IMPROVED);
    counted(lead, better);
    full(lead, better.stream().filter(row -> !row.isCounted()).toList(), Row::shown);
  }

  /** Adds what was counted exactly, once for both modes where they are alike. */
  private void counted(String lead, List<Row> rows) {
    rows.stream()
        .filter(Row::isCounted)
        .collect(
            groupingBy(
                row -> row.line().scenario() + ": " + row.remedy(), LinkedHashMap::new, toList()))
        .forEach((text, same) -> {
          Row one = same.getFirst();
          say(lead + (same.size() > 1 ? text : one.service() + ": " + one.remedy()) + ".");
        });
  }

  private void say(String text) {
    if (!text.isEmpty()) {
      sentences.add(new Sentence(text, false));
    }
  }

  private void full(String lead, List<Row> rows, Function<Row, String> words) {
    rows.stream()
        .limit(MOST_IN_FULL)
        .map(row -> new Sentence(lead + words.apply(row) + ".", row.change().ratio().isPresent()))
        .forEach(sentences::add);
    if (rows.size() > MOST_IN_FULL) {
      String names =
          some(rows, row -> row.service() + " " + row.name() + " " + Effect.change(row.line()));
      sentences.add(new Sentence("Likewise " + names + ".", true));
    }
  }

  /** Adds each reason once, as several metrics may share it. */
  private void reasons(List<Row> rows) {
    rows.stream().map(row -> row.broken() + ".").distinct().limit(MOST_IN_FULL).forEach(this::say);
  }

  private void limits(String lead, List<MetricVerdict> some) {
    some.stream()
        .limit(MOST_IN_FULL)
        .forEach(limit -> say(lead + Limits.name(limit) + ": " + limit.reason() + "."));
    if (some.size() > MOST_IN_FULL) {
      say("Further absolute limits: " + some(some, Limits::name) + ".");
    }
  }

  /** Returns the names of those that follow the ones in full. */
  private static <T> String some(List<T> all, Function<T, String> name) {
    int more = all.size() - MOST_IN_FULL - (MOST_IN_FULL + 1);
    return all.stream().skip(MOST_IN_FULL).limit(MOST_IN_FULL + 1).map(name).collect(joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String firstBroken(Launch launch) {
    Invalid reason = launch.invalid().getFirst();
    if (isFailedBenchmark(launch)) {
      return "A benchmark failed in %s: %s. Fix it, or exclude it."
          .formatted(launch.variant(), reason.detail());
    }
    return "The first rule broken: %s, %s (%s, %s, round %s)."
        .formatted(
            reason.cause().label(),
            reason.detail(),
            launch.variant(),
            ModeLabel.after(launch.scenario(), JudgedMode.of(launch.mode())),
            launch.round());
  }

  private List<Row> gating() {
    return changes.stream().filter(Row::gates).toList();
  }

  private List<Row> gating(Outcome outcome) {
    return changes.stream().filter(row -> row.gates() && row.outcome() == outcome).toList();
  }

  private List<MetricVerdict> gatingLimits(Outcome outcome) {
    return limits.stream().filter(limit -> limit.gate() && limit.verdict() == outcome).toList();
  }

  /** Returns the size of a change, in tolerances; of an undecided one, its upper bound. */
  private static double size(Row row) {
    Change change = row.change();
    if (row.isCounted() && change.size() instanceof Size.Levels levels) {
      return Math.abs(levels.head() - levels.base());
    }
    double percent =
        row.outcome() == Outcome.INCONCLUSIVE && change.bounded().isPresent()
            ? Math.max(0, change.bounded().get().interval().high())
            : Math.abs(change.ratio().map(Size.Ratio::percent).orElse(0.0));
    return change.judged().map(judged -> percent / judged.tolerancePercent()).orElse(0.0);
  }

  /** Returns {@code ; smallest detectable effects: p50 0.8 %, CPU per request 1.2 %.} */
  private String smallestSeen() {
    List<String> effects = new ArrayList<>();
    ChangeView.byMetric(gating())
        .forEach((metric, rows) ->
            rows.stream()
                .flatMapToDouble(Headline::detectable)
                .max()
                .ifPresent(most ->
                    effects.add(
                        metric.wording().name()
                            + " "
                            + Effect.smallest(HeadRelativeChange.worse(metric, most)))));
    return effects.isEmpty()
        ? "."
        : "; smallest detectable effects: "
            + effects.stream().sorted().collect(joining(", "))
            + " (about 90 % power).";
  }

  private static DoubleStream detectable(Row row) {
    return row.change().bounded().stream().flatMapToDouble(size -> size.mdePercent().stream());
  }

  /** Returns the rounds and time that would decide all open changes, if change and spread stay. */
  private Optional<String> longer(List<Row> open) {
    int most = open.stream().mapToInt(Headline::enough).max().orElse(0);
    Verdict.Compared compared = verdict.comparison();
    if (most == 0
        || open.stream().anyMatch(row -> enough(row) == 0)
        || compared == null
        || compared.rounds() == 0) {
      return Optional.empty();
    }
    Duration all = ComparisonBasis.taken(record).multipliedBy(most).dividedBy(compared.rounds());
    return all.compareTo(LONGEST) > 0
        ? Optional.empty()
        : Optional.of(
            "about %s rounds, ./loomwatch compare --budget %sm"
                .formatted(most, Math.max(1, Math.ceilDiv((long) (ROOM * all.toSeconds()), 60))));
  }

  /** Returns the number of rounds that would be enough, or 0 where unknown. */
  private static int enough(Row row) {
    return row.finding() instanceof Finding.Inside inside ? inside.enough() : 0;
  }

  /** Returns the tolerance that this run could decide, for the metric with the largest MDE. */
  private static Optional<String> wider(List<Row> open) {
    return open.stream()
        .filter(
            row -> smallest(row) > row.change().judged().map(Judged::tolerancePercent).orElse(0.0))
        .filter(row -> smallest(row) <= WIDEST_TOLERANCE)
        .max(Comparator.comparingDouble(Headline::smallest))
        .map(row ->
            "a tolerance of %s for %s, which this machine can hold"
                .formatted(Effect.smallest(Math.ceil(smallest(row))), row.name()));
  }

  private static double smallest(Row row) {
    return detectable(row).max().orElse(0);
  }
}
