package loomwatch.reporting.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.results.JsonFormat;
import loomwatch.results.Metric;
import loomwatch.results.StrictJson;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/** The findings of {@code bisect --json}: which commits may be the cause. Reading is strict. */
public final class BisectJson {
  private static final int SCHEMA = 1;
  private static final JsonFormat<StoredBisection> FORMAT =
      JsonFormat.withNulls(
          StrictJson.WITH_NULLS,
          StoredBisection.class,
          "findings",
          SCHEMA,
          "./loomwatch bisect --json makes them again");

  private BisectJson() {}

  /**
   * The whole document.
   *
   * @param first oldest commit that may be the cause
   * @param last newest commit that may be the cause; the same as {@code first} where one is shown
   * @param probability that the cause is one of them, from 0 to 1
   */
  public record StoredBisection(
      int schema,
      String good,
      String scenario,
      JudgedMode mode,
      Metric metric,
      Change change,
      String first,
      String last,
      double probability,
      List<Commit> commits) {
    public StoredBisection {
      commits = List.copyOf(commits);
    }
  }

  /**
   * A change in percent; above 0 is worse.
   *
   * @param percent null for an exact count
   * @param base times per request of an exact count, otherwise null; so is {@code head}
   */
  public record Change(
      @Nullable Double percent,
      @Nullable Interval interval,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double base,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double head) {
    static Change of(Size.Levels size) {
      return size instanceof Size.SeveralPairs several
          ? new Change(several.percent(), several.interval(), null, null)
          : new Change(null, null, size.base(), size.head());
    }
  }

  /** The result for one commit; {@code change} is from good, and null where it was not compared. */
  public record Commit(String id, String title, String state, @Nullable Change change) {}

  public static String write(BisectFindings findings) {
    return FORMAT.write(
        new StoredBisection(
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

  /**
   * Reads findings; {@code source} is how messages name the input, such as its path.
   *
   * @throws RecordException when it is not findings, or has a newer schema
   */
  public static StoredBisection read(String json, String source) {
    return FORMAT.read(json, source);
  }

  private static Commit commit(BisectFindings.Commit commit) {
    return switch (commit.asked()) {
      case CommitResult.Not() -> new Commit(commit.id(), commit.title(), "not-compared", null);
      case CommitResult.Alike() -> new Commit(commit.id(), commit.title(), "same-as-good", null);
      case CommitResult.Skipped(String reason) ->
          new Commit(commit.id(), commit.title(), "skipped", null);
      case CommitResult.Compared(Size.Levels size, int times) ->
          new Commit(commit.id(), commit.title(), "compared", Change.of(size));
    };
  }
}
