package loomwatch.judge.bisect;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding.MoreOften;
import loomwatch.judge.verdict.Finding.Worse;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricKey;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Metric;

/**
 * The commits that may have introduced a change, found by comparison with the commit {@code good};
 * or the versions of a library, whose ids are SPECs such as {@code tomcat=10.1.46}.
 *
 * @param commits commits after {@code good}, the oldest first
 */
public record BisectFindings(
    String good,
    FollowedChange followed,
    Size.Levels whole,
    List<Commit> commits,
    Bisection.Range range) {

  /** A commit; its title is the first line of its message and may be empty. */
  public record Commit(String id, String title, CommitResult asked) {}

  public BisectFindings {
    commits = List.copyOf(commits);
  }

  public boolean ofVersions() {
    return good.indexOf('=') > 0;
  }

  /** Returns whether the range is narrowed down to one commit. */
  public boolean one() {
    return range.first() == range.last();
  }

  /** Returns the commits that remain possible. */
  public List<Commit> suspects() {
    return commits.subList(range.first() - 1, range.last());
  }

  /** What the bisection learned about one commit. */
  public sealed interface CommitResult {

    /** The bisection did not need to measure the commit. */
    record Not() implements CommitResult {}

    /** The commit was measured {@code times} times; {@code size} is from the last comparison. */
    record Compared(Size.Levels size, int times) implements CommitResult {}

    /** The commit's build is byte-identical to that of {@code good}. */
    record Alike() implements CommitResult {}

    /** The commit cannot be measured. */
    record Skipped(String reason) implements CommitResult {}
  }

  /**
   * The regressed metric that a bisection follows; never a ratio, which has no tolerance. Its size
   * has no ratio and no interval if it is counted exactly.
   */
  public record FollowedChange(String scenario, JudgedMode mode, Metric metric) {

    /**
     * Returns the clearest regression, of the metric {@code asked} if it is given; blocking ones
     * come first, then exact counts, in which there is no chance.
     */
    public static Optional<FollowedChange> in(Verdict verdict, Optional<Metric> asked) {
      return verdict.metrics().stream()
          .filter(line -> asked.isEmpty() || line.metric() == asked.get())
          .filter(FollowedChange::gotWorse)
          .filter(line -> size(line).isPresent())
          .max(
              Comparator.comparing(MetricVerdict::gate)
                  .thenComparing(line -> line.metric().isExact())
                  .thenComparingDouble(FollowedChange::clarity))
          .map(line -> new FollowedChange(line.scenario(), line.mode(), line.metric()));
    }

    /** Returns the size of this change in a comparison, or empty with too few pairs. */
    public Optional<Size.Levels> in(Verdict verdict) {
      MetricKey key = new MetricKey(scenario, mode, metric);
      return verdict.metrics().stream()
          .filter(line -> line.key().equals(key))
          .flatMap(line -> size(line).stream())
          .findFirst();
    }

    private static Optional<Size.Levels> size(MetricVerdict line) {
      if (!line.metric().isExact()) {
        return line.change().flatMap(Change::bounded).map(Size.Levels.class::cast);
      }
      return line.change()
          .map(Change::size)
          .filter(Size.Levels.class::isInstance)
          .map(Size.Levels.class::cast)
          .map(levels -> new Size.NoRatio(levels.base(), levels.head()));
    }

    /** Returns whether the metric regressed by its size; failing launches have none to follow. */
    private static boolean gotWorse(MetricVerdict line) {
      return line.change()
          .flatMap(Change::found)
          .filter(found -> found.finding() instanceof Worse || found.finding() instanceof MoreOften)
          .isPresent();
    }

    /** Returns the size in half widths of its interval, or the growth of an exact count. */
    private static double clarity(MetricVerdict line) {
      Size.Levels size = size(line).orElseThrow();
      if (size instanceof Size.SeveralPairs several) {
        Interval interval = several.interval();
        return 2 * several.percent() / Math.max(1e-6, interval.high() - interval.low());
      }
      return size.head() - size.base();
    }
  }
}
