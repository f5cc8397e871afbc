package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code /perf accept REASON} on a pull request, and the history of main once it is merged. */
class AcceptTest extends OnFakeGitHub {
  private static final String KEPT = "history/accepted.yaml";

  private String merged;

  /**
   * Many good commits, and one that costs more and came by pull request 7, all of them measured.
   */
  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    List<String> past = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      past.add(world.commit("good " + i) + "=1.00" + i * 7 % 5);
    }
    merged = world.costing("1.2");
    past.add(merged + "=1.2");
    past.add(world.commit("bad") + "=1.201");
    world.pages().past(past);
    world.costing("1.199");
    world.push();
    github
        .remembering(HEAD)
        .on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}")
        .on("GET /repos/acme/shop/pulls/7", "{\"head\": {\"sha\": \"" + HEAD + "\"}}")
        .on("GET /repos/acme/shop/commits/" + merged, "{\"sha\": \"" + merged + "\"}")
        .on(
            "GET /repos/acme/shop/commits/" + merged + "/pulls",
            """
            [{"number": 7, "merged_at": "2026-11-21T12:00:00Z", "head": {"sha": "%s"},
              "base": {"ref": "main", "repo": {"full_name": "acme/shop"}}}]
            """
                .formatted(HEAD))
        .on("POST /repos/acme/shop/issues/comments/99/reactions", "{}")
        .on("POST /repos/acme/shop/issues/7/comments", "{}")
        .check(HEAD, "failure");
  }

  @ParameterizedTest
  @CsvSource({"write, true", "read, false"})
  void accept_thenMergedAndRecorded_isNoAlertIfAWriterSaidSo(String permission, boolean accepted)
      throws Exception {
    String reason = "\"}\n  - commit: `" + TOUCH + "` $(" + TOUCH + ") ::error::x";
    Act.Run comment = comment(permission, "/perf accept " + reason);

    Act.Run push = act.push();

    assertThat(comment.jobs())
        .as(comment.said())
        .containsEntry("/perf/Handle /perf", accepted ? "success" : "failure");
    assertThat(push.jobs().values()).as(push.said()).containsOnly("success");
    assertThat(push.jobs().keySet().stream().anyMatch(job -> job.startsWith("Measure again")))
        .as(push.said())
        .isEqualTo(!accepted);
    assertThat(github.remembered().path("issues")).hasSize(accepted ? 0 : 1);
    if (accepted) {
      assertThat(kept())
          .containsExactly(
              Map.of("commit", merged, "why", reason.replaceAll("\\s+", " ") + " (ada, #7)"));
    } else {
      assertThat(world.pages().files(KEPT)).isEmpty();
    }
  }

  /** What could not be asked for, the next record asks for; what is there, none adds again. */
  @Test
  void record_whileGitHubFails_isKeptAndTheNextOneAccepts() throws Exception {
    comment("write", "/perf accept worth it");
    github.failing("GET", "/commits/" + world.head(), 502);

    Act.Run failing = act.push();
    List<String> withoutGitHub = world.pages().files(KEPT);
    String measured = world.head();
    Act.Run second = act.push();
    List<Object> accepted = kept();
    world.forgetArtifacts();
    Act.Run third = act.push();

    assertThat(failing.failed()).as(failing.said()).isEmpty();
    assertThat(failing.said())
        .contains("it is not known what was accepted on pull requests, as told above");
    assertThat(withoutGitHub).isEmpty();
    assertThat(world.pages().history()).contains(measured);
    assertThat(second.failed()).as(second.said()).isEmpty();
    assertThat(accepted).hasSize(1);
    assertThat(third.failed()).as(third.said()).isEmpty();
    assertThat(kept()).isEqualTo(accepted);
  }

  private List<Object> kept() throws Exception {
    String text = world.tell(world.remote, "git", "show", "gh-pages:" + KEPT);
    Object read = new Load(LoadSettings.builder().build()).loadFromString(text);
    return List.copyOf((List<?>) Workflow.map(read).get("accepted"));
  }
}
