package loomwatch.judge.verdict;

import static java.util.stream.Collectors.joining;

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
import loomwatch.judge.verdict.LimitFinding.NoSharedBlock;
import loomwatch.judge.verdict.LimitFinding.NoneValid;
import loomwatch.judge.verdict.LimitFinding.NotMeasured;
import loomwatch.judge.verdict.LimitFinding.TooFew;
import loomwatch.judge.verdict.LimitFinding.UnmetLimit;
import loomwatch.judge.verdict.LimitFinding.Within;
import loomwatch.judge.verdict.LimitFinding.Zero;

/** Findings on limits in words. */
final class LimitSentences {
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
      case Astride(Allowed allowed, Bounds bounds, int wouldTell) ->
          "%s, 90 %% interval %s to %s: the %s lies inside; %s"
              .formatted(
                  start(allowed, bounds),
                  shown(bounds.low(), allowed),
                  shown(bounds.high(), allowed),
                  name(allowed),
                  wouldTell(allowed, wouldTell));
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
      case NoSharedBlock none -> "no contrast: no block has a valid launch of both modes";
      case AtLeast some ->
          "no contrast: it may be more in block %d %s".formatted(some.block(), some.mode().label());
      case Zero zero ->
          "no contrast: it was %s in block %d %s"
              .formatted(Figures.of(zero.value(), zero.unit()), zero.block(), zero.mode().label());
    };
  }

  private static String start(Allowed allowed, Bounds bounds) {
    return "%s of %s %s"
        .formatted(
            switch (allowed.kind()) {
              case CEILING -> "mean";
              case CONTRAST -> "virtual ÷ platform";
            },
            Plural.count(bounds.count(), each(allowed.kind())),
            shown(bounds.value(), allowed));
  }

  /** {@code ceiling of 20 ms}. */
  private static String name(Allowed allowed) {
    return noun(allowed) + " of " + shown(allowed.limit(), allowed);
  }

  private static String noun(Allowed allowed) {
    return switch (allowed.kind()) {
      case CEILING -> allowed.isMost() ? "ceiling" : "least allowed";
      case CONTRAST -> "limit";
    };
  }

  private static String each(Kind kind) {
    return switch (kind) {
      case CEILING -> "launch";
      case CONTRAST -> "block";
    };
  }

  private static String wouldTell(Allowed allowed, int count) {
    return count > 0
        ? "about "
            + Plural.count(count, each(allowed.kind()))
            + " in all would tell, if value and spread stay"
        : "the value lies so near the " + noun(allowed) + " that more launches will not tell";
  }

  private static String shown(double value, Allowed allowed) {
    return Figures.of(value, allowed.unit());
  }
}
