package loomwatch.loadgen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult.LoadErrors;

/** Rules for valid runs of all generators, on counts and on the generator, never on percentiles. */
public final class Validity {
  /** Maximum share of requests that may be missing: a tenth of a relevant change. */
  public static final double RATE_TOLERANCE = 0.005;

  /** Share of failed requests above which latencies are meaningless. */
  public static final double MOST_FAILED = 0.5;

  /** Maximum share of requests still waiting at the end, as after a short hiccup. */
  public static final double BACKLOG_TOLERANCE = 0.01;

  /** Generator stall that would be visible in percentiles commonly used as limits. */
  public static final double LONGEST_STALL_MILLIS = 100;

  /** Share of requests delayed by the generator above which p99 may be the generator's. */
  private static final double LATE_SHARE = 0.01;

  /** Standard deviations by which chance may exceed that share, for small numbers. */
  private static final double LATE_BY_CHANCE = 3;

  /** Number of late requests that is always allowed. */
  private static final int LATE_ANYWAY = 2;

  private Validity() {}

  /** Returns whether the generator itself delayed too many requests. */
  public static boolean isLateTooOften(long late, long offered) {
    return late > mostLate(offered);
  }

  /** Returns the maximum number of late requests. */
  public static long mostLate(long offered) {
    double expected = offered * LATE_SHARE;
    return Math.max(LATE_ANYWAY, (long) (expected + LATE_BY_CHANCE * Math.sqrt(expected)));
  }

  /** Judges the counts of a generator that does not report its first failure. */
  public static List<Invalid> judge(
      long offered, long completed, LoadErrors errors, long unfinished) {
    return judge(offered, completed, errors, unfinished, "");
  }

  /**
   * Judges counts. A few failed requests are allowed; if most fail, the run is invalid.
   *
   * @param completed number of requests answered as expected
   * @param unfinished requests neither answered nor failed at the end
   * @param first description of the first error, appended to the counts
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
   * Judges how many requests that are due still wait for a connection at the planned end: almost
   * none if the server keeps up.
   */
  public static List<Invalid> judgeBacklog(LoadPlan plan, long waiting) {
    if (plan.overload() != LoadPlan.Overload.FAULT
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
