package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.github.FakeGitHub;
import loomwatch.harness.github.SmallRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code publish issue} of what {@code trend} wrote, alone and beside a run. */
@Execution(ExecutionMode.CONCURRENT)
class PublishIssueTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";

  @TempDir Path directory;

  private FakeGitHub github;
  private Path trend;

  /** Of an empty history. */
  @BeforeEach
  void start() throws IOException {
    github = FakeGitHub.start("acme/shop");
    trend =
        Files.writeString(
            directory.resolve("trend.json"),
            """
            {"schema": 2, "rule": "trend/3", "verdict": "pass",
             "history": {"entries": 0, "head": "", "judgedAt": "2026-11-21T12:00:00Z",
             "calibrations": []},
             "alerts": [], "budgets": [], "missing": [], "series": [], "resets": [], "annotations": [],
             "warnings": []}
            """);
  }

  @AfterEach
  void stop() {
    github.close();
  }

  @Test
  void issue_ofATrend_readsIt() throws Exception {
    Loomwatch.Ended ended = issue(trend.toString());

    assertThat(ended.out())
        .as(ended.err())
        .isEqualTo("no issue about missing/data: all data is there\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void issue_ofARunAndATrend_isOfEachInTurn() throws Exception {
    SmallRun.write(directory, SHA, 1.2);

    Loomwatch.Ended ended = issue(directory.toString(), trend.toString(), "--sha", SHA);

    assertThat(ended.out())
        .as(ended.err())
        .matches("issue #1 opened.*\nno issue about missing/data: all data is there\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(github.repository().issues()).hasSize(1);
  }

  @Test
  void issue_ofARunOfAnotherCommitAndATrend_exits65AndAsksGitHubNothing() throws Exception {
    SmallRun.write(directory, "1".repeat(40), 1.2);

    Loomwatch.Ended ended = issue(directory.toString(), trend.toString(), "--sha", SHA);

    assertThat(ended.err()).startsWith("loomwatch: the record's head must be --sha " + SHA);
    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(github.requests()).isEmpty();
  }

  @Test
  void issue_ofATrendAloneWithACommit_exits64() throws Exception {
    Loomwatch.Ended ended = issue(trend.toString(), "--sha", SHA);

    assertThat(ended.err())
        .startsWith("loomwatch: --sha is for a run's directory; history is of many commits");
    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(github.requests()).isEmpty();
  }

  private Loomwatch.Ended issue(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("publish", "issue", "--repo", "acme/shop"));
    command.addAll(List.of(arguments));
    return new Loomwatch(directory)
        .of(Loomwatch.ROOT, Map.of("GITHUB_API_URL", github.url(), "GITHUB_TOKEN", "ghs_secret"))
        .call(command.toArray(String[]::new));
  }
}
