package loomwatch.judge.verdict;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Finding.AlwaysZero;
import loomwatch.judge.verdict.Finding.AsOften;
import loomwatch.judge.verdict.Finding.Better;
import loomwatch.judge.verdict.Finding.Both;
import loomwatch.judge.verdict.Finding.CountChange;
import loomwatch.judge.verdict.Finding.Discarded;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.Finding.Evidence;
import loomwatch.judge.verdict.Finding.Failing;
import loomwatch.judge.verdict.Finding.Held;
import loomwatch.judge.verdict.Finding.Inside;
import loomwatch.judge.verdict.Finding.LessOften;
import loomwatch.judge.verdict.Finding.MoreEvents;
import loomwatch.judge.verdict.Finding.MoreOften;
import loomwatch.judge.verdict.Finding.NoInterval;
import loomwatch.judge.verdict.Finding.NoMoreEvents;
import loomwatch.judge.verdict.Finding.NoPair;
import loomwatch.judge.verdict.Finding.RequestCounts;
import loomwatch.judge.verdict.Finding.SometimesZero;
import loomwatch.judge.verdict.Finding.Survivors;
import loomwatch.judge.verdict.Finding.Tally;
import loomwatch.judge.verdict.Finding.TooEarly;
import loomwatch.judge.verdict.Finding.Undecided;
import loomwatch.judge.verdict.Finding.Unproven;
import loomwatch.judge.verdict.Finding.Unsure;
import loomwatch.judge.verdict.Finding.WithinDrift;
import loomwatch.judge.verdict.Finding.Worse;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.judge.verdict.LimitFinding.Allowed;
import loomwatch.judge.verdict.LimitFinding.Astride;
import loomwatch.judge.verdict.LimitFinding.AtLeast;
import loomwatch.judge.verdict.LimitFinding.Beyond;
import loomwatch.judge.verdict.LimitFinding.Bounds;
import loomwatch.judge.verdict.LimitFinding.Inherited;
import loomwatch.judge.verdict.LimitFinding.Kind;
import loomwatch.judge.verdict.LimitFinding.Missing;
import loomwatch.judge.verdict.LimitFinding.NoLaunch;
import loomwatch.judge.verdict.LimitFinding.NoSharedRound;
import loomwatch.judge.verdict.LimitFinding.NoneValid;
import loomwatch.judge.verdict.LimitFinding.NotMeasured;
import loomwatch.judge.verdict.LimitFinding.TooFew;
import loomwatch.judge.verdict.LimitFinding.UnmetLimit;
import loomwatch.judge.verdict.LimitFinding.Within;
import loomwatch.judge.verdict.LimitFinding.Zero;
import loomwatch.results.Count;
import loomwatch.results.Metric;

/** Formats findings as sentences, deterministically. */
final class Sentences {
  private static final int MOST_COUNTS = 3;

  private Sentences() {}

  static String of(Finding finding) {
    return switch (finding) {
      case Worse(Evidence e, double p) -> start(e) + reaches(e, "worse", p);
      case Better(Evidence e, double p) -> start(e) + reaches(e, "better", p);
      case Failing(List<DiscardedLaunch> launches, double p, double alpha) ->
          failed(launches) + "; base did not in those rounds" + reaching(p, alpha);
      case Survivors(List<DiscardedLaunch> launches) -> spoils(launches);
      case Discarded(Finding held, List<DiscardedLaunch> launches) ->
          of(held) + "; but " + spoils(launches);
      case Both(Finding decides, Finding other) ->
          of(decides) + "; also " + other.outcome().label() + ": " + of(other);
      case Held held -> held(held);
      case AlwaysZero zero -> "0 in every launch of both variants";
      case MoreEvents(Metric metric, Tally base, Tally head, double p, double alpha) ->
          events(metric, base, head) + first(head) + reaching(p, alpha);
      case NoMoreEvents(Metric metric, Tally base, Tally head) -> events(metric, base, head);
      case MoreOften(Metric metric, List<RequestCounts> requests) -> counts(metric, requests);
      case LessOften(Metric metric, List<RequestCounts> requests) -> counts(metric, requests);
      case AsOften(Metric metric, List<RequestCounts> requests) -> counts(metric, requests);
      case NoPair none -> "in no round did both variants measure it validly";
      case Undecided undecided -> undecided(undecided);
      case LimitFinding limit -> LimitSentences.of(limit);
    };
  }

  /** Returns {@code /owners: 2 → 7 SQL statements per request: select … +5}, of each request. */
  private static String counts(Metric metric, List<RequestCounts> requests) {
    if (requests.isEmpty()) {
      return "0 " + metric.wording().name();
    }
    return requests.stream()
            .limit(MOST_COUNTS)
            .map(each -> counts(metric, each))
            .collect(joining("; "))
        + (requests.size() > MOST_COUNTS
            ? "; and %d requests more".formatted(requests.size() - MOST_COUNTS)
            : "");
  }

  private static String counts(Metric metric, RequestCounts counts) {
    String before = Count.shown(counts.base());
    String after = Count.shown(counts.head());
    boolean ofBytes = metric.unit() == Metric.Unit.BYTES_PER_REQUEST;
    List<CountChange> changes = ofBytes ? List.of() : counts.changes();
    return (counts.request() == null ? "" : Count.shown(counts.request()) + ": ")
        + (before.equals(after) ? after : before + " → " + after)
        + " "
        + (ofBytes ? "bytes per response" : metric.wording().name())
        + (changes.isEmpty() ? "" : ": ")
        + changes.stream()
            .limit(MOST_COUNTS)
            .map(each ->
                Count.shown(each.of())
                    + (each.more() > 0 ? " +" : " −")
                    + Count.shown(Math.abs(each.more())))
            .collect(joining(", "))
        + (changes.size() > MOST_COUNTS
            ? " and %d more".formatted(changes.size() - MOST_COUNTS)
            : "");
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
      case Inside(Evidence e, int enough) ->
          "%s; the tolerance of %s lies inside; %s%s"
              .formatted(
                  start(e),
                  percent(e.tolerance()),
                  remedy,
                  enough > 0 ? ", if change and spread stay" : "");
    };
  }

  static String remedy(Undecided undecided) {
    return switch (undecided) {
      case TooEarly early -> "too few rounds: not even the first look was reached";
      case SometimesZero zero ->
          "no relative change: it was 0 in some launches and not in others; a ceiling would judge it";
      case NoInterval few ->
          "the tolerance of %s needs at least 2 pairs".formatted(percent(few.tolerance()));
      case Unproven(Evidence e, double p) ->
          "worse by more than the tolerance of %s, but p %s is above the interim analysis' α of %s: more pairs would decide"
              .formatted(percent(e.tolerance()), shown(p), shown(e.alpha()));
      case Unsure(Evidence e) ->
          "below the tolerance of %s, but not with the %s %% confidence that this interim analysis asks for: more pairs would decide"
              .formatted(percent(e.tolerance()), confidence(e.alpha()));
      case WithinDrift(Evidence e, double drift) ->
          "the host itself moved by %s between the variants: measure again on a quieter one"
              .formatted(change(drift).substring(1));
      case Inside(Evidence e, int enough) ->
          enough > 0
              ? "about " + Plural.count(enough, "pair") + " in all would decide"
              : "the change lies so near the tolerance that more pairs will not decide";
    };
  }

  /** Returns a text such as {@code 64 of 57,600 requests failed; of base's 57,600 none}. */
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
    String all =
        kinds.entrySet().stream()
            .filter(kind -> kind.getValue() > 0)
            .map(kind -> String.format(Locale.ROOT, "%,d %s", kind.getValue(), kind.getKey()))
            .collect(joining(", "));
    return all.isEmpty() ? "" : " (" + all + ")";
  }

  /** Returns why the remaining launches must not pass. */
  static String spoils(List<DiscardedLaunch> failed) {
    return failed(failed) + "; what is left is chosen by its value and cannot pass";
  }

  /** Returns a text such as {@code 1 launch failed by itself: server-died (virtual round 1)}. */
  private static String failed(List<DiscardedLaunch> failed) {
    return Plural.count(failed.size(), "launch")
        + " failed by "
        + (failed.size() == 1 ? "itself" : "themselves")
        + ": "
        + failed.stream().flatMap(Sentences::causes).collect(joining(", "));
  }

  /** Returns a text such as {@code server-died (virtual round 1)} for each cause. */
  static Stream<String> causes(DiscardedLaunch launch) {
    return launch.causes().stream()
        .map(cause ->
            "%s (%s round %d)".formatted(cause.label(), launch.mode().label(), launch.round()));
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
        + ", and distinguishable from no change"
        + reaching(p, e.alpha());
  }

  private static String reaching(double p, double alpha) {
    return " (adjusted p %s, at most the interim analysis' α of %s)"
        .formatted(shown(p), shown(alpha));
  }

  private static String confidence(double alpha) {
    return Figures.of(100 * (1 - alpha), "ratio");
  }

  static String shown(double p) {
    return p < 0.0001 ? "below 0.0001" : Figures.of(p, "ratio");
  }

  /** Formats a log ratio as a signed percentage. */
  private static String change(double log) {
    return String.format(Locale.ROOT, "%+.2f %%", Percent.of(log)).replace('-', '−');
  }

  private static String percent(double fraction) {
    return Figures.of(100 * fraction, "ratio") + " %";
  }

  static final class LimitSentences {
    private LimitSentences() {}

    static String of(LimitFinding finding) {
      return switch (finding) {
        case Beyond(Allowed allowed, Bounds bounds) ->
            "%s, with 95 %% confidence %s: %s the %s"
                .formatted(
                    start(allowed, bounds),
                    allowed.isMost() ? atLeast(bounds, allowed) : atMost(bounds, allowed),
                    allowed.isMost() ? "above" : "below",
                    name(allowed));
        case Within(Allowed allowed, Bounds bounds) ->
            "%s, with 95 %% confidence %s: within the %s"
                .formatted(
                    start(allowed, bounds),
                    allowed.isMost() ? atMost(bounds, allowed) : atLeast(bounds, allowed),
                    name(allowed));
        case Astride(Allowed allowed, Bounds bounds, int enough) ->
            "%s, 90 %% interval %s to %s: the %s lies inside; %s"
                .formatted(
                    start(allowed, bounds),
                    shown(bounds.low(), allowed),
                    shown(bounds.high(), allowed),
                    name(allowed),
                    enough(allowed, enough));
        case TooFew(Allowed allowed, int count, int needed) ->
            "%s %s no interval; the %s needs at least %s"
                .formatted(
                    Plural.count(count, each(allowed.kind())),
                    count == 1 ? "has" : "have",
                    name(allowed),
                    Plural.count(needed, each(allowed.kind())));
        case Inherited(UnmetLimit ofHead, Bounds ofBase) ->
            "%s; base, %s [%s, %s], is not shown to keep it either"
                .formatted(
                    of(ofHead),
                    shown(ofBase.value(), ofHead.allowed()),
                    shown(ofBase.low(), ofHead.allowed()),
                    shown(ofBase.high(), ofHead.allowed()));
        case Missing(Absence why) -> of(why);
      };
    }

    private static String atLeast(Bounds bounds, Allowed allowed) {
      return "at least " + shown(bounds.low(), allowed);
    }

    private static String atMost(Bounds bounds, Allowed allowed) {
      return "at most " + shown(bounds.high(), allowed);
    }

    static String of(Absence absence) {
      return switch (absence) {
        case NoLaunch(String scenario) -> "no launch of " + scenario + " was made";
        case NotMeasured none ->
            "not measured in any of %s in %s mode"
                .formatted(Plural.count(none.valid(), "valid launch"), none.mode().label());
        case NoneValid none ->
            "no valid launch: "
                + none.launches().stream().flatMap(Sentences::causes).collect(joining(", "));
        case NoSharedRound none -> "no ratio: no round has a valid launch of both modes";
        case AtLeast some ->
            "no ratio: it may be more in round %d %s".formatted(some.round(), some.mode().label());
        case Zero zero ->
            "no ratio: it was %s in round %d %s"
                .formatted(
                    Figures.of(zero.value(), zero.unit()), zero.round(), zero.mode().label());
      };
    }

    private static String start(Allowed allowed, Bounds bounds) {
      return "%s of %s %s"
          .formatted(
              switch (allowed.kind()) {
                case CEILING -> "mean";
                case RATIO -> "virtual ÷ platform";
              },
              Plural.count(bounds.count(), each(allowed.kind())),
              shown(bounds.value(), allowed));
    }

    /** Returns a text such as {@code ceiling of 20 ms}. */
    private static String name(Allowed allowed) {
      return noun(allowed) + " of " + shown(allowed.limit(), allowed);
    }

    private static String noun(Allowed allowed) {
      return switch (allowed.kind()) {
        case CEILING -> allowed.isMost() ? "ceiling" : "least allowed";
        case RATIO -> "limit";
      };
    }

    private static String each(Kind kind) {
      return switch (kind) {
        case CEILING -> "launch";
        case RATIO -> "round";
      };
    }

    private static String enough(Allowed allowed, int count) {
      return count > 0
          ? "about "
              + Plural.count(count, each(allowed.kind()))
              + " in all would decide, if value and spread stay"
          : "the value lies so near the " + noun(allowed) + " that more launches will not decide";
    }

    private static String shown(double value, Allowed allowed) {
      return Figures.of(value, allowed.unit());
    }
  }

  /** Formats numbers with three significant digits and a suitable unit. */
  static final class Figures {
    private static final List<Scale> TIME =
        List.of(
            new Scale(1, "s"), new Scale(1e-3, "ms"), new Scale(1e-6, "µs"), new Scale(1e-9, "ns"));
    private static final List<Scale> SIZE =
        List.of(
            new Scale(1 << 30, "GiB"),
            new Scale(1 << 20, "MiB"),
            new Scale(1 << 10, "KiB"),
            new Scale(1, "B"));

    private Figures() {}

    private record Scale(double size, String symbol) {}

    /** Formats a value in a base unit such as {@code s/request} or {@code ratio}. */
    static String of(double value, String unit) {
      int over = unit.indexOf('/');
      String base = over < 0 ? unit : unit.substring(0, over);
      String rest = over < 0 ? "" : unit.substring(over);
      return switch (base) {
        case "s" -> scaled(value, TIME, rest);
        case "B" -> scaled(value, SIZE, rest);
        case "1" -> number(value) + (rest.isEmpty() ? "" : " " + rest);
        default -> number(value);
      };
    }

    private static String scaled(double value, List<Scale> scales, String rest) {
      for (Scale scale : scales) {
        if (Math.abs(value) >= scale.size()) {
          return number(value / scale.size()) + " " + scale.symbol() + rest;
        }
      }
      Scale smallest = value == 0 ? scales.getFirst() : scales.getLast();
      return number(value / smallest.size()) + " " + smallest.symbol() + rest;
    }

    /** Rounds to three significant digits, but keeps all digits before the decimal point. */
    private static String number(double value) {
      BigDecimal exact = BigDecimal.valueOf(value);
      int before = exact.precision() - exact.scale();
      BigDecimal rounded = exact.round(new MathContext(Math.max(3, before)));
      return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
  }

  /** Converts a change on the log scale to percent, positive = worse. */
  static final class Percent {
    /** Maximum log ratio; interval ends may otherwise exceed the range of doubles. */
    private static final double MOST = 100;

    private Percent() {}

    static double of(double log) {
      return 100 * Math.expm1(Math.min(MOST, log));
    }
  }
}
