package loomwatch.harness.job;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The order in which earlier commits are measured: the oldest, then the middle of the widest gap,
 * first among releases and then among all. So whenever it ends, what is known is spread evenly.
 *
 * @param commits the oldest first
 * @param releases the tagged ones
 */
public record BackfillOrder(List<String> commits, Set<String> releases) {
  public BackfillOrder {
    commits = List.copyOf(commits);
    releases = Set.copyOf(releases);
  }

  /**
   * Returns the next one; empty if there is none left.
   *
   * @param done those that were measured, or cannot be; they bound the gaps
   */
  public Optional<String> next(Set<String> done) {
    String oldest = commits.getFirst();
    if (!done.contains(oldest)) {
      return Optional.of(oldest);
    }
    List<String> among =
        commits.stream().filter(each -> releases.contains(each) || done.contains(each)).toList();
    return middle(among, done).or(() -> middle(commits, done));
  }

  /** Returns the middle of the widest gap, of equal ones the newest. */
  private static Optional<String> middle(List<String> among, Set<String> done) {
    int widest = 0;
    int begin = 0;
    int from = 0;
    for (int i = 0; i <= among.size(); i++) {
      if (i == among.size() || done.contains(among.get(i))) {
        if (i > from && i - from >= widest) {
          widest = i - from;
          begin = from;
        }
        from = i + 1;
      }
    }
    return widest == 0 ? Optional.empty() : Optional.of(among.get(begin + widest / 2));
  }
}
