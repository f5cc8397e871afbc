package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /perf fix BRANCH} on a pull request that regressed. */
class PerfFixTest extends OnFakeGitHub {
  private static final String ARTIFACTS = "GET /repos/acme/shop/actions/artifacts";
  private static final String COMMENT = "POST /repos/acme/shop/issues/7/comments";

  private String base;
  private String head;

  /** Pull request 7 costs 20 % more, was measured, and is remembered with its check. */
  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    base = world.head();
    head = world.pullRequest(7, "cost", "1.2\n");
    pull(head, base, "main").remembering(head);
    compared("main", head, base, "cost");
    compared(base, head, base, "server/cost");
    Act.Run measured = perform(head);
    assertThat(measured.failed()).as(measured.said()).isEmpty();
    assertThat(github.remembered().at("/checks/0/conclusion").asText()).isEqualTo("failure");
    github
        .on(
            ARTIFACTS,
            """
            {"artifacts": [
              {"expired": false, "workflow_run": {"id": 1, "head_branch": "feature",
               "repository_id": 5, "head_repository_id": 5}},
              {"expired": false, "workflow_run": {"id": 2, "head_branch": "main",
               "repository_id": 5, "head_repository_id": 6}},
              {"expired": false, "workflow_run": {"id": 3, "head_branch": "main",
               "repository_id": 5, "head_repository_id": 5}},
              {"expired": false, "workflow_run": {"id": 4, "head_branch": "main",
               "repository_id": 5, "head_repository_id": 5}}]}
            """)
        .on("GET /repos/acme/shop/actions/runs/3", "{\"path\": \".github/workflows/main.yml\"}")
        .on("GET /repos/acme/shop/actions/runs/4", "{\"path\": \".github/workflows/perf.yml\"}")
        .on("POST /repos/acme/shop/issues/comments/99/reactions", "{}")
        .on(COMMENT, "{}");
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, 'The fix restores 50 % [', still worse than base",
    "1, 'The fix restores 100 % [', nothing is worse than base with the fix"
  })
  void fix_onABranch_isMeasuredAgainstBaseAndReported(String cost, String share, String whole)
      throws Exception {
    String fix = branch("faster/lookup-2", cost);

    Act.Run run = comment("write", "/perf fix faster/lookup-2");

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(answer())
        .startsWith(
            "**Fix `faster/lookup-2`** (%s) against base, by [".formatted(fix.substring(0, 7)))
        .contains(share)
        .contains(whole);
    assertThat(github.remembered().path("checks")).as("the head's is left").hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "read|/perf fix faster|is for people with write access",
        "write|/perf fix|name a branch of this repository",
        "write|/perf fix a/../../../b|name a branch of this repository",
        "write|/perf fix `" + TOUCH + "`|name a branch of this repository",
        "write|/perf fix unknown|this repository has no branch `unknown`.",
      })
  void fix_thatIsRefused_isNotMeasured(String permission, String body, String answer)
      throws Exception {
    Act.Run run = comment(permission, body);

    assertThat(run.jobs()).as(run.said()).hasSize(1).containsValue("failure");
    assertThat(answer()).startsWith("Nothing was started: ").contains(answer);
  }

  @Test
  void fix_ofAHeadThatDidNotRegress_saysThatThereIsNoLoss() throws Exception {
    github.check(head, "failure");
    branch("faster", "1");

    comment("write", "/perf fix faster");

    assertThat(answer()).contains("*Loomwatch* does not say that " + head + " regressed");
  }

  /** It would seem to restore everything, as it lacks the change. */
  @Test
  void fix_onABranchThatLacksTheHead_isRefused() throws Exception {
    String fix = branch("elsewhere", "1");
    github.on(
        "GET /repos/acme/shop/compare/%s...%s".formatted(head, fix), "{\"status\": \"diverged\"}");

    comment("write", "/perf fix elsewhere");

    assertThat(answer()).contains("`elsewhere` must begin at " + head);
  }

  @Test
  void fix_ofAPullRequestThatWasMerged_isRefused() throws Exception {
    branch("late", "1");
    compared("main", head, head, "cost");

    comment("write", "/perf fix late");

    assertThat(answer()).contains("main has " + head + " by now");
  }

  @Test
  void fix_whileNoTrustedRunKeepsTheRecord_asksToMeasureAgain() throws Exception {
    github.on("GET /repos/acme/shop/actions/runs/4", "{\"path\": \".github/workflows/x.yml\"}");
    branch("faster", "1");

    comment("write", "/perf fix faster");

    assertThat(answer()).contains("measures it again");
  }

  private String branch(String name, String cost) throws Exception {
    world.tell(world.work(), "git", "checkout", "--quiet", "--detach", head);
    String fix = world.costing(cost);
    world.tell(world.work(), "git", "push", "--quiet", "origin", "HEAD:refs/heads/" + name);
    world.tell(world.work(), "git", "checkout", "--quiet", "main");
    github
        .on(
            "GET /repos/acme/shop/git/ref/heads/" + name,
            "{\"object\": {\"sha\": \"%s\"}}".formatted(fix))
        .on("GET /repos/acme/shop/compare/%s...%s".formatted(head, fix), "{\"status\": \"ahead\"}");
    return fix;
  }

  private String answer() {
    return github.changes().stream()
        .filter(change -> change.line().equals(COMMENT))
        .reduce((first, last) -> last)
        .orElseThrow()
        .body()
        .path("body")
        .asText();
  }
}
