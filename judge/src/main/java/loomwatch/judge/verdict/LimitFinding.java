package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.verdict.Sentences.LimitSentences;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric.Direction;

/** What an absolute limit on head alone comes to. */
public sealed interface LimitFinding extends Finding {

  @Override
  default String sentence() {
    return LimitSentences.of(this);
  }

  /** What does not keep the limit, or is not shown to. */
  sealed interface UnmetLimit extends LimitFinding {
    /** The limit. */
    Allowed allowed();

    /** What was measured. */
    Bounds bounds();
  }

  /** What a limit is on. */
  enum Kind {
    /** On the mean over launches. */
    CEILING,
    /** On virtual ÷ platform over rounds. */
    RATIO
  }

  /**
   * A limit.
   *
   * @param limit the most allowed, or the least where more is better
   * @param unit of it and of what is measured
   */
  record Allowed(Kind kind, double limit, String unit, Direction better) {
    boolean isMost() {
      return better == Direction.LOWER_IS_BETTER;
    }
  }

  /**
   * A value with its 90 % interval.
   *
   * @param count how many launches or rounds it rests on, at least 2
   */
  record Bounds(double value, double low, double high, int count) {}

  /** The whole interval is beyond the limit. */
  record Beyond(Allowed allowed, Bounds bounds) implements UnmetLimit {
    @Override
    public Outcome outcome() {
      return Outcome.REGRESSED;
    }
  }

  /** The whole interval is within the limit. */
  record Within(Allowed allowed, Bounds bounds) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return Outcome.PASS;
    }
  }

  /**
   * The limit lies inside the interval.
   *
   * @param enough how many launches or rounds in all, if value and spread stay; 0 when none
   */
  record Astride(Allowed allowed, Bounds bounds, int enough) implements UnmetLimit {
    @Override
    public Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }
  }

  /**
   * Too few launches or rounds for an interval.
   *
   * @param needed the fewest that have one
   */
  record TooFew(Allowed allowed, int count, int needed) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }
  }

  /**
   * Head does not keep the limit, or is not shown to. Neither is base, and head is not shown to be
   * worse: what was so before says nothing of a change.
   */
  record Inherited(UnmetLimit ofHead, Bounds ofBase) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return ofHead.outcome();
    }
  }

  /** Nothing was measured that it could be held against. */
  record Missing(Absence why) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return switch (why) {
        case NoLaunch none -> Outcome.INVALID;
        case NotMeasured none -> Outcome.INVALID;
        case NoneValid none -> Outcome.INVALID;
        case NoSharedRound none -> Outcome.INVALID;
        case Zero some -> Outcome.INCONCLUSIVE;
        case AtLeast some -> Outcome.INCONCLUSIVE;
      };
    }
  }

  /** Why there is no value. */
  sealed interface Absence {}

  /** No launch of the scenario was made. */
  record NoLaunch(String scenario) implements Absence {}

  /**
   * No valid launch measured the metric.
   *
   * @param valid how many launches are valid, at least 1
   */
  record NotMeasured(int valid, Mode mode) implements Absence {}

  /** It may be more in that launch. */
  record AtLeast(int round, Mode mode) implements Absence {}

  /** Every launch was discarded. */
  record NoneValid(List<DiscardedLaunch> launches) implements Absence {
    public NoneValid {
      launches = List.copyOf(launches);
    }
  }

  /** No round has a valid launch of both modes, for a ratio. */
  record NoSharedRound() implements Absence {}

  /**
   * A ratio has no ratio.
   *
   * @param value not above 0
   */
  record Zero(double value, String unit, int round, Mode mode) implements Absence {}
}
