package loomwatch.tell.json;

import java.util.List;
import loomwatch.judge.bisect.Asked;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Size;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/** Which commit made something worse, for other programs: {@code bisect --json}. */
public final class BisectJson {
  private static final int SCHEMA = 1;

  private BisectJson() {}

  /**
   * All of it.
   *
   * @param first of the commits that it may be; the last where one is shown
   * @param probability that it is one of them
   */
  record Told(
      int schema,
      String good,
      String scenario,
      JudgedMode mode,
      Metric metric,
      Change change,
      String first,
      String last,
      double probability,
      List<Commit> commits) {}

  record Change(double percent, Interval interval) {
    static Change of(Size.Pairs size) {
      return new Change(size.percent(), size.interval());
    }
  }

  /**
   * One commit.
   *
   * @param state not-compared, compared, same-as-good or skipped
   * @param change from good; null where it was not compared
   */
  record Commit(String id, String title, String state, @Nullable Change change) {}

  /** Indented, with a final newline. */
  public static String write(BisectFindings findings) {
    return NullWritingMapper.write(
        new Told(
            SCHEMA,
            findings.good(),
            findings.followed().scenario(),
            findings.followed().mode(),
            findings.followed().metric(),
            Change.of(findings.whole()),
            findings.suspects().getFirst().id(),
            findings.suspects().getLast().id(),
            findings.range().probability(),
            findings.commits().stream().map(BisectJson::commit).toList()));
  }

  private static Commit commit(BisectFindings.Commit commit) {
    return switch (commit.asked()) {
      case Asked.Not() -> new Commit(commit.id(), commit.title(), "not-compared", null);
      case Asked.Alike() -> new Commit(commit.id(), commit.title(), "same-as-good", null);
      case Asked.Skipped(String reason) -> new Commit(commit.id(), commit.title(), "skipped", null);
      case Asked.Compared(Size.Pairs size, int times) ->
          new Commit(commit.id(), commit.title(), "compared", Change.of(size));
    };
  }
}
