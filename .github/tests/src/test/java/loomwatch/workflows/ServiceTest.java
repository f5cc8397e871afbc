package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A team's repository with two files of ours, and what its one workflow does. */
class ServiceTest extends OnFakeGitHub {
  private static final String DISPATCH =
      "POST /repos/acme/shop/actions/workflows/loomwatch.yml/dispatches";

  /** The load of what stands in for measuring. */
  static final String SERVICE =
      """
      schema: 1
      service:
        name: shop
        start: java -cp classes Shop {port} {mode}
        ready: /hello
        modes:
          platform: {}
          virtual: {}
      scenarios:
        hello: {get: /hello, rate: 8000, max-threads: 200}
      """;

  static final String LIMITS =
      """
      schema: 1
      limits:
        - {scenario: hello, metric: cpu-per-request, tolerance: 5 %, gate: true, why: It costs.}
      """;

  private static final String PUSH =
      """
      {"ref": "refs/heads/main",
       "repository": {"full_name": "acme/shop", "name": "shop", "default_branch": "main"}}
      """;

  private Team team;

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    team = new Team(world, act);
    world.write("loomwatch.yaml", SERVICE);
    world.write("thresholds.yaml", LIMITS);
    world.write("cost", "1\n");
    team.push();
  }

  @Test
  void repository_holdsTwoFilesOfOursAndNoMore() throws Exception {
    assertThat(team.files())
        .containsExactly(
            ".github/workflows/loomwatch.yml", "cost", "loomwatch.yaml", "thresholds.yaml");
    assertThat(Repository.text(world.work().resolve(".github/workflows/loomwatch.yml")).lines())
        .hasSizeLessThanOrEqualTo(15);
  }

  @Test
  void pullRequest_ofABranch_asksForItsHeadOnTheDefaultBranch() throws Exception {
    github
        .on(DISPATCH, "")
        .on("GET /repos/acme/shop/contents/.github/workflows/loomwatch.yml", "{}");

    Act.Run run = team.send("pull_request", pullRequest("acme/shop"));

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes())
        .singleElement()
        .satisfies(asked -> {
          assertThat(asked.line()).isEqualTo(DISPATCH);
          assertThat(asked.body().toString())
              .isEqualTo(
                  "{\"inputs\":{\"head\":\"%s\",\"pull\":\"7\"},\"ref\":\"main\"}".formatted(HEAD));
        });
  }

  /** Where it branched off there is no load yet, so head is compared with itself. */
  @Test
  void pullRequest_thatBringsTheWorkflow_isMeasuredAndDoesNotBlock() throws Exception {
    String base = world.head();
    String head = world.pullRequest(7, "loomwatch.yaml", SERVICE);
    unmeasured(head, base);

    Act.Run run = team.send("pull_request", pullRequest("acme/shop", head));

    assertThat(run.failed()).as(run.said()).isEmpty();
    JsonNode check = github.remembered().at("/checks/0");
    assertThat(github.remembered().path("checks")).as(run.said()).hasSize(1);
    assertThat(check.path("head_sha").asText()).isEqualTo(head);
    assertThat(check.path("status").asText()).isEqualTo("completed");
    assertThat(check.path("conclusion").asText()).isIn("success", "neutral");
    assertThat(check.at("/output/summary").asText())
        .startsWith("**This is the first measurement**: head is compared with itself");
    assertThat(world.artifactNames()).containsExactly("result-" + head);
  }

  /** Whether the workflow is there, nobody knows then. */
  @Test
  void pullRequest_whileGitHubFails_failsInsteadOfSayingSo() throws Exception {
    github.remembering(HEAD).failing("GET", "/contents/.github/workflows/loomwatch.yml", 502);

    Act.Run run = team.send("pull_request", pullRequest("acme/shop"));

    assertThat(run.failed())
        .as(run.said())
        .containsExactly("Check whether the default branch is measured");
  }

  @Test
  void mergeQueue_aGroup_hasItsCheckAtOnce() throws Exception {
    github.on("POST /repos/acme/shop/check-runs", "{}");

    Act.Run run =
        team.send(
            "merge_group",
            """
            {"action": "checks_requested",
             "repository": {"full_name": "acme/shop", "name": "shop", "default_branch": "main"},
             "merge_group": {"head_sha": "%s", "head_ref": "refs/heads/gh-readonly-queue/main/pr-7"}}
            """
                .formatted(HEAD));

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    JsonNode check = github.changes().getFirst().body();
    assertThat(check.path("name").asText()).isEqualTo("Loomwatch");
    assertThat(check.path("head_sha").asText()).isEqualTo(HEAD);
    assertThat(check.path("conclusion").asText()).isEqualTo("success");
  }

  @Test
  void pullRequest_ofAFork_asksForNothing() throws Exception {
    Act.Run run = team.send("pull_request", pullRequest("stranger/shop"));

    assertThat(run.jobs()).as(run.said()).isEmpty();
    assertThat(github.requests()).isEmpty();
  }

  /** Whoever pushes to it: what counts is whether people or a bot opened it. */
  @ParameterizedTest
  @CsvSource({
    "renovate[bot], renovate[bot], '', 1",
    "dependabot[bot], dependabot[bot], '', 1",
    "renovate[bot], renovate[bot], false, 0",
    "dependabot[bot], dependabot[bot], false, 0",
    "dependabot[bot], ann, false, 0",
    "ann, ann, false, 1",
    "renovate, renovate, false, 1"
  })
  void pullRequest_ofABot_asksUnlessTheTeamSaidNot(
      String author, String actor, String bots, int asked) throws Exception {
    github
        .on(DISPATCH, "")
        .on("GET /repos/acme/shop/contents/.github/workflows/loomwatch.yml", "{}");
    if (!bots.isEmpty()) {
      team.with("bots: " + bots);
    }
    String event =
        pullRequest("acme/shop")
            .replace(
                "\"number\": 7", "\"number\": 7, \"user\": {\"login\": \"%s\"}".formatted(author));

    act.as(actor);
    Act.Run run = team.send("pull_request", event);

    assertThat(run.jobs().values()).as(run.said()).hasSize(asked).allMatch("success"::equals);
    assertThat(github.changes()).hasSize(asked);
  }

  /** The request that the first run sends is the event of the second. */
  @Test
  void pullRequest_ofRenovate_isMeasuredUpToItsVerdict() throws Exception {
    world.write("pom.xml", "<pricing.version>1.2</pricing.version>\n");
    String base = team.push();
    world.tell(world.work(), "git", "checkout", "--quiet", "--detach");
    world.write("pom.xml", "<pricing.version>1.3</pricing.version>\n");
    String head = world.costing("1.2");
    world.tell(
        world.work(), "git", "push", "--quiet", "origin", "HEAD:refs/heads/renovate/pricing");
    world.tell(world.work(), "git", "checkout", "--quiet", "main");
    known(head, base);
    github
        .on(DISPATCH, "")
        .on("GET /repos/acme/shop/contents/.github/workflows/loomwatch.yml", "{}");
    act.as("renovate[bot]");

    Act.Run bump =
        team.send(
            "pull_request",
            pullRequest("acme/shop", head)
                .replace(
                    "\"number\": 7", "\"number\": 7, \"user\": {\"login\": \"renovate[bot]\"}"));
    JsonNode asked = github.changes().getLast().body().path("inputs");
    Act.Run measured = team.perform(asked.path("head").asText());

    assertThat(bump.failed()).as(bump.said()).isEmpty();
    assertThat(measured.failed()).as(measured.said()).isEmpty();
    JsonNode left = github.remembered();
    assertThat(left.path("checks")).hasSize(1);
    assertThat(left.at("/checks/0/head_sha").asText()).isEqualTo(head);
    assertThat(left.at("/checks/0/conclusion").asText()).isEqualTo("failure");
    assertThat(left.path("comments"))
        .singleElement()
        .satisfies(
            comment -> assertThat(comment.path("body").asText()).contains("more CPU per request"));
  }

  @Test
  void comment_ofAWriter_asksForTheCommitItNames() throws Exception {
    github
        .on(DISPATCH, "")
        .on("GET /repos/acme/shop/collaborators/ann/permission", "{\"permission\": \"write\"}")
        .on("GET /repos/acme/shop/pulls/7", "{\"head\": {\"sha\": \"%s\"}}".formatted(HEAD))
        .on("POST /repos/acme/shop/issues/comments/5/reactions", "{}");

    Act.Run run =
        team.send(
            "issue_comment",
            """
            {"action": "created", "repository": {"full_name": "acme/shop", "name": "shop", "default_branch": "main"},
             "issue": {"number": 7, "pull_request": {}},
             "comment": {"id": 5, "body": "/perf %s", "user": {"login": "ann"}}}
            """
                .formatted(HEAD));

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(github.changes()).extracting(FakeGitHub.Request::line).contains(DISPATCH);
  }

  /**
   * Whatever head makes of limits and loads: those of its base count. It is measured as base says,
   * which the stand-in does not heed, and so a test of its own shows.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|README.md|More words|success",
        "1.2|thresholds.yaml|{schema: 1, limits: [{scenario: hello, metric: cpu-per-request, tolerance: 50 %, gate: true, why: No.}]}|failure",
        "1.2|loomwatch.yaml|schema: 1|failure"
      })
  void performance_ofAPullRequest_isJudgedByTheFilesOfItsBase(
      String cost, String file, String text, String conclusion) throws Exception {
    String base = world.head();
    world.tell(world.work(), "git", "checkout", "--quiet", "--detach");
    world.write("cost", cost + "\n");
    world.commit("cost " + cost);
    world.write(file, text + "\n");
    String head = world.commit("change " + file);
    world.tell(world.work(), "git", "push", "--quiet", "origin", "HEAD:refs/pull/7/head");
    world.tell(world.work(), "git", "checkout", "--quiet", "main");
    known(head, base);

    Act.Run run = team.perform(head);

    assertThat(run.failed()).as(run.said()).isEmpty();
    JsonNode left = github.remembered();
    assertThat(left.path("checks")).as(run.said()).hasSize(1);
    assertThat(left.at("/checks/0/head_sha").asText()).isEqualTo(head);
    assertThat(begun().body().at("/status").asText()).isEqualTo("in_progress");
    assertThat(begun().body().at("/output/title").asText()).endsWith("UTC; it takes up to 12 min");
    assertThat(left.at("/checks/0/conclusion").asText()).isEqualTo(conclusion);
    assertThat(left.path("comments").size()).isEqualTo(conclusion.equals("failure") ? 1 : 0);
    assertThat(world.artifactNames()).containsExactly("result-" + head);
  }

  /** Of the day that it was installed: nobody is to blame, and nothing there can be measured. */
  @Test
  void performance_branchedOffBeforeTheServiceFile_isNeutralAndSaysWhatToDo() throws Exception {
    String head = world.pullRequest(7, "cost", "1.2\n");
    unmeasured(head, world.head());

    Act.Run run = team.perform(head);

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(github.remembered().at("/checks/0/conclusion").asText()).isEqualTo("neutral");
    assertThat(github.remembered().at("/checks/0/output/title").asText())
        .isEqualTo("Branched off before this was measured");
    assertThat(world.artifactNames()).isEmpty();
  }

  @Test
  void main_ofAPush_isInTheTeamsHistoryAndOnItsSite() throws Exception {
    String head = world.head();
    act.variable("LOOMWATCH_SITE", "https://acme.github.io/shop");
    github.on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}").remembering(head);

    Act.Run run = team.send("push", PUSH);

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(world.pages().history()).containsExactly(head);
    assertThat(world.pages().files("dev")).isEmpty();
    assertThat(world.pages().site()).isDirectory();
    assertThat(run.jobs()).containsValue("success").doesNotContainValue("failure");
  }

  /** Each commit is measured, and judged, as its own file says. */
  @Test
  void main_loadChangedAmongTheCommitsOfAPush_allAreInHistory() throws Exception {
    String first = world.head();
    github.on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}").remembering(first);
    Act.Run before = team.send("push", PUSH);
    world.forgetArtifacts();
    String second = world.costing("1.001");
    world.write("loomwatch.yaml", SERVICE.replace("rate: 8000", "rate: 4000"));
    String third = world.commit("halve the load");
    world.push();

    Act.Run run = team.send("push", PUSH);

    assertThat(before.failed()).as(before.said()).isEmpty();
    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(world.pages().history()).containsExactly(first, second, third);
    assertThat(world.pages().site()).as("the team may have one, and named none").doesNotExist();
  }

  /** Returns the request that showed the check before there was a verdict. */
  private FakeGitHub.Request begun() {
    return github.changes().stream()
        .filter(change -> change.line().equals("POST /repos/acme/shop/check-runs"))
        .findFirst()
        .orElseThrow();
  }

  private void known(String head, String base) throws Exception {
    github
        .on("GET /repos/acme/shop/contents/loomwatch.yaml", "{}")
        .on(
            "GET /repos/acme/shop/actions/workflows/loomwatch.yml/runs",
            """
            {"workflow_runs": [
              {"run_started_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:05:00Z"},
              {"run_started_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:15:10Z"}]}
            """);
    unmeasured(head, base);
  }

  /** The same, where base has no such file. */
  private void unmeasured(String head, String base) throws Exception {
    pull(head, base, "main").remembering(head);
    compared("main", head, base, "cost");
  }

  private static String pullRequest(String from) {
    return pullRequest(from, HEAD);
  }

  private static String pullRequest(String from, String head) {
    return """
    {"action": "synchronize",
     "repository": {"full_name": "acme/shop", "name": "shop", "default_branch": "main"},
     "pull_request": {"number": 7,
       "head": {"sha": "%s", "ref": "$(%s)", "repo": {"full_name": "%s"}},
       "base": {"ref": "main", "sha": "%s"}}}
    """
        .formatted(head, TOUCH.replace(" ", "$IFS"), from, HEAD);
  }
}
