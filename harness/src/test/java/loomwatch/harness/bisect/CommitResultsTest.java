package loomwatch.harness.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;

class CommitResultsTest {
  private final CommitResults answers =
      new CommitResults(
          SearchRange.ofCommits("a", List.of("b", "c", "d", "e"), Map.of()),
          new FollowedChange("hello", JudgedMode.VIRTUAL, Metric.CPU_PER_REQUEST),
          size(10));

  /** A host that moves once says nothing of the commit. */
  @Test
  void compared_nothingCameOfIt_isAskedOnceMoreAndThenSkipped() {
    int asked = answers.next().orElseThrow();

    answers.compared("c", Optional.empty());
    assertThat(answers.next()).hasValue(asked);

    answers.compared("c", Optional.empty());
    assertThat(answers.next().orElseThrow()).isNotEqualTo(asked);
    assertThat(answers.findings().commits().get(asked - 1).asked())
        .isInstanceOf(CommitResult.Skipped.class);
  }

  /** As where another metric is followed, which the first one's comparisons have too. */
  @Test
  void take_manyThatTellNothing_leavesAllThatMayBeAsked() {
    int left = answers.left();

    answers.take(Map.of("c", Collections.nCopies(9, size(5))));

    assertThat(answers.left()).isEqualTo(left);
    assertThat(answers.next()).isPresent();
    assertThat(answers.findings().commits().get(1).asked())
        .isInstanceOfSatisfying(
            CommitResult.Compared.class, compared -> assertThat(compared.times()).isEqualTo(9));
  }

  /** A count has grown by half of it or more, or it has not: each commit is asked once. */
  @Test
  void compared_count_isTheFirstCommitWithMostOfTheGrowth() {
    CommitResults counts =
        new CommitResults(
            SearchRange.ofCommits("a", List.of("b", "c", "d", "e", "f"), Map.of()),
            new FollowedChange("items", JudgedMode.VIRTUAL, Metric.SQL_STATEMENTS),
            count(24));
    List<Double> heads = List.of(12.0, 13.0, 18.0, 25.0);
    int asked = 0;
    for (OptionalInt next = counts.next(); next.isPresent(); next = counts.next()) {
      String commit = List.of("b", "c", "d", "e").get(next.getAsInt() - 1);
      counts.compared(commit, Optional.of(count(heads.get(next.getAsInt() - 1))));
      asked++;
    }

    assertThat(counts.findings().suspects())
        .extracting(BisectFindings.Commit::id)
        .containsExactly("d");
    assertThat(asked).isLessThanOrEqualTo(3);
    assertThat(counts.text("d")).isEqualTo("has 12 → 18 SQL statements per request");
  }

  private static Size.Levels count(double head) {
    return new Size.NoRatio(12, head);
  }

  private static Size.Levels size(double percent) {
    return new Size.SeveralPairs(
        1,
        1 + percent / 100,
        percent,
        new Interval(percent - 1, percent + 1),
        OptionalDouble.empty());
  }
}
