package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.Effect;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;

/**
 * What a comparison came to: what changed, by how much and in which mode, or what could not be
 * excluded, or what was shown not to have happened.
 */
public final class Headline {
  private static final int MOST_IN_FULL = 2;

  private final Verdict verdict;
  private final MeasurementRecord record;

  /** With a tolerance, those that gate and those that inform. */
  private final List<Row> changes;

  /** On head alone, by themselves. */
  private final List<MetricVerdict> limits;

  private final List<String> sentences = new ArrayList<>();

  /** Those that say of a change what a table of the changes says too. */
  private final Set<String> ofFigures = new HashSet<>();

  private Headline(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
    this.changes = ChangeView.of(verdict).stream().flatMap(view -> view.judged().stream()).toList();
    this.limits = Limits.of(verdict).all();
  }

  /** A few sentences; the first is the most important. */
  public static List<String> of(Verdict verdict, MeasurementRecord record) {
    return new Headline(verdict, record).sentences();
  }

  /** For beside {@link DecisiveRows}: the first, and those that tell what the table does not. */
  public static List<String> besideFigures(Verdict verdict, MeasurementRecord record) {
    Headline headline = new Headline(verdict, record);
    List<String> all = headline.sentences();
    return Stream.concat(
            all.stream().limit(1),
            all.stream().skip(1).filter(sentence -> !headline.ofFigures.contains(sentence)))
        .toList();
  }

  private List<String> sentences() {
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
    itself();
    return sentences.isEmpty() ? List.of("See the limits below.") : List.copyOf(sentences);
  }

  private void invalid() {
    sentences.add(firstBroken());
    reasons(changes(Outcome.INVALID));
  }

  private void regressed() {
    List<Row> worse = changes(Outcome.REGRESSED);
    reasons(worse.stream().filter(Row::failing).toList());
    full("", worse.stream().filter(row -> !row.failing()).toList(), ChangeSentence::shown);
    limits(Outcome.REGRESSED);
    full("Improved: ", changes(Outcome.IMPROVED), ChangeSentence::shown);
    inAll(worse.size());
  }

  private void improved() {
    full("", changes(Outcome.IMPROVED), ChangeSentence::shown);
    int held = changes(Outcome.PASS).size();
    if (held > 0) {
      sentences.add(
          "No other blocking metric is worse by its tolerance"
              + Sensitivity.smallestSeen(gating()));
    }
  }

  private void pass() {
    List<Row> all = gating();
    sentences.add(
        all.isEmpty()
            ? "No blocking tolerance applies"
                + (inheritedLimits().isEmpty() ? "; the limits on head hold." : ".")
            : "No blocking metric is worse by its tolerance" + Sensitivity.smallestSeen(gating()));
  }

  /** Regressed it would be, were it not for the host. */
  private void demoted(List<Row> worse) {
    sentences.add(
        "This host has had more false positives than chance allows: its regressions are"
            + " informational.");
    full("Informational: ", worse, ChangeSentence::shown);
    full("Informational, improved: ", changes(Outcome.IMPROVED), ChangeSentence::shown);
  }

  private void inconclusive() {
    List<Row> worse = changes(Outcome.REGRESSED);
    if (!worse.isEmpty()) {
      demoted(worse);
      return;
    }
    List<Row> open = changes(Outcome.INCONCLUSIVE);
    if (!open.isEmpty() && ComparisonBasis.beforeFirst(verdict, record)) {
      sentences.add(ComparisonBasis.tooFew(verdict, record));
      return;
    }
    full(
        "Too little data to tell whether ",
        open.stream().filter(ChangeSentence::mayBeWorse).toList(),
        ChangeSentence::open);
    full(
        "Not told: ",
        open.stream().filter(row -> !ChangeSentence.mayBeWorse(row)).toList(),
        ChangeSentence::untold);
    if (!open.isEmpty()) {
      int all = gating().size();
      sentences.add(
          "%s of %s pass, %s %s undecided"
                  .formatted(
                      all - open.size(),
                      Plural.count(all, "blocking metric"),
                      open.size(),
                      open.size() == 1 ? "is" : "are")
              + Sensitivity.smallestSeen(gating()));
    }
    limits(Outcome.INCONCLUSIVE);
    full("Improved: ", changes(Outcome.IMPROVED), ChangeSentence::shown);
    if (!sentences.isEmpty()) {
      Sensitivity.whatWouldTell(open, verdict, record).ifPresent(sentences::add);
    } else {
      sentences.add(
          "Every blocking metric became informational, so nothing decides. See the warnings below.");
    }
  }

  /** Nothing can change between a service and itself. */
  private void itself() {
    Verdict.Compared compared = verdict.comparison();
    boolean changed =
        verdict.verdict() == Outcome.REGRESSED || verdict.verdict() == Outcome.IMPROVED;
    if (changed && compared != null && compared.sameService()) {
      sentences.add("Base and head are the same: this is a false positive.");
    }
  }

  /** What informs is said when it moved, but never decides. */
  private void informing() {
    full(
        "Informational: ",
        informing(Outcome.REGRESSED).stream().filter(row -> !row.failing()).toList(),
        ChangeSentence::shown);
    limits(
        "Informational absolute limit: ",
        inheritedLimits().stream().filter(limit -> limit.verdict() == Outcome.REGRESSED).toList());
  }

  private void full(String lead, List<Row> rows, Function<Row, String> words) {
    for (Row row : rows.subList(0, Math.min(MOST_IN_FULL, rows.size()))) {
      String sentence = lead + words.apply(row) + ".";
      sentences.add(sentence);
      if (row.change().ratio().isPresent()) {
        ofFigures.add(sentence);
      }
    }
    if (rows.size() > MOST_IN_FULL) {
      List<String> names =
          rows.stream()
              .skip(MOST_IN_FULL)
              .map(row -> name(row) + " " + Effect.change(row.line()))
              .toList();
      String sentence = "Likewise " + some(names) + ".";
      sentences.add(sentence);
      ofFigures.add(sentence);
    }
  }

  /** What several metrics share is said once. */
  private void reasons(List<Row> rows) {
    rows.stream()
        .map(row -> ChangeSentence.broken(row) + ".")
        .distinct()
        .limit(MOST_IN_FULL)
        .forEach(sentences::add);
  }

  private void limits(Outcome outcome) {
    limits("Absolute limit: ", blockingLimits(outcome));
  }

  private void limits(String lead, List<MetricVerdict> limits) {
    limits.stream()
        .limit(MOST_IN_FULL)
        .forEach(limit -> sentences.add(lead + Limits.name(limit) + ": " + limit.reason() + "."));
    if (limits.size() > MOST_IN_FULL) {
      List<String> names = limits.stream().skip(MOST_IN_FULL).map(Limits::name).toList();
      sentences.add("Further absolute limits: " + some(names) + ".");
    }
  }

  /** How many of how many. */
  private void inAll(int worse) {
    int all = changes.size();
    int open = changes(Outcome.INCONCLUSIVE).size();
    if (all > 1) {
      sentences.add(
          "In all, "
              + worse
              + " of "
              + all
              + (worse == 1 ? " judged changes is worse" : " judged changes are worse")
              + (open == 0 ? "." : ", and " + open + " not decided."));
    }
  }

  private static String some(List<String> names) {
    int most = MOST_IN_FULL + 1;
    String first = String.join(", ", names.subList(0, Math.min(most, names.size())));
    return names.size() > most ? first + " and " + (names.size() - most) + " more" : first;
  }

  private static String name(Row row) {
    return ChangeSentence.service(row) + " " + row.name();
  }

  /** The rule that broke first. */
  private String firstBroken() {
    return record.launches().stream()
        .filter(launch -> !launch.valid())
        .findFirst()
        .map(Headline::firstBroken)
        .orElse("No blocking metric was measured for both base and head.");
  }

  private static String firstBroken(Launch launch) {
    Invalid reason = launch.invalid().getFirst();
    return "The first rule broken: "
        + reason.cause().label()
        + ", "
        + reason.detail()
        + " ("
        + launch.variant()
        + ", "
        + launch.scenario()
        + " with "
        + launch.mode().label()
        + " threads, round "
        + launch.round()
        + ").";
  }

  /** Gating changes of that outcome, the largest for their tolerance first. */
  private List<Row> changes(Outcome outcome) {
    return changes(row -> row.gates() && row.outcome() == outcome);
  }

  /** The same of those that inform. */
  private List<Row> informing(Outcome outcome) {
    return changes(row -> !row.gates() && row.outcome() == outcome);
  }

  private List<Row> changes(Predicate<Row> wanted) {
    return changes.stream()
        .filter(wanted)
        .sorted(Comparator.comparingDouble(Headline::size).reversed())
        .toList();
  }

  /** Gating limits of that outcome. */
  private List<MetricVerdict> blockingLimits(Outcome outcome) {
    return limits.stream().filter(limit -> limit.gate() && limit.verdict() == outcome).toList();
  }

  /** Those that head does not keep, but base did not either. */
  private List<MetricVerdict> inheritedLimits() {
    return limits.stream().filter(MetricVerdict::limitIsInherited).toList();
  }

  private List<Row> gating() {
    return changes(Row::gates);
  }

  private static double size(Row row) {
    Change change = row.change();
    return change
        .judged()
        .flatMap(
            judged -> change.ratio().map(ratio -> most(ratio, row) / judged.tolerancePercent()))
        .orElse(0.0);
  }

  private static double most(Ratio ratio, Row row) {
    return ratio instanceof SeveralPairs several && row.outcome() == Outcome.INCONCLUSIVE
        ? Math.max(0, several.interval().high())
        : Math.abs(ratio.percent());
  }
}
