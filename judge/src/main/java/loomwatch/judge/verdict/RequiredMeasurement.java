package loomwatch.judge.verdict;

import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Terms.Scope;

/**
 * Whether a limit insists on a measurement that is missing. One that names the scenario does, where
 * it was asked for: what it protects must not pass unseen. One for {@code "*"} is about what was
 * measured, so it insists only where nothing valid was measured at all and the metric is of the
 * scenario's kind.
 */
final class RequiredMeasurement {
  private RequiredMeasurement() {}

  static boolean of(Limit limit, int validLaunches, ArmLaunches launches) {
    return limit.terms().scope() == Scope.NAMED && !launches.wasNotAskedFor(limit.terms().metric())
        || validLaunches == 0
            && launches.couldMeasure(limit.terms().scenario(), limit.terms().metric());
  }
}
