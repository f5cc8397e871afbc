package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.thresholds.Limit;
import loomwatch.results.Launch;
import org.jspecify.annotations.Nullable;

/**
 * What the policy says to a measurement.
 *
 * @param limit the most allowed, or null when the policy has none
 * @param gate whether it decides the whole
 * @param verdict null without a limit
 * @param reason what decided
 * @param why the policy's words, or null
 */
record Ruling(
    @Nullable Double limit,
    boolean gate,
    @Nullable Outcome verdict,
    String reason,
    @Nullable String why) {

  /** The policy is silent. */
  static Ruling none(String reason) {
    return new Ruling(null, false, null, reason, null);
  }

  /** The limit's own effect. */
  static Ruling of(Limit limit, double value, Outcome verdict, String reason) {
    return new Ruling(value, limit.gates(), verdict, reason, limit.terms().why());
  }

  /** What it comes to by itself; null without a limit. */
  @Nullable Found found() {
    return verdict == null ? null : new Found(verdict, gate, reason, why);
  }

  /** No pass on the strength of what others did not survive. */
  Ruling despite(List<Launch> failed) {
    return failed.isEmpty() || verdict != Outcome.PASS
        ? this
        : new Ruling(
            limit, gate, Outcome.INVALID, reason + "; but " + Failures.spoils(failed), why);
  }

  /** The same, but it only informs. */
  Ruling informing() {
    return new Ruling(limit, false, verdict, reason, why);
  }
}
