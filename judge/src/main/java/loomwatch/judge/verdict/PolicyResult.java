package loomwatch.judge.verdict;

import org.jspecify.annotations.Nullable;

/**
 * What a limit or tolerance of the policy comes to, or two that speak of one line.
 *
 * @param finding what was found
 * @param gate whether it takes part in the whole verdict or informs
 * @param why the policy's own words, or null
 */
public record PolicyResult(Finding finding, boolean gate, @Nullable String why) implements Ruling {

  public Outcome verdict() {
    return finding.outcome();
  }

  @Override
  public String reason() {
    return finding.sentence();
  }

  /** Regressed, and not for a change's size: its launches fail. */
  public boolean failing() {
    return verdict() == Outcome.REGRESSED && !(finding instanceof Finding.Worse);
  }
}
