package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.verdict.Sentences.LimitSentences;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric.Direction;

/** The result of an absolute limit on head alone. */
public sealed interface LimitFinding extends Finding {

  @Override
  default String sentence() {
    return LimitSentences.of(this);
  }

  /** The limit is violated, or not shown to be met. */
  sealed interface UnmetLimit extends LimitFinding {
    Allowed allowed();

    Bounds bounds();
  }

  enum Kind {
    /** A limit on the mean over launches. */
    CEILING,
    /** A limit on virtual ÷ platform over rounds. */
    RATIO
  }

  /**
   * A limit.
   *
   * @param limit largest value allowed, or smallest where higher is better
   */
  record Allowed(Kind kind, double limit, String unit, Direction better) {
    boolean isMost() {
      return better == Direction.LOWER_IS_BETTER;
    }
  }

  /** A value with its 90 % interval, from {@code count} launches or rounds, at least 2. */
  record Bounds(double value, double low, double high, int count) {}

  /** The interval is entirely beyond the limit. */
  record Beyond(Allowed allowed, Bounds bounds) implements UnmetLimit {
    @Override
    public Outcome outcome() {
      return Outcome.REGRESSED;
    }
  }

  /** The interval is entirely within the limit. */
  record Within(Allowed allowed, Bounds bounds) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return Outcome.PASS;
    }
  }

  /**
   * The limit lies inside the interval.
   *
   * @param enough total number of launches or rounds that would decide, if value and deviation stay
   *     the same; 0 when none would
   */
  record Astride(Allowed allowed, Bounds bounds, int enough) implements UnmetLimit {
    @Override
    public Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }
  }

  /**
   * There are too few launches or rounds for an interval.
   *
   * @param needed smallest number that has one
   */
  record TooFew(Allowed allowed, int count, int needed) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }
  }

  /**
   * Head is not shown to meet the limit, but neither is base, and head is not shown to be worse.
   * The violation does not come from the change.
   */
  record Inherited(UnmetLimit ofHead, Bounds ofBase) implements LimitFinding {
    @Override
    public Outcome outcome() {
      return ofHead.outcome();
    }
  }

  /** There is no value to compare with the limit. */
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

  sealed interface Absence {}

  record NoLaunch(String scenario) implements Absence {}

  /** No valid launch measured the metric; {@code valid} launches are valid, at least 1. */
  record NotMeasured(int valid, Mode mode) implements Absence {}

  /** The value of that launch is only a lower bound. */
  record AtLeast(int round, Mode mode) implements Absence {}

  record NoneValid(List<DiscardedLaunch> launches) implements Absence {
    public NoneValid {
      launches = List.copyOf(launches);
    }
  }

  /** No round has a valid launch of both modes. */
  record NoSharedRound() implements Absence {}

  /** There is no ratio, because {@code value} is not above 0. */
  record Zero(double value, String unit, int round, Mode mode) implements Absence {}
}
