package loomwatch.loadgen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult.LoadErrors;

/**
 * The rules a run must keep for its numbers to be used, whichever generator made them. They look at
 * counts and at the generator, never at a percentile.
 */
public final class Validity {
  /** How far below the plan the completed requests may be: a tenth of what would be a finding. */
  public static final double RATE_TOLERANCE = 0.005;

  /** With more failures than that nothing can be said of how long an answer takes. */
  public static final double MOST_FAILED = 0.5;

  /** How much of the plan may still wait at its end: a hiccup in the last moments, no more. */
  public static final double BACKLOG_TOLERANCE = 0.01;

  /** A stall of the generator that is visible in any percentile people gate. */
  public static final double LONGEST_STALL_MILLIS = 100;

  /** When the generator was late for more than this share of the requests, p99 may be its own. */
  private static final double LATE_SHARE = 0.01;

  /** Standard deviations by which chance alone may exceed that share, as it often does of few. */
  private static final double LATE_BY_CHANCE = 3;

  /** Of a handful of requests, which have no percentile. */
  private static final int LATE_ANYWAY = 2;

  private Validity() {}

  /** Whether the generator sent too many of the requests that were due late by its own fault. */
  public static boolean isLateTooOften(long late, long offered) {
    return late > mostLate(offered);
  }

  /** How many of so many requests may be late. */
  public static long mostLate(long offered) {
    double expected = offered * LATE_SHARE;
    return Math.max(LATE_ANYWAY, (long) (expected + LATE_BY_CHANCE * Math.sqrt(expected)));
  }

  /** Judges the counts of a generator that does not know its first failure. */
  public static List<Invalid> judge(
      long offered, long completed, LoadErrors errors, long unfinished) {
    return judge(offered, completed, errors, unfinished, "");
  }

  /**
   * Judges counts. A few requests that fail are counted; where most do, nothing was measured.
   *
   * @param offered requests due
   * @param completed requests answered as expected
   * @param unfinished neither answered nor failed when the run ended
   * @param first what is said of the first error, after the numbers of all
   */
  public static List<Invalid> judge(
      long offered, long completed, LoadErrors errors, long unfinished, String first) {
    List<Invalid> invalid = new ArrayList<>();
    if (errors.total() > MOST_FAILED * offered) {
      invalid.add(new Invalid(Invalid.Reason.ERRORS, describe(errors, offered) + first));
    }
    if (unfinished > 0) {
      invalid.add(
          new Invalid(
              Invalid.Reason.UNFINISHED,
              "%d of %d requests were never answered".formatted(unfinished, offered)));
    }
    if (invalid.isEmpty() && completed + errors.total() < offered * (1 - RATE_TOLERANCE)) {
      invalid.add(
          new Invalid(
              Invalid.Reason.RATE_NOT_REACHED,
              String.format(
                  Locale.ROOT,
                  "%d of %d requests completed (%.2f %%); at least %.1f %% must",
                  completed,
                  offered,
                  100.0 * completed / offered,
                  100 * (1 - RATE_TOLERANCE))));
    }
    return invalid;
  }

  /**
   * Judges the backlog: a server that keeps up leaves no request waiting for a connection when the
   * plan ends.
   *
   * @param waiting requests due but not sent at the planned end
   */
  public static List<Invalid> judgeBacklog(LoadPlan plan, long waiting) {
    if (plan.overload() == LoadPlan.Overload.EXPECTED
        || waiting <= plan.offered() * BACKLOG_TOLERANCE) {
      return List.of();
    }
    return List.of(
        new Invalid(
            Invalid.Reason.RATE_NOT_REACHED,
            String.format(
                Locale.ROOT,
                "%d of %d requests still waited for one of %d connections at the end: the server"
                    + " did not keep up with %.0f requests/s, so latency grows with the length of"
                    + " the run; lower the rate",
                waiting,
                plan.offered(),
                plan.connections(),
                plan.requestsPerSecond())));
  }

  private static String describe(LoadErrors errors, long offered) {
    List<String> kinds =
        Stream.of(
                kind(errors.connect(), "connection refused or lost for good"),
                kind(errors.read(), "connection broke before the response"),
                kind(errors.write(), "request not written"),
                kind(errors.status(), "answer other than expected"),
                kind(errors.timeout(), "timed out"))
            .filter(kind -> !kind.isEmpty())
            .toList();
    return "%d of %d requests failed (%s)"
        .formatted(errors.total(), offered, String.join(", ", kinds));
  }

  private static String kind(long count, String kind) {
    return count == 0 ? "" : count + " " + kind;
  }
}
