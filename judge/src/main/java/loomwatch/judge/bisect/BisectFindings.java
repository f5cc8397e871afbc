package loomwatch.judge.bisect;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding.Worse;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricKey;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Metric;

/**
 * Which commit brought a change, as far as it is shown.
 *
 * @param good the full id of the commit before them all
 * @param commits after good, the oldest first
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
   * @param title the first line of its message; may be empty
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

  /** What is known of one commit. */
  public sealed interface CommitResult {

    /** Nobody needed to know. */
    record Not() implements CommitResult {}

    /**
     * It was compared.
     *
     * @param size of what is followed, the last time
     */
    record Compared(Size.SeveralPairs size, int times) implements CommitResult {}

    /** What is measured of it is byte for byte what good's is. */
    record Alike() implements CommitResult {}

    /** It cannot be measured. */
    record Skipped(String reason) implements CommitResult {}
  }

  /**
   * The change that is followed from commit to commit. A ratio has no tolerance, so none is.
   *
   * @param metric that got worse
   */
  public record FollowedChange(String scenario, JudgedMode mode, Metric metric) {

    /** The clearest of those that got worse, of one metric if it is given; empty where none did. */
    public static Optional<FollowedChange> in(Verdict verdict, Optional<Metric> asked) {
      return verdict.metrics().stream()
          .filter(line -> asked.isEmpty() || line.metric() == asked.get())
          .filter(FollowedChange::gotWorse)
          .filter(line -> size(line).isPresent())
          .max(Comparator.comparingDouble(FollowedChange::clarity))
          .map(line -> new FollowedChange(line.scenario(), line.mode(), line.metric()));
    }

    /** How large it is in a comparison; empty where too few pairs could tell. */
    public Optional<Size.SeveralPairs> in(Verdict verdict) {
      MetricKey key = new MetricKey(scenario, mode, metric);
      return verdict.metrics().stream()
          .filter(line -> line.key().equals(key))
          .flatMap(line -> size(line).stream())
          .findFirst();
    }

    private static Optional<Size.SeveralPairs> size(MetricVerdict line) {
      return line.change().flatMap(Change::bounded);
    }

    /** By its size: that head's launches fail says nothing of what the others measured. */
    private static boolean gotWorse(MetricVerdict line) {
      return line.change()
          .flatMap(Change::found)
          .filter(found -> found.finding() instanceof Worse)
          .isPresent();
    }

    /** Its size in half widths of its interval; what gates before what informs. */
    private static double clarity(MetricVerdict line) {
      Size.SeveralPairs size = size(line).orElseThrow();
      Interval interval = size.interval();
      double halves = 2 * size.percent() / Math.max(1e-6, interval.high() - interval.low());
      return line.gate() ? 1e6 + halves : halves;
    }
  }
}
