package loomwatch.judge.verdict;

import java.util.List;
import java.util.OptionalDouble;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;

/**
 * What an absolute limit says to what was measured of head.
 *
 * @param most the most allowed; empty without a limit
 * @param ruling what it comes to
 */
record LimitRuling(OptionalDouble most, Ruling ruling) {

  /** The policy is silent. */
  static LimitRuling none(String reason) {
    return new LimitRuling(OptionalDouble.empty(), new Ruling.Silent(reason));
  }

  /** The limit's own effect. */
  static LimitRuling of(Limit limit, double most, Finding finding) {
    return new LimitRuling(
        OptionalDouble.of(most), new PolicyResult(finding, limit.gates(), limit.terms().why()));
  }

  /** No pass on the strength of what others did not survive. */
  LimitRuling despite(List<DiscardedLaunch> failed) {
    return ruling instanceof PolicyResult(Finding finding, boolean gate, String why)
            && passes()
            && !failed.isEmpty()
        ? new LimitRuling(most, new PolicyResult(new Finding.Spoilt(finding, failed), gate, why))
        : this;
  }

  /** Whether what was measured is shown to break it. */
  boolean isBeyond() {
    return ruling instanceof PolicyResult found && found.finding() instanceof LimitFinding.Beyond;
  }

  /** Whether what was measured keeps the limit. */
  boolean passes() {
    return ruling instanceof PolicyResult found && found.finding().outcome() == Outcome.PASS;
  }

  /**
   * The same, but it only informs where it was so before.
   *
   * @param ofBase what the limit comes to there
   */
  LimitRuling inheritedFrom(LimitFinding ofBase) {
    return ruling instanceof PolicyResult found
            && found.finding() instanceof LimitFinding.UnmetLimit ofHead
            && ofBase instanceof LimitFinding.UnmetLimit before
        ? new LimitRuling(
            most,
            new PolicyResult(
                new LimitFinding.Inherited(ofHead, before.bounds()), false, found.why()))
        : this;
  }

  /** The same, but it only informs. */
  LimitRuling informing() {
    return ruling instanceof PolicyResult(Finding finding, boolean gate, String why)
        ? new LimitRuling(most, new PolicyResult(finding, false, why))
        : this;
  }
}
