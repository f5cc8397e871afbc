package loomwatch.reporting.publish;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.judge.thresholds.Accepted;

/** The title of a check that somebody made pass by {@code /perf accept REASON}. */
public final class AcceptedCheck {
  /** As {@code perf-comment.yml} writes it. The reason is anybody's text. */
  private static final Pattern TITLE =
      Pattern.compile("Accepted by ([A-Za-z0-9_-]{1,60}(?:\\[bot])?): (.*\\S.*)", Pattern.DOTALL);

  private static final int LONGEST_REASON = 200;

  private AcceptedCheck() {}

  /**
   * Returns the change that the title says was accepted; empty if it says something else.
   *
   * @param commit what the pull request became when it was merged
   */
  public static Optional<Accepted.Change> read(String title, String commit, int pull) {
    Matcher said = TITLE.matcher(title);
    return said.matches()
        ? Optional.of(
            new Accepted.Change(
                commit,
                null,
                null,
                null,
                "%s (%s, #%d)"
                    .formatted(Clipped.to(LONGEST_REASON, said.group(2)), said.group(1), pull)))
        : Optional.empty();
  }
}
