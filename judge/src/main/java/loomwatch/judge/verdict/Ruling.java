package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.verdict.Finding.AsTold;
import loomwatch.judge.verdict.Finding.FailedLaunch;
import org.jspecify.annotations.Nullable;

/**
 * What the policy says to a measurement.
 *
 * @param limit the most allowed, or null when the policy has none
 * @param found what it comes to; null without a limit
 * @param silence why there is nothing to be said; empty where there is
 */
record Ruling(@Nullable Double limit, @Nullable Found found, String silence) {

  /** The policy is silent. */
  static Ruling none(String reason) {
    return new Ruling(null, null, reason);
  }

  /** The limit's own effect. */
  static Ruling of(Limit limit, double value, Finding finding) {
    return new Ruling(value, new Found(finding, limit.gates(), limit.terms().why()), "");
  }

  static Ruling of(Found found) {
    return new Ruling(null, found, "");
  }

  boolean gate() {
    return found != null && found.gate();
  }

  @Nullable Outcome verdict() {
    return found == null ? null : found.verdict();
  }

  String reason() {
    return found == null ? silence : found.reason();
  }

  @Nullable String why() {
    return found == null ? null : found.why();
  }

  /** No pass on the strength of what others did not survive. */
  Ruling despite(List<FailedLaunch> failed) {
    return found == null || failed.isEmpty() || found.verdict() != Outcome.PASS
        ? this
        : ruled(
            new Found(
                new AsTold(Outcome.INVALID, found.reason() + "; but " + Sentences.spoils(failed)),
                found.gate(),
                found.why()));
  }

  /** The same, but it only informs. */
  Ruling informing() {
    return found == null ? this : ruled(new Found(found.finding(), false, found.why()));
  }

  private Ruling ruled(Found other) {
    return new Ruling(limit, other, silence);
  }
}
