package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.harness.github.FakeFaults;
import loomwatch.harness.github.FakeGitHub;
import loomwatch.harness.github.SmallRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code publish} as a workflow calls it, against a GitHub of our own. */
@Execution(ExecutionMode.CONCURRENT)
class PublishTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";
  private static final String TOKEN = "ghs_0123456789secret";

  @TempDir Path directory;

  private FakeGitHub github;

  @BeforeEach
  void start() throws IOException {
    github = FakeGitHub.start("acme/shop");
    github.repository().pull(7, SHA);
  }

  @AfterEach
  void stop() {
    github.close();
  }

  @Test
  void publish_regressedPullRequest_isSeenEverywhereAndCanBeDoneAgain() throws Exception {
    SmallRun.write(directory, SHA, 1.2);
    for (int time = 1; time <= 2; time++) {
      assertThat(publish("check", "--sha", SHA, "--details-url", "https://x.org/1").exitCode())
          .isZero();
      assertThat(publish("comment", "--sha", SHA, "--pr", "7").exitCode()).isZero();
      assertThat(publish("issue").exitCode()).isZero();
    }

    assertThat(github.repository().checks())
        .singleElement()
        .satisfies(check -> {
          assertThat(check.path("conclusion").asText()).isEqualTo("failure");
          assertThat(check.at("/output/summary").asText())
              .endsWith("\n\nThe log is at https://x.org/1\n");
        });
    assertThat(github.repository().comments(7))
        .extracting(comment -> comment.path("body").asText())
        .singleElement()
        .asString()
        .contains("### Loomwatch: ✘ Regressed: hello with virtual threads takes");
    assertThat(github.repository().issues())
        .extracting(issue -> issue.path("title").asText())
        .containsExactly(
            "Regression: hello platform cpu-per-request, hello virtual cpu-per-request");
    assertThat(github.writes()).hasSize(3);
  }

  @Test
  void publish_unchangedPullRequest_isACheckAndNoComment() throws Exception {
    SmallRun.write(directory, SHA, 1);

    assertThat(publish("check", "--sha", SHA).out()).isEqualTo("check written: success\n");
    assertThat(publish("comment", "--sha", SHA).out())
        .isEqualTo("no comment on #7: nothing is shown to have changed\n");
    assertThat(github.repository().comments(7)).isEmpty();
  }

  @Test
  void publish_busyForAMoment_triesAgain() throws Exception {
    SmallRun.write(directory, SHA, 1);
    github.faults().add(FakeFaults.Fault.of(502), 1);

    Loomwatch.Ended ended = publish("check", "--sha", SHA);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).startsWith("loomwatch: GitHub answered 502; trying again");
  }

  @Test
  void publish_busyForLonger_exits75() throws Exception {
    SmallRun.write(directory, SHA, 1);
    github.faults().add(FakeFaults.Fault.of(503).with("Retry-After", "60"), 9);

    Loomwatch.Ended ended = publish("check", "--sha", SHA, "--give-up-after", "2");

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: could not write the check within 2 s: GitHub answered 503 and wants to be"
                + " left alone for 60 s; run it again later, nothing is written twice\n");
    assertThat(ended.exitCode()).isEqualTo(75);
  }

  @Test
  void publish_refused_exits77AndNeverShowsTheToken() throws Exception {
    SmallRun.write(directory, SHA, 1.2);

    Loomwatch.Ended ended = publish("comment", "--sha", SHA, "--pr", "8");

    assertThat(ended.err()).startsWith("loomwatch: could not write the comment of acme/shop: ");
    assertThat(ended.exitCode()).isEqualTo(77);
    assertThat(ended.out() + ended.err()).doesNotContain(TOKEN);
  }

  @Test
  void publish_noToken_exits77() throws Exception {
    SmallRun.write(directory, SHA, 1);

    Loomwatch.Ended ended =
        run(Map.of("GITHUB_TOKEN", ""), "check", "--sha", SHA, "--repo", "acme/shop");

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: GITHUB_TOKEN must be set to write to GitHub, was not; --dry-run writes"
                + " nothing\n");
    assertThat(ended.exitCode()).isEqualTo(77);
  }

  @Test
  void publish_dryRunWithoutAToken_printsTheCommentAndWritesNothing() throws Exception {
    SmallRun.write(directory, SHA, 1.2);

    Loomwatch.Ended ended =
        run(
            Map.of("GITHUB_TOKEN", ""),
            "comment",
            "--sha",
            SHA,
            "--repo",
            "acme/shop",
            "--author",
            "me",
            "--dry-run");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .startsWith("would POST /repos/acme/shop/issues/7/comments\n")
        .contains("REGRESSED");
    assertThat(github.writes()).isEmpty();
  }

  @Test
  void publish_recordOfAnotherCommit_exits65AndAsksGitHubNothing() throws Exception {
    SmallRun.write(directory, "1".repeat(40), 1);

    Loomwatch.Ended ended = publish("check", "--sha", SHA);

    assertThat(ended.err())
        .startsWith("loomwatch: the record's head must be --sha " + SHA + ", was \"1111");
    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(github.requests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"hello|$(touch pwned)", "hello|<img src=x>", "hello|../../x", "quick|unheard-of"})
  void publish_nameNobodyKnows_exits65AndAsksGitHubNothing(String name, String hostile)
      throws Exception {
    Path record = SmallRun.write(directory, SHA, 1);
    Files.writeString(
        record, Files.readString(record).replace("\"" + name + "\"", "\"" + hostile + "\""));

    Loomwatch.Ended ended = publish("check", "--sha", SHA);

    assertThat(ended.err()).contains(" must be one of ", ", was \"" + hostile + "\"");
    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(github.requests()).isEmpty();
  }

  @Test
  void publish_benchmark_writesOneFileForEachDirection() throws Exception {
    SmallRun.write(directory, SHA, 1);
    Path bench = directory.resolve("bench");

    Loomwatch.Ended ended = run(Map.of(), "benchmark", "--sha", SHA, "--out", bench.toString());

    assertThat(ended.out()).isEqualTo(bench.resolve("smaller-is-better.json") + "\n");
    assertThat(Files.readString(bench.resolve("smaller-is-better.json")))
        .contains("\"name\": \"hello virtual cpu-per-request\"");
    try (var files = Files.list(bench)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void publish_benchmarkOfAnotherCommit_exits65AndWritesNothing() throws Exception {
    SmallRun.write(directory, "1".repeat(40), 1);
    Path bench = directory.resolve("bench");

    Loomwatch.Ended ended = run(Map.of(), "benchmark", "--sha", SHA, "--out", bench.toString());

    assertThat(ended.err()).startsWith("loomwatch: the record's head must be --sha " + SHA);
    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(bench).doesNotExist();
  }

  @Test
  void publish_unmeasured_isTheCheckUntilThereIsAVerdict() throws Exception {
    SmallRun.write(directory, SHA, 1);
    String[] failed = {"--sha", SHA, "--because", "failed", "--details-url", "https://x.org/1"};

    assertThat(unmeasured(failed).out()).isEqualTo("check written: failure\n");
    assertThat(unmeasured(failed).out()).isEqualTo("check left as it is: failure\n");
    assertThat(github.repository().checks().getFirst().path("output").toString())
        .contains("\"title\":\"Could not be measured\"", "The log is at https://x.org/1");
    assertThat(publish("check", "--sha", SHA).out()).isEqualTo("check updated: success\n");
    assertThat(github.repository().checks()).hasSize(1);
  }

  @Test
  void publish_unmeasuredForAReasonNobodyKnows_exits64() throws Exception {
    Loomwatch.Ended ended = unmeasured("--sha", SHA, "--because", "$(touch pwned)");

    assertThat(ended.err())
        .startsWith(
            "loomwatch: --because must be one of nothing-moved, alike, not-yet, failed, was"
                + " '$(touch pwned)'");
    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(github.requests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check --sha c0a4cbed --repo acme/shop|--sha must be 40 hexadecimal digits, was 'c0a4cbed'",
        "check --sha SHA --repo ../../x|--repo must be OWNER/NAME, was '../../x'",
        "check --sha SHA --repo a/b --details-url javascript:x|--details-url must be an http or"
            + " https address without brackets and blanks, was \"javascript:x\"",
        "check --sha SHA --repo a/b --give-up-after 0|--give-up-after must be from 1 to 3600"
            + " (seconds), was 0",
        "check --repo a/b|Missing required option: '--sha=SHA'"
      })
  void publish_wrongUsage_exits64(String arguments, String message) throws Exception {
    SmallRun.write(directory, SHA, 1);

    Loomwatch.Ended ended = run(Map.of(), arguments.replace("SHA", SHA).split(" "));

    assertThat(ended.err()).startsWith("loomwatch: " + message);
    assertThat(ended.exitCode()).isEqualTo(64);
  }

  @Test
  void publish_nothingNamed_exits64() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("publish");

    assertThat(ended.err())
        .startsWith(
            "loomwatch: publish must be given what: check, unmeasured, comment, issue, accepted, benchmark or otlp");
    assertThat(ended.exitCode()).isEqualTo(64);
  }

  private Loomwatch.Ended publish(String what, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(what, "--repo", "acme/shop"));
    arguments.addAll(List.of(more));
    return run(Map.of(), arguments.toArray(String[]::new));
  }

  private Loomwatch.Ended unmeasured(String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("publish", "unmeasured", "--repo", "acme/shop"));
    command.addAll(List.of(more));
    return new Loomwatch(directory)
        .of(Loomwatch.ROOT, Map.of("GITHUB_API_URL", github.url(), "GITHUB_TOKEN", TOKEN))
        .call(command.toArray(String[]::new));
  }

  private Loomwatch.Ended run(Map<String, String> environment, String... arguments)
      throws Exception {
    Map<String, String> all = new HashMap<>();
    all.put("GITHUB_API_URL", github.url());
    all.put("GITHUB_TOKEN", TOKEN);
    all.putAll(environment);
    List<String> command = new ArrayList<>(List.of("publish", arguments[0], directory.toString()));
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return new Loomwatch(directory).of(Loomwatch.ROOT, all).call(command.toArray(String[]::new));
  }
}
