package loomwatch.judge.bisect;

import java.util.List;
import loomwatch.judge.verdict.Size;

/**
 * Which commit brought a change, as far as it is shown.
 *
 * @param good the full id of the commit before them all
 * @param followed which change
 * @param whole its size from good to the last commit
 * @param commits after good, the oldest first
 * @param range where it came from
 */
public record BisectFindings(
    String good,
    FollowedChange followed,
    Size.SeveralPairs whole,
    List<Commit> commits,
    Bisection.Range range) {

  /**
   * One commit.
   *
   * @param id its full id
   * @param title the first line of its message; may be empty
   * @param asked what is known of it
   */
  public record Commit(String id, String title, CommitResult asked) {}

  public BisectFindings {
    commits = List.copyOf(commits);
  }

  /** Whether it is one commit. */
  public boolean one() {
    return range.first() == range.last();
  }

  /** Those it may be. */
  public List<Commit> suspects() {
    return commits.subList(range.first() - 1, range.last());
  }
}
