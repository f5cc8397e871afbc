package loomwatch.tell.json;

import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.judge.verdict.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A {@link PolicyResult} as {@code verdict.json} has it, with its outcome and its words beside the
 * facts.
 */
record StoredFound(
    Outcome verdict, boolean gate, String reason, Finding finding, @Nullable String why) {

  static StoredFound of(PolicyResult found) {
    return new StoredFound(
        found.verdict(), found.gate(), found.reason(), found.finding(), found.why());
  }

  /**
   * What was found.
   *
   * @throws Misfit when the outcome is not that of the finding
   */
  PolicyResult found() {
    Misfit.unless(
        verdict == finding.outcome(), ".found must have the verdict that follows from its finding");
    return new PolicyResult(finding, gate, why);
  }
}
