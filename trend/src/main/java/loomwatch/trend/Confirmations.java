package loomwatch.trend;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import loomwatch.judge.verdict.HeadsFigure;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Line;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.Origin;
import loomwatch.results.history.SeriesName;
import loomwatch.trend.Alert.Status;
import org.jspecify.annotations.Nullable;

/**
 * What comparisons of last good against first bad said: points of history differ in more than their
 * commit, so a change counts once it was seen again with both commits on one machine.
 */
final class Confirmations {
  /** No comparison was made. */
  static final Answer NOTHING = new Answer(Status.SUSPECTED, null, null);

  /** What failed may have been the machine; what fails twice is not tried for ever. */
  private static final int TRIES = 2;

  /** Of a hash, as reports show it. */
  private static final int SHOWN_DIGITS = 8;

  private final RunLog log;
  private final TrendRules rules;
  private final List<HistoryEntry> comparisons;

  Confirmations(RunLog log, List<HistoryEntry> entries, TrendRules rules) {
    this.log = log;
    this.rules = rules;
    comparisons = entries.stream().filter(entry -> entry.confirmation() != null).toList();
  }

  /**
   * What they come to.
   *
   * @param status confirmed, not reproduced, or still suspected
   * @param note what the comparison said, or why there is none; null where none was tried
   * @param comparison the id of the entry that answers, whatever it says; null while a comparison
   *     is still wanted
   */
  record Answer(Status status, @Nullable String note, @Nullable String comparison) {}

  /**
   * Of the changes of one alert. The newest comparison of its metrics counts, unless it is invalid;
   * where there is none, the newest answer that says why.
   */
  Answer of(List<Candidate> group) {
    @Nullable Answer told = null;
    Answer untold = NOTHING;
    int failures = 0;
    for (HistoryEntry comparison : comparisons) {
      Confirmation confirmation = comparison.confirmation();
      if (confirmation == null) {
        continue;
      }
      List<Candidate> asked = asked(confirmation, group);
      if (asked.isEmpty()) {
        continue;
      }
      Unmeasured unmeasured = confirmation.unmeasured();
      List<Line> lines = lines(confirmation, asked);
      if (unmeasured != null && unmeasured.cause() == Cause.ALIKE) {
        told = alike(comparison.id(), unmeasured);
      } else if (unmeasured != null || isInvalid(comparison)) {
        untold = failed(comparison.id(), ++failures);
      } else if (lines.isEmpty()) {
        untold = untold(comparison.id());
      } else {
        told = said(comparison.id(), lines, confirmation.origin());
      }
    }
    return told == null ? untold : told;
  }

  private static boolean isInvalid(HistoryEntry comparison) {
    return Outcome.INVALID.label().equals(comparison.verdict());
  }

  private static Answer alike(String id, Unmeasured why) {
    return new Answer(
        Status.NOT_REPRODUCED,
        "once built, both commits are alike in all that %s measures".formatted(why.scenario()),
        id);
  }

  private static Answer failed(String id, int failures) {
    return failures < TRIES
        ? new Answer(Status.SUSPECTED, "measuring it again failed once", null)
        : new Answer(
            Status.SUSPECTED,
            "measuring it again failed %d times, and is not asked for any more".formatted(failures),
            id);
  }

  private static Answer untold(String id) {
    return new Answer(
        Status.SUSPECTED, "comparison %s judged none of its metrics".formatted(id), id);
  }

  private static Answer said(String id, List<Line> lines, @Nullable Origin origin) {
    for (Line line : lines) {
      if (line.outcome().equals("regressed")) {
        return new Answer(
            Status.CONFIRMED,
            "comparison %s found it again: %s %s %s regressed%s%s"
                .formatted(
                    id,
                    line.scenario(),
                    line.mode(),
                    line.metric(),
                    effect(line),
                    origin == null ? "" : "; " + from(origin, lines)),
            id);
      }
    }
    boolean none =
        lines.stream()
            .allMatch(line -> line.outcome().equals("pass") || line.outcome().equals("improved"));
    return none
        ? new Answer(Status.NOT_REPRODUCED, "comparison %s did not find it again".formatted(id), id)
        : new Answer(Status.SUSPECTED, "comparison %s could not tell".formatted(id), id);
  }

  /** Bisect follows what is the clearest, which need not be of this alert. */
  private static String from(Origin origin, List<Line> lines) {
    boolean its =
        lines.stream()
            .map(line -> new SeriesName(line.scenario(), line.mode(), line.metric()))
            .anyMatch(origin.series()::equals);
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

  private static String effect(Line line) {
    return Optional.ofNullable(line.effectPercent())
        .flatMap(percent ->
            Metric.named(line.metric()).map(metric -> HeadsFigure.worse(metric, percent)))
        .map(worse -> String.format(Locale.ROOT, " by %.1f %%", worse))
        .orElse("");
  }

  private static List<Line> lines(Confirmation confirmation, List<Candidate> asked) {
    return asked.stream()
        .flatMap(candidate -> confirmation.of(candidate.series()).stream())
        .toList();
  }

  /** The changes it was made for: commits and scenario are theirs, whatever was judged. */
  private List<Candidate> asked(Confirmation confirmation, List<Candidate> group) {
    return group.stream()
        .filter(Candidate::gate)
        .filter(candidate -> spans(confirmation, candidate))
        .filter(candidate -> isOf(confirmation, candidate.finding().scenario()))
        .toList();
  }

  /** Of one without any line nobody knows the scenarios: it counts, or it would be made anew. */
  private static boolean isOf(Confirmation confirmation, String scenario) {
    Unmeasured unmeasured = confirmation.unmeasured();
    List<Line> lines = confirmation.lines();
    return unmeasured == null
        ? lines.isEmpty() || lines.stream().anyMatch(line -> line.scenario().equals(scenario))
        : List.of(unmeasured.scenario().split(",", -1)).contains(scenario);
  }

  /** From a little before the last good run to a little after the first bad one. */
  private boolean spans(Confirmation confirmation, Candidate candidate) {
    return candidate.lastGood() >= 0
        && near(confirmation.base(), candidate.lastGood(), -rules.together(), 0)
        && near(confirmation.head(), candidate.firstBad(), 0, rules.together());
  }

  private boolean near(String commit, int entry, int least, int most) {
    int[] measured = log.measured(commit).stream().mapToInt(log::ordinal).toArray();
    int at = log.ordinal(entry);
    return IntStream.of(measured).anyMatch(run -> run >= at + least && run <= at + most);
  }
}
