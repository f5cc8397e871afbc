package loomwatch.judge.verdict;

import org.jspecify.annotations.Nullable;

/**
 * What one limit or tolerance of the policy comes to by itself, where two may speak of one line.
 *
 * @param finding on it alone
 * @param gate whether it takes part in the whole verdict or informs
 * @param why the policy's own words, or null
 */
public record Found(Finding finding, boolean gate, @Nullable String why) {

  public Outcome verdict() {
    return finding.outcome();
  }

  /** What decided, in words and figures. */
  public String reason() {
    return finding.sentence();
  }

  /** Regressed, and not for a change's size: its launches fail. */
  public boolean failing() {
    return verdict() == Outcome.REGRESSED && !(finding instanceof Finding.BySize);
  }
}
