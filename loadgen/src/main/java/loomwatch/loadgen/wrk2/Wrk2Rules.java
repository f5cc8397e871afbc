package loomwatch.loadgen.wrk2;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Saturation;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;
import loomwatch.results.LoadErrors;

/** The rules of {@link Validity}, and those that guard against wrk2's own traps. */
final class Wrk2Rules {
  /** wrk2 resets its histogram after about ten seconds; before that it holds the start-up. */
  static final Duration CALIBRATION = Duration.ofMillis(10_500);

  /**
   * Four of fourteen identical runs began a second late, with all connections in step and the
   * median half as high again. The sign is that more than half a second's requests are missing.
   */
  private static final double LATE_START_SECONDS = 0.5;

  private static final double LONGEST_LATE_START_SECONDS = 1.5;

  private Wrk2Rules() {}

  /** Judges before anyone looks at a percentile: wrk2 exits 0 with fine ones over a dead server. */
  static List<Invalid> judge(LoadPlan plan, LuaReport report, double stalledSeconds) {
    List<Invalid> invalid = new ArrayList<>();
    if (plan.duration().compareTo(CALIBRATION) <= 0) {
      invalid.add(
          new Invalid(
              Invalid.Cause.TOO_SHORT,
              "wrk2 calibrates for about 10 s and keeps no latency of it, the run lasted "
                  + plan.duration().toMillis() / 1e3
                  + " s"));
    }
    if (stalledSeconds > 0) {
      invalid.add(
          new Invalid(
              Invalid.Cause.GENERATOR_STALLED,
              String.format(
                  Locale.ROOT, "wrk2 made no progress for %.0f ms", 1e3 * stalledSeconds)));
    }
    LoadErrors errors = report.errors();
    double missing = plan.offered() - report.requests();
    double missingSeconds = missing / plan.requestsPerSecond();
    if (errors.total() == 0
        && missingSeconds > LATE_START_SECONDS
        && missingSeconds < LONGEST_LATE_START_SECONDS
        && plan.saturation() == Saturation.FAULT) {
      invalid.add(
          new Invalid(
              Invalid.Cause.GENERATOR_STARTED_LATE,
              String.format(
                  Locale.ROOT,
                  "%.0f requests are missing, %.1f s of them: wrk2 began late, with all"
                      + " connections in step",
                  missing,
                  missingSeconds)));
    } else if (plan.saturation() == Saturation.FAULT || errors.total() > 0) {
      invalid.addAll(Validity.judge(plan, report.requests() - report.status(), errors, 0));
    }
    return invalid;
  }
}
