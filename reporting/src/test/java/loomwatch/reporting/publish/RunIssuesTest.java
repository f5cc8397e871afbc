package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.reporting.report.Rendered;
import loomwatch.reporting.report.StoredRuns;
import org.junit.jupiter.api.Test;

final class RunIssuesTest {
  @Test
  void of_regressedComparison_isOneIssueWithAllItsMetrics() {
    assertThat(issues(StoredRuns.regressed()))
        .singleElement()
        .satisfies(issue -> {
          assertThat(issue.key()).matches("change/[0-9a-f]{16}");
          assertThat(issue.state()).isEqualTo(Issue.State.BROKEN);
          assertThat(issue.title()).isEqualTo("Regression: hello platform cpu-per-request");
          assertThat(ServiceFolder.ROOT.issueKey(issue.body())).contains(issue.key());
        });
  }

  @Test
  void of_oneServiceAgainstItself_isNone() {
    assertThat(issues(StoredRuns.falseAlarm())).isEmpty();
  }

  @Test
  void of_comparisonThatShowsNothingWorse_saysTheLevelReturned() {
    assertThat(issues(StoredRuns.improved()))
        .extracting(Issue::state)
        .containsExactly(Issue.State.RETURNED);
  }

  @Test
  void of_comparisonThatCannotTell_isNone() {
    assertThat(issues(StoredRuns.noisy())).isEmpty();
    assertThat(issues(StoredRuns.discarded())).isEmpty();
    assertThat(issues(StoredRuns.hostMoved())).isEmpty();
  }

  @Test
  void of_runOfHead_isOneIssueForEachScenario() {
    assertThat(issues(StoredRuns.run()))
        .extracting(issue -> issue.key() + " " + issue.state() + " " + issue.title())
        .containsExactly(
            "limit/hello RETURNED hello: limits hold",
            "limit/sleep-50-over BROKEN sleep-50-over: limit broken: sleep-50-over ratio"
                + " cpu-per-request",
            "limit/jmh-create-batch RETURNED jmh-create-batch: limits hold");
  }

  @Test
  void of_runWithoutAValidLaunch_isNone() {
    assertThat(issues(StoredRuns.discardedRun())).isEmpty();
  }

  @Test
  void of_brokenLimit_looksAsItDid() {
    Published.assertGolden(
        "issue.md",
        String.join("\n", Published.unfolded(issues(StoredRuns.run()).get(1).body())) + "\n");
  }

  @Test
  void of_hostileRun_isInert() {
    String html = Rendered.html(issues(StoredRuns.hostile()).getFirst().body());

    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS);
    assertThat(Rendered.text(html)).doesNotContainPattern("@\\w").doesNotContainPattern("#\\d");
  }

  private static List<Issue> issues(StoredRuns run) {
    return Issue.of(Published.of(run));
  }
}
