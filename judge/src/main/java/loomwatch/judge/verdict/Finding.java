package loomwatch.judge.verdict;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/** The result of a limit or tolerance, with the facts behind it, as in {@code verdict.json}. */
public sealed interface Finding
    permits Finding.Regression,
        Finding.Better,
        Finding.LessOften,
        Finding.Pass,
        Finding.Undecided,
        Finding.Unusable,
        Finding.Both,
        LimitFinding {

  Outcome outcome();

  /** Returns the finding in words and figures, for people; programs must not parse it. */
  default String sentence() {
    return Sentences.of(this);
  }

  /**
   * The data a change was judged by.
   *
   * @param logs log ratios of head to base, positive = worse
   * @param tolerance τ as a fraction, above 0
   * @param alpha probability of a false positive at the interim analysis
   */
  record Evidence(MeanInterval logs, double tolerance, double alpha, Direction direction) {}

  /** A discarded launch, with at least one cause. */
  record DiscardedLaunch(Mode mode, int round, List<Reason> causes) {
    public DiscardedLaunch {
      causes = List.copyOf(causes);
    }
  }

  /**
   * Head is worse by at least the tolerance.
   *
   * @param p adjusted, at most α
   */
  record Worse(Evidence evidence, double p) implements Regression {}

  /**
   * Head's launches fail where base's do not, whatever the others show.
   *
   * @param launches launches that failed by their own fault, by round
   * @param p adjusted, at most α
   */
  record Failing(List<DiscardedLaunch> launches, double p, double alpha) implements Regression {
    public Failing {
      launches = List.copyOf(launches);
    }
  }

  /**
   * Head is better by at least the tolerance.
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
   * Head is shown not to be worse by the tolerance.
   *
   * @param bound upper bound of the log ratio at confidence 1 − α
   */
  record Held(Evidence evidence, double bound) implements Pass {}

  /** The value is 0 in every launch of both variants. */
  record AlwaysZero() implements Pass {}

  /**
   * Events in requests of a variant.
   *
   * @param errors failed requests by kind
   * @param first description of the first failure and its remedy; null if there is none
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
   * The event is more frequent in head, by enough to matter.
   *
   * @param p adjusted, at most α
   */
  record MoreEvents(Metric metric, Tally base, Tally head, double p, double alpha)
      implements Regression {}

  /** A part of an exact count that differs: times per request. */
  record CountChange(String of, double base, double head) {
    public double more() {
      return head - base;
    }

    private boolean isWithin(double event, CountChange other) {
      return of.equals(other.of)
          && Math.abs(base - other.base) <= event
          && Math.abs(head - other.head) <= event;
    }
  }

  /**
   * What one request of a mix does of what is counted exactly.
   *
   * @param request null where all requests are alike
   * @param sent how many were counted in a launch; at least 1
   * @param base times per request in all; so is {@code head}
   * @param changes parts that differ, the largest growth first
   */
  record RequestCounts(
      @Nullable String request, long sent, double base, double head, List<CountChange> changes) {
    public RequestCounts {
      changes = List.copyOf(changes);
    }

    /** Returns one event per request: an exact count may differ by that much. */
    static double event(long sent) {
      return 1.0 / sent + 1e-9;
    }

    /** Returns it with those changes alone that are the same for the same request of others. */
    RequestCounts agreeing(List<RequestCounts> others) {
      double event = event(sent);
      List<CountChange> same =
          others.stream()
              .filter(other -> Objects.equals(other.request(), request))
              .flatMap(other -> other.changes().stream())
              .toList();
      return with(change -> same.stream().anyMatch(other -> other.isWithin(event, change)));
    }

    RequestCounts with(Predicate<CountChange> some) {
      return new RequestCounts(request, sent, base, head, changes.stream().filter(some).toList());
    }

    /** Returns the growth of its parts, per request. */
    public double more() {
      return changes.stream().mapToDouble(CountChange::more).sum();
    }
  }

  /** Requests do more of what is counted exactly: those that changed, the largest growth first. */
  record MoreOften(Metric metric, List<RequestCounts> requests) implements Regression {
    public MoreOften {
      requests = List.copyOf(requests);
    }
  }

  /** Requests do less of what is counted exactly; the mirror image of {@link MoreOften}. */
  record LessOften(Metric metric, List<RequestCounts> requests) implements Finding {
    public LessOften {
      requests = List.copyOf(requests);
    }

    @Override
    public Outcome outcome() {
      return Outcome.IMPROVED;
    }
  }

  /** Requests do what is counted exactly as often as before. */
  record AsOften(Metric metric, List<RequestCounts> requests) implements Pass {
    public AsOften {
      requests = List.copyOf(requests);
    }
  }

  /** The event is not shown to be more frequent in head, or not by enough to matter. */
  record NoMoreEvents(Metric metric, Tally base, Tally head) implements Pass {}

  sealed interface Regression extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.REGRESSED;
    }
  }

  sealed interface Pass extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.PASS;
    }
  }

  /** The data must not be judged. */
  sealed interface Unusable extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.INVALID;
    }
  }

  sealed interface Undecided extends Finding {
    @Override
    default Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }

    /** Returns what would decide it, or why nothing would. */
    default String remedy() {
      return Sentences.remedy(this);
    }
  }

  /** There are too few rounds for the first interim analysis. */
  record TooEarly() implements Undecided {}

  /** The value is 0 in some launches only, so there is no ratio. */
  record SometimesZero() implements Undecided {}

  /** There are too few pairs for an interval; {@code tolerance} is a fraction. */
  record NoInterval(int pairs, double tolerance) implements Undecided {}

  /**
   * Head is worse by more than the tolerance, but not significantly.
   *
   * @param p adjusted, above α
   */
  record Unproven(Evidence evidence, double p) implements Undecided {}

  /** Head is below the tolerance, but not with the confidence the interim analysis requires. */
  record Unsure(Evidence evidence) implements Undecided {}

  /**
   * The result is significant by less than the host's speed changed between the variants.
   *
   * @param drift change of the host's speed on the log scale, above 0
   */
  record WithinDrift(Evidence evidence, double drift) implements Undecided {}

  /**
   * The tolerance lies inside the interval.
   *
   * @param enough total number of pairs that would decide, if mean and deviation stay the same; 0
   *     when none would
   */
  record Inside(Evidence evidence, int enough) implements Undecided {}

  /** No round has valid measurements of both variants. */
  record NoPair() implements Unusable {}

  /** Launches failed by their own fault, so the remaining ones are a biased selection. */
  record Survivors(List<DiscardedLaunch> launches) implements Unusable {
    public Survivors {
      launches = List.copyOf(launches);
    }
  }

  /** The remaining launches meet the limit, but others failed by their own fault. */
  record Discarded(Finding held, List<DiscardedLaunch> launches) implements Unusable {
    public Discarded {
      launches = List.copyOf(launches);
    }
  }

  /** Two findings on one line of the verdict. */
  record Both(Finding decides, Finding other) implements Finding {
    @Override
    public Outcome outcome() {
      return decides.outcome();
    }
  }
}
