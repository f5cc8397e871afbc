package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /perf SHA} and {@code /perf accept REASON}: who may say it, and what it covers. */
class PerfCommentTest extends OnFakeGitHub {
  private static final String DISPATCH =
      "POST /repos/acme/shop/actions/workflows/perf.yml/dispatches";
  private static final String REACTION = "POST /repos/acme/shop/issues/comments/99/reactions";
  private static final String REPLY = "POST /repos/acme/shop/issues/7/comments";
  private static final String CHECK = "POST /repos/acme/shop/check-runs";
  private static final String OTHER = "fedcba9876543210fedcba9876543210fedcba98";

  @BeforeEach
  void begin() throws Exception {
    github
        .on("GET /repos/acme/shop/pulls/7", "{\"head\": {\"sha\": \"" + HEAD + "\"}}")
        .on(DISPATCH, "")
        .on(REACTION, "{}")
        .on(REPLY, "{}");
  }

  @Test
  void perf_bySomeoneWhoMayWrite_asksForThatCommit() throws Exception {
    Act.Run run = comment("write", "/perf " + HEAD);

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes())
        .extracting(FakeGitHub.Request::line)
        .containsExactly(DISPATCH, REACTION);
    assertThat(github.changes().getFirst().body().toString())
        .isEqualTo(
            "{\"inputs\":{\"head\":\"%s\",\"pull\":\"7\"},\"ref\":\"main\"}".formatted(HEAD));
  }

  @Test
  void perf_bySomeoneWhoMayNot_isToldSo() throws Exception {
    Act.Run run = comment("read", "/perf " + HEAD);

    assertThat(run.jobs().values()).as(run.said()).containsExactly("failure");
    assertThat(run.failed()).containsExactly("Require write access");
    assertThat(replies())
        .containsExactly(
            "Nothing was started: `/perf` is for people with write access to this repository. One"
                + " of them has to read the commit, and ask.");
  }

  @ParameterizedTest
  @CsvSource({"/perf " + OTHER, "'/perf " + HEAD + "\n`" + TOUCH + "`'"})
  void perf_notNamingTheHead_isToldSoAndNeverRun(String body) throws Exception {
    Act.Run run = comment("write", body);

    assertThat(run.jobs().values()).as(run.said()).containsExactly("failure");
    assertThat(run.failed()).containsExactly("Require the commit in full, and that it is the head");
    assertThat(replies())
        .containsExactly(
            "Nothing was started: name the commit you have read, in full and alone; it must be the"
                + " head. That is now %1$s, so `/perf %1$s` once you have read it."
                    .formatted(HEAD));
  }

  /** Each of several services has a workflow, which the comment starts. */
  @Test
  void perf_refusedByEachOfSeveralServices_isAnsweredOnce() throws Exception {
    comment("none", "/perf " + HEAD);
    Act.Run last = comment("none", "/perf " + HEAD);

    assertThat(last.failed()).as(last.said()).containsExactly("Require write access");
    assertThat(github.changes())
        .extracting(FakeGitHub.Request::line)
        .containsExactly(REACTION, REPLY, REACTION);
  }

  @Test
  void accept_bySomeoneWhoMayWrite_letsTheCheckPassAndSaysWhy() throws Exception {
    measured("success", "loomwatch", "completed", "loomwatch").on(CHECK, "{\"id\": 1}");

    Act.Run run = comment("write", "/perf accept the `" + TOUCH + "` header\nis worth 3 %");

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(github.changes())
        .extracting(FakeGitHub.Request::line)
        .containsExactly(CHECK, REACTION);
    JsonNode check = github.changes().getFirst().body();
    assertThat(check.path("head_sha").asText()).isEqualTo(HEAD);
    assertThat(check.path("conclusion").asText()).isEqualTo("success");
    assertThat(check.at("/output/title").asText())
        .isEqualTo("Accepted by ada: the `" + TOUCH + "` header is worth 3 %");
  }

  @ParameterizedTest
  @CsvSource({
    "read, /perf accept it is fine, Require write access, is for people with write access",
    "write, /perf accept, Require a reason, say why",
    "write, /perf accepted it, Require a reason, say why"
  })
  void accept_bySomeoneWhoMayNotOrWithoutAReason_isToldSo(
      String permission, String body, String step, String answer) throws Exception {
    Act.Run run = comment(permission, body);

    assertThat(run.failed()).as(run.said()).containsExactly(step);
    assertThat(replies())
        .singleElement()
        .asString()
        .startsWith("Nothing was accepted: ")
        .contains(answer);
  }

  /** As of a push just before the comment. */
  @ParameterizedTest
  @CsvSource({"completed, other", "in_progress, loomwatch"})
  void accept_headWithoutAVerdict_isToldSo(String status, String externalId) throws Exception {
    measured("failure", "other", status, externalId);

    Act.Run run = comment("write", "/perf accept it is fine");

    assertThat(run.failed()).as(run.said()).containsExactly("Require that the head was measured");
    assertThat(replies())
        .containsExactly(
            "Nothing was accepted: %s has no verdict of *Loomwatch* yet. Wait for it first."
                .formatted(HEAD));
  }

  /** As one of several services, whose history would forget what was lost before. */
  @Test
  void accept_headThatPasses_leavesItsCheck() throws Exception {
    measured("success", "loomwatch", "completed", "other");

    Act.Run run = comment("write", "/perf accept it is fine");

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(github.changes()).extracting(FakeGitHub.Request::line).containsExactly(REACTION);
  }

  /** Has GitHub know two checks of the head, of which only one may be ours. */
  private FakeGitHub measured(
      String conclusion, String externalId, String status, String newerExternalId) {
    return github.on(
        "GET /repos/acme/shop/commits/" + HEAD + "/check-runs",
        """
        {"check_runs": [
          {"id": 9, "status": "%s", "conclusion": "failure", "external_id": "%s"},
          {"id": 8, "status": "completed", "conclusion": "%s", "external_id": "%s"}]}
        """
            .formatted(status, newerExternalId, conclusion, externalId));
  }

  @Test
  void perf_asTheBeginningOfAnotherWord_doesNothing() throws Exception {
    Act.Run run = comment("write", "/performance looks fine");

    assertThat(run.jobs()).as(run.said()).isEmpty();
    assertThat(github.changes()).isEmpty();
  }

  @Test
  void perf_onAnIssueThatIsNoPullRequest_doesNothing() throws Exception {
    Act.Run run =
        act.run(
            "perf-comment.yml",
            "issue_comment",
            """
            {"repository": {"full_name": "acme/shop", "default_branch": "main"},
             "issue": {"number": 7}, "comment": {"id": 99, "body": "/perf", "user": {"login": "ada"}}}
            """);

    assertThat(run.jobs()).as(run.said()).isEmpty();
    assertThat(github.requests()).isEmpty();
  }

  /** All that was written; nothing else was asked for, beside a reaction. */
  private List<String> replies() {
    assertThat(github.changes())
        .extracting(FakeGitHub.Request::line)
        .containsExactly(REACTION, REPLY);
    return List.of(github.changes().getLast().body().path("body").asText());
  }
}
