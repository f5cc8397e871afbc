package loomwatch.loadgen.wrk2;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult.LoadErrors;

/** Applies the rules of {@link Validity}, and rules specific to wrk2. */
final class Wrk2Rules {
  /**
   * Missing time that shows a late start. wrk2's event loop waits for the next full second if its
   * first timer is overdue at the start (ae.c, {@code aeProcessEvents}: a negative remainder of
   * milliseconds becomes one of nearly 1,000): all connections then start late and synchronised,
   * and the median is half as high again. This happened in 4 of 14 identical runs. A busy machine
   * leaves about half of this time missing at the end.
   */
  private static final double LATE_START_SECONDS = 0.1;

  /** Missing time above which there is another cause, because the wait is shorter than a second. */
  private static final double LONGEST_LATE_START_SECONDS = 1.5;

  private static final double NANOS = 1e9;

  private Wrk2Rules() {}

  /** Judges a run without its percentiles, which are good even if the server is dead. */
  static List<Invalid> judge(LoadPlan plan, Wrk2Output output, long stalledNanos) {
    List<Invalid> invalid = new ArrayList<>();
    if (stalledNanos > 0) {
      invalid.add(
          new Invalid(
              Invalid.Reason.GENERATOR_STALLED,
              String.format(
                  Locale.ROOT,
                  "wrk2 was kept from running for %.0f ms: it was stopped or its core was taken",
                  stalledNanos / 1e6)));
    }
    if (output.timeWentBack()) {
      invalid.add(
          new Invalid(
              Invalid.Reason.GENERATOR_FAILED,
              "wrk2 saw a response before its request: the clock was set back during the run"));
    }
    invalid.addAll(judgeCounts(plan, output));
    if (tooShort(plan)) {
      invalid.add(new Invalid(Invalid.Reason.TOO_SHORT, tooShortBy(plan)));
    } else if (invalid.isEmpty() && !measured(output)) {
      invalid.add(
          new Invalid(
              Invalid.Reason.TOO_SHORT,
              "wrk2 kept no latency: no response came while it calibrated, or none after"));
    }
    return invalid;
  }

  private static List<Invalid> judgeCounts(LoadPlan plan, Wrk2Output output) {
    Wrk2Output.LuaReport report = output.report();
    long offered = Wrk2Plan.offered(plan);
    if (report.errors().total() > 0) {
      return Validity.judge(offered, report.completed(), report.errors(), 0);
    }
    return switch (plan.overload()) {
      case EXPECTED, AWAITED -> List.of();
      case FAULT -> judgeRate(plan, output, offered - underWayAtEnd(plan, output));
    };
  }

  /**
   * Returns how many requests wrk2 may drop unanswered at the end: by Little's law, the arrivals in
   * one service time, and at most one per connection. The median replaces the mean, which a long
   * stall would distort.
   */
  private static long underWayAtEnd(LoadPlan plan, Wrk2Output output) {
    double seconds = output.serviceTime().map(time -> time.nanosAt(50)).orElse(0L) / NANOS;
    return Math.min(plan.connections(), (long) Math.ceil(plan.requestsPerSecond() * seconds));
  }

  private static List<Invalid> judgeRate(LoadPlan plan, Wrk2Output output, long answerable) {
    long missing = answerable - output.report().requests();
    double missingSeconds = missing / plan.requestsPerSecond();
    if (!startedLate(missingSeconds, output)) {
      return Validity.judge(answerable, output.report().completed(), LoadErrors.NONE, 0);
    }
    return List.of(
        new Invalid(
            Invalid.Reason.GENERATOR_STARTED_LATE,
            String.format(
                Locale.ROOT,
                "%d of %d requests are missing, %.2f s of them, yet those sent were not late: wrk2"
                    + " began late, with its connections in step",
                missing,
                answerable,
                missingSeconds)));
  }

  /**
   * Returns whether wrk2 started late. A server that cannot keep up delays requests before any are
   * missing, on average by as many seconds as are missing; a late start does not.
   */
  private static boolean startedLate(double missingSeconds, Wrk2Output output) {
    return missingSeconds > LATE_START_SECONDS
        && missingSeconds < LONGEST_LATE_START_SECONDS
        && output.lagNanos() / NANOS < missingSeconds / 2;
  }

  private static boolean tooShort(LoadPlan plan) {
    return plan.duration().compareTo(Wrk2Plan.shortestRun(plan.connections())) < 0;
  }

  private static boolean measured(Wrk2Output output) {
    return output.calibrated() && output.latency().isPresent();
  }

  private static String tooShortBy(LoadPlan plan) {
    Duration calibration = Wrk2Plan.calibration(plan.connections());
    return String.format(
        Locale.ROOT,
        "wrk2 calibrates for %.2f s with %d connections and keeps no latency of it, the run lasted"
            + " %.0f s; %.2f s are enough",
        calibration.toMillis() / 1e3,
        plan.connections(),
        plan.duration().toMillis() / 1e3,
        Wrk2Plan.shortestRun(plan.connections()).toMillis() / 1e3);
  }
}
