package loomwatch.judge.verdict;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Finding.AlwaysZero;
import loomwatch.judge.verdict.Finding.Better;
import loomwatch.judge.verdict.Finding.Both;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.Finding.Evidence;
import loomwatch.judge.verdict.Finding.Failing;
import loomwatch.judge.verdict.Finding.Held;
import loomwatch.judge.verdict.Finding.Inside;
import loomwatch.judge.verdict.Finding.MoreEvents;
import loomwatch.judge.verdict.Finding.NoInterval;
import loomwatch.judge.verdict.Finding.NoMoreEvents;
import loomwatch.judge.verdict.Finding.NoPair;
import loomwatch.judge.verdict.Finding.SometimesZero;
import loomwatch.judge.verdict.Finding.Spoilt;
import loomwatch.judge.verdict.Finding.Survivors;
import loomwatch.judge.verdict.Finding.Tally;
import loomwatch.judge.verdict.Finding.TooEarly;
import loomwatch.judge.verdict.Finding.Undecided;
import loomwatch.judge.verdict.Finding.Unproven;
import loomwatch.judge.verdict.Finding.Unsure;
import loomwatch.judge.verdict.Finding.WithinDrift;
import loomwatch.judge.verdict.Finding.Worse;
import loomwatch.results.Metric;

/** Findings in words: the same facts give the same words. */
final class Sentences {
  private Sentences() {}

  static String of(Finding finding) {
    return switch (finding) {
      case Worse(Evidence e, double p) -> start(e) + reaches(e, "worse", p);
      case Better(Evidence e, double p) -> start(e) + reaches(e, "better", p);
      case Failing(List<DiscardedLaunch> launches, double p, double alpha) ->
          failed(launches) + "; base did not in those blocks" + reaching(p, alpha);
      case Survivors(List<DiscardedLaunch> launches) -> spoils(launches);
      case Spoilt(Finding held, List<DiscardedLaunch> launches) ->
          of(held) + "; but " + spoils(launches);
      case Both(Finding decides, Finding other) ->
          of(decides) + "; also " + other.outcome().label() + ": " + of(other);
      case Held held -> held(held);
      case AlwaysZero zero -> "0 in every launch of both arms";
      case MoreEvents(Metric metric, Tally base, Tally head, double p, double alpha) ->
          events(metric, base, head) + first(head) + reaching(p, alpha);
      case NoMoreEvents(Metric metric, Tally base, Tally head) -> events(metric, base, head);
      case NoPair none -> "in no block did both arms measure it validly";
      case Undecided undecided -> undecided(undecided);
      case LimitFinding limit -> LimitSentences.of(limit);
    };
  }

  private static String held(Held held) {
    Evidence e = held.evidence();
    int sign = e.direction().sign();
    return "%s, with %s %% confidence at %s %s: below the tolerance of %s"
        .formatted(
            start(e),
            confidence(e.alpha()),
            sign > 0 ? "most" : "least",
            change(sign * held.bound()),
            percent(e.tolerance()));
  }

  private static String undecided(Undecided undecided) {
    String remedy = remedy(undecided);
    return switch (undecided) {
      case TooEarly early -> remedy;
      case SometimesZero zero -> remedy;
      case NoInterval few ->
          "%s %s no interval; %s"
              .formatted(
                  Plural.count(few.pairs(), "pair"), few.pairs() == 1 ? "has" : "have", remedy);
      case Unproven unproven -> start(unproven.evidence()) + "; " + remedy;
      case Unsure unsure -> start(unsure.evidence()) + "; " + remedy;
      case WithinDrift within -> start(within.evidence()) + "; " + remedy;
      case Inside(Evidence e, int wouldTell) ->
          "%s; the tolerance of %s lies inside; %s%s"
              .formatted(
                  start(e),
                  percent(e.tolerance()),
                  remedy,
                  wouldTell > 0 ? ", if change and spread stay" : "");
    };
  }

  static String remedy(Undecided undecided) {
    return switch (undecided) {
      case TooEarly early -> "too few blocks: not even the first look was reached";
      case SometimesZero zero ->
          "no relative change: it was 0 in some launches and not in others; a ceiling would judge it";
      case NoInterval few ->
          "the tolerance of %s needs at least 2 pairs".formatted(percent(few.tolerance()));
      case Unproven(Evidence e, double p) ->
          "worse by more than the tolerance of %s, but p %s is above the look's α of %s: more pairs would tell"
              .formatted(percent(e.tolerance()), shown(p), shown(e.alpha()));
      case Unsure(Evidence e) ->
          "below the tolerance of %s, but not with the %s %% confidence this look asks for: more pairs would tell"
              .formatted(percent(e.tolerance()), confidence(e.alpha()));
      case WithinDrift(Evidence e, double drift) ->
          "the host itself moved by %s between the arms: measure again on a quieter one"
              .formatted(change(drift).substring(1));
      case Inside(Evidence e, int wouldTell) ->
          wouldTell > 0
              ? "about " + Plural.count(wouldTell, "pair") + " in all would tell"
              : "the change lies so near the tolerance that more pairs will not tell";
    };
  }

  /**
   * Such as {@code 64 of 57,600 requests failed (64 with another answer); of base's 57,600 none}.
   */
  private static String events(Metric metric, Tally base, Tally head) {
    String what =
        metric == Metric.FAILED_REQUESTS
            ? "requests failed" + kinds(head)
            : "requests found their connection closed by the server";
    return String.format(
        Locale.ROOT,
        "%,d of %,d %s; of base's %,d %s",
        head.events(),
        head.requests(),
        what,
        base.requests(),
        base.events() == 0 ? "none" : String.format(Locale.ROOT, "%,d", base.events()));
  }

  private static String first(Tally tally) {
    return tally.first() == null ? "" : "; the first: " + tally.first();
  }

  private static String kinds(Tally tally) {
    Map<String, Long> kinds = new LinkedHashMap<>();
    kinds.put("with another answer than expected", tally.errors().status());
    kinds.put("as their connection broke", tally.errors().read() + tally.errors().write());
    kinds.put("without a connection", tally.errors().connect());
    kinds.put("timed out", tally.errors().timeout());
    String told =
        kinds.entrySet().stream()
            .filter(kind -> kind.getValue() > 0)
            .map(kind -> String.format(Locale.ROOT, "%,d %s", kind.getValue(), kind.getKey()))
            .collect(joining(", "));
    return told.isEmpty() ? "" : " (" + told + ")";
  }

  /** Why what is left must not pass. */
  static String spoils(List<DiscardedLaunch> failed) {
    return failed(failed) + "; what is left is chosen by its value and cannot pass";
  }

  /** Such as {@code 2 launches failed by themselves: server-died (virtual block 1), …}. */
  private static String failed(List<DiscardedLaunch> failed) {
    return Plural.count(failed.size(), "launch")
        + " failed by "
        + (failed.size() == 1 ? "itself" : "themselves")
        + ": "
        + failed.stream().flatMap(Sentences::causes).collect(joining(", "));
  }

  /** Such as {@code server-died (virtual block 1)}, for each cause. */
  static Stream<String> causes(DiscardedLaunch launch) {
    return launch.causes().stream()
        .map(cause ->
            "%s (%s block %d)".formatted(cause.label(), launch.mode().label(), launch.block()));
  }

  private static String start(Evidence evidence) {
    MeanInterval m = evidence.logs();
    int sign = evidence.direction().sign();
    return "head against base over %s: %s, 90 %% interval %s to %s"
        .formatted(
            Plural.count(m.samples(), "pair"),
            change(sign * m.mean()),
            change(sign > 0 ? m.low() : -m.high()),
            change(sign > 0 ? m.high() : -m.low()));
  }

  private static String reaches(Evidence e, String which, double p) {
    return ": at least the tolerance of "
        + percent(e.tolerance())
        + " "
        + which
        + ", and told from no change"
        + reaching(p, e.alpha());
  }

  private static String reaching(double p, double alpha) {
    return " (adjusted p %s, at most the look's α of %s)".formatted(shown(p), shown(alpha));
  }

  private static String confidence(double alpha) {
    return Figures.of(100 * (1 - alpha), "ratio");
  }

  static String shown(double p) {
    return p < 0.0001 ? "below 0.0001" : Figures.of(p, "ratio");
  }

  /** A log ratio as a signed percentage. */
  private static String change(double log) {
    return String.format(Locale.ROOT, "%+.2f %%", Percent.of(log)).replace('-', '−');
  }

  private static String percent(double fraction) {
    return Figures.of(100 * fraction, "ratio") + " %";
  }
}
