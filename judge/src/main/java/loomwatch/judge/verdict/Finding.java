package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * What a limit or a tolerance comes to, with the facts that decided it, as {@code verdict.json} has
 * them. {@link #sentence} is for people and never taken apart.
 */
public sealed interface Finding
    permits Finding.Regression,
        Finding.Better,
        Finding.Pass,
        Finding.Undecided,
        Finding.Unusable,
        Finding.Both,
        LimitFinding {

  Outcome outcome();

  /** What decided, in words and figures. */
  default String sentence() {
    return Sentences.of(this);
  }

  /**
   * What a change was judged by.
   *
   * @param logs log ratios of head to base, positive = worse
   * @param tolerance τ as a fraction, above 0
   * @param alpha the chance of a false positive spent at the look
   */
  record Evidence(MeanInterval logs, double tolerance, double alpha, Direction direction) {}

  /**
   * A launch that was discarded.
   *
   * @param causes why, at least one
   */
  record DiscardedLaunch(Mode mode, int round, List<Reason> causes) {
    public DiscardedLaunch {
      causes = List.copyOf(causes);
    }
  }

  /**
   * Worse by the tolerance or more.
   *
   * @param p adjusted, at most α
   */
  record Worse(Evidence evidence, double p) implements Regression {}

  /**
   * Head's launches fail where base's do not, whatever the survivors show.
   *
   * @param launches those that failed by their own fault, by round
   * @param p adjusted, at most α
   */
  record Failing(List<DiscardedLaunch> launches, double p, double alpha) implements Regression {
    public Failing {
      launches = List.copyOf(launches);
    }
  }

  /**
   * Better by the tolerance or more.
   *
   * @param p adjusted, at most α
   */
  record Better(Evidence evidence, double p) implements Finding {
    @Override
    public Outcome outcome() {
      return Outcome.IMPROVED;
    }
  }

  /**
   * Shown not to be worse by the tolerance.
   *
   * @param bound the largest log ratio at confidence 1 − α
   */
  record Held(Evidence evidence, double bound) implements Pass {}

  /** 0 in every launch of both variants. */
  record AlwaysZero() implements Pass {}

  /**
   * What happened in some requests.
   *
   * @param events how often
   * @param errors by kind, of requests that failed
   * @param first what became of the first, and what to do; null where nobody says
   */
  record Tally(long events, long requests, LoadErrors errors, @Nullable String first) {
    double share() {
      return requests == 0 ? 0 : (double) events / requests;
    }

    Tally plus(Tally other) {
      return new Tally(
          events + other.events,
          requests + other.requests,
          errors.plus(other.errors),
          first == null ? other.first : first);
    }
  }

  /**
   * It happens more often in head, and often enough to matter.
   *
   * @param p adjusted, at most α
   */
  record MoreEvents(Metric metric, Tally base, Tally head, double p, double alpha)
      implements Regression {}

  /** It is not shown to happen more often in head than in base, or not often enough to matter. */
  record NoMoreEvents(Metric metric, Tally base, Tally head) implements Pass {}

  /** Worse than base. */
  sealed interface Regression extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.REGRESSED;
    }
  }

  /** Not worse than base. */
  sealed interface Pass extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.PASS;
    }
  }

  /** What was measured must not be judged. */
  sealed interface Unusable extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.INVALID;
    }
  }

  /** The measurement was inconclusive. */
  sealed interface Undecided extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }

    /** What would decide it, or why nothing would: the end of the sentence, without its proviso. */
    default String remedy() {
      return Sentences.remedy(this);
    }
  }

  /** Not even the first look was reached. */
  record TooEarly() implements Undecided {}

  /** 0 in some launches and not in others, so that there is no ratio. */
  record SometimesZero() implements Undecided {}

  /**
   * Too few pairs for an interval.
   *
   * @param tolerance as a fraction
   */
  record NoInterval(int pairs, double tolerance) implements Undecided {}

  /**
   * Worse by more than the tolerance, but not distinguished from no change.
   *
   * @param p adjusted, above α
   */
  record Unproven(Evidence evidence, double p) implements Undecided {}

  /** Below the tolerance, but not with the confidence that the look asks for. */
  record Unsure(Evidence evidence) implements Undecided {}

  /**
   * Distinguished from none, or below the tolerance, by less than the host moved between the
   * variants.
   *
   * @param drift on the log scale, above 0
   */
  record WithinDrift(Evidence evidence, double drift) implements Undecided {}

  /**
   * The tolerance lies inside the interval.
   *
   * @param enough how many pairs in all, if change and spread stay; 0 when none would
   */
  record Inside(Evidence evidence, int enough) implements Undecided {}

  /** In no round did both variants measure it validly. */
  record NoPair() implements Unusable {}

  /**
   * Launches failed by their own fault, so what is left is chosen by its value.
   *
   * @param launches those that failed, by round
   */
  record Survivors(List<DiscardedLaunch> launches) implements Unusable {
    public Survivors {
      launches = List.copyOf(launches);
    }
  }

  /**
   * A limit that held on what launches left that failed by their own fault.
   *
   * @param launches those that failed, by round
   */
  record Discarded(Finding held, List<DiscardedLaunch> launches) implements Unusable {
    public Discarded {
      launches = List.copyOf(launches);
    }
  }

  /** Two that speak of one line, the one that decides first. */
  record Both(Finding decides, Finding other) implements Finding {
    @Override
    public Outcome outcome() {
      return decides.outcome();
    }
  }
}
