package loomwatch.loadgen.jmeter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;

/** The rules of {@link Validity}, and those that guard against JMeter's own traps. */
final class JMeterRules {
  /** A step of a millisecond is a tenth of it. */
  private static final double LEAST_MEDIAN_MILLIS = 10;

  private static final int MEDIAN = 50;

  private JMeterRules() {}

  static List<Invalid> judge(
      LoadPlan plan, Seen seen, long offered, long completed, LoadErrors errors, long unfinished) {
    List<Invalid> invalid = new ArrayList<>(judgeGenerator(seen, offered));
    boolean meant = plan.overload() == LoadPlan.Overload.EXPECTED && errors.total() == 0;
    if (!meant) {
      invalid.addAll(Validity.judge(offered, completed, errors, unfinished));
      if (plan.think() == null && unfinished == 0) {
        invalid.addAll(Validity.judgeBacklog(plan, seen.waiting()));
      }
    }
    if (invalid.isEmpty()) {
      invalid.addAll(judgeResolution(seen.latency()));
    }
    return invalid;
  }

  private static List<Invalid> judgeGenerator(Seen seen, long offered) {
    if (seen.longestStallMillis() < Validity.LONGEST_STALL_MILLIS
        && !Validity.isLateTooOften(seen.late(), offered)) {
      return List.of();
    }
    return List.of(
        new Invalid(
            Invalid.Reason.GENERATOR_STALLED,
            String.format(
                Locale.ROOT,
                "JMeter sent %d of %d requests late although a user was free, one by %.0f ms"
                    + " (limits: %d, %.0f ms): it collected garbage or its core was taken; give it more agents",
                seen.late(),
                offered,
                seen.longestStallMillis(),
                Validity.mostLate(offered),
                Validity.LONGEST_STALL_MILLIS)));
  }

  private static List<Invalid> judgeResolution(LatencyHistogram latency) {
    double median = latency.count() == 0 ? 0 : latency.nanosAt(MEDIAN) / 1e6;
    return median >= LEAST_MEDIAN_MILLIS
        ? List.of()
        : List.of(
            new Invalid(
                Invalid.Reason.TOO_COARSE,
                String.format(
                    Locale.ROOT,
                    "JMeter counts whole milliseconds, and half of the requests took no more than"
                        + " %.1f ms; from %.0f ms on it can tell; use another engine",
                    median,
                    LEAST_MEDIAN_MILLIS)));
  }
}
