package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What an untrusted contributor's build may leave in the artifact, through measure and report:
 * nothing of it is run, and none of it believed. What is discarded each time is a record that would
 * be a success.
 */
class HostileArtifactTest extends OnFakeGitHub {
  private static final String SPOILT_BY_A_STRANGER =
      """
      #!/bin/sh
      ./loomwatch-itself "$@" || exit
      case "$1" in run|compare) ;; *) exit 0 ;; esac
      cd out/result && . ../../spoil > spoilt.json && mv spoilt.json record.json
      """;

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
  }

  /**
   * What else a record may say is tried where it is read, by {@code UntrustedArtifactTest} and
   * others; that base and profile are given to that, {@code TrustBoundaryTest} shows.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not JSON|echo '$(" + TOUCH + ")'",
        "another commit|sed \"s/$HEAD/$BASE/\" record.json"
      })
  void performance_ofAnArtifactThatLies_couldNotBeMeasured(String what, String spoil)
      throws Exception {
    JsonNode left = remembered(spoil);

    assertThat(left.path("checks")).as(what).hasSize(1);
    assertThat(left.at("/checks/0/conclusion").asText()).isEqualTo("failure");
    assertThat(left.at("/checks/0/output/title").asText()).isEqualTo("Could not be measured");
    assertThat(left.path("comments")).isEmpty();
  }

  /** Texts that may be anything are data: the record counts, and they do nothing. */
  @Test
  void performance_ofTextsThatTryEverything_showsThemInert() throws Exception {
    JsonNode left =
        remembered(
            "jq '(.warnings[0], .host.cpuModel, .host.kernel, .comparison.leftOut[0]) ="
                + " \"$("
                + TOUCH
                + ")`"
                + TOUCH
                + "`\\n::error::x\\n<img src=x>"
                + " @all [x](javascript:y)\"' record.json");

    assertThat(left.path("checks")).hasSize(1);
    assertThat(left.at("/checks/0/conclusion").asText()).isEqualTo("success");
    assertThat(left.at("/checks/0/output/summary").asText())
        .contains("touch ")
        .doesNotContain("<img", "\n::error::", " @all", "[x](java");
  }

  /** Where a step's outputs go it is not told; what it writes there all the same does not stay. */
  @Test
  void performance_ofCodeThatSaysNothingMoved_isJudgedAllTheSame() throws Exception {
    JsonNode left =
        remembered(
            "file=$(tr '\\0' '\\n' < /proc/$PPID/environ | sed -n 's/^GITHUB_OUTPUT=//p')\n"
                + "printf 'moved=false\\ncode=4\\n' >> \"$file\"\n"
                + "env | grep -E '^GITHUB_(ENV|OUTPUT|PATH|STEP_SUMMARY)=' || cat record.json");

    assertThat(left.at("/checks/0/conclusion").asText()).isEqualTo("success");
  }

  /** Commits on main were reviewed; what they leave is checked all the same. */
  @Test
  void main_ofARecordOfAnotherCommit_recordsNothing() throws Exception {
    world.launching(SPOILT_BY_A_STRANGER);
    world.write("spoil", "sed \"s/$(git rev-parse HEAD)/$(git rev-parse HEAD~1)/\" record.json\n");
    github.remembering(world.commit("spoil it"));
    world.push();

    Act.Run run = act.push();

    assertThat(run.failed()).as(run.said()).containsExactly("Fail when a record was refused");
    assertThat(run.said()).contains("the record's head must be --sha");
    assertThat(world.pages().files("history")).isEmpty();
    assertThat(github.remembered().at("/checks/0/output/title").asText())
        .isEqualTo("Could not be measured");
  }

  /** It may be read, and be judged, but its name is another's. */
  @Test
  void main_ofARecordThatHistoryRefuses_recordsTheOthersAndSaysSo() throws Exception {
    world.launching(SPOILT_BY_A_STRANGER);
    world.write("spoil", "cat record.json\n");
    String first = world.commit("measure as it is");
    world.pages().past(List.of(first + "=1"));
    String id = world.pages().ids().getLast();
    world.write("spoil", "jq '.id = \"" + id + "\"' record.json\n");
    String twin = world.commit("take the name of another");
    world.write("spoil", "cat record.json\n");
    String last = world.commit("measure as it is again");
    world.push();
    github.remembering(last);

    Act.Run run = act.push();

    assertThat(run.failed()).as(run.said()).containsExactly("Fail when a record was refused");
    assertThat(world.pages().history()).containsExactly(first, last);
    assertThat(github.remembered().path("checks")).hasSize(1);
    assertThat(github.remembered().at("/checks/0/head_sha").asText()).isEqualTo(twin);
  }

  /** Running failed jobs again would not: its measuring had succeeded. */
  @Test
  void main_ofARecordThatWasRefused_isMeasuredAgainByTheCommandItNames() throws Exception {
    world.launching(SPOILT_BY_A_STRANGER);
    world.write(
        "spoil", "[ -e $LOOMWATCH_TEST_ARTIFACTS/../well ] && cat record.json || echo spoilt\n");
    String commit = world.commit("spoil it once");
    world.push();
    github.remembering(commit);

    Act.Run refused = act.push();
    Files.createFile(directory.resolve("well"));
    world.forgetArtifacts();
    Act.Run again =
        act.run(
            "main.yml",
            "workflow_dispatch",
            """
            {"ref": "refs/heads/main",
             "repository": {"full_name": "acme/shop", "default_branch": "main"}}
            """);

    assertThat(refused.failed()).containsExactly("Fail when a record was refused");
    assertThat(refused.said())
        .contains("refused, as told above: result-" + commit)
        .contains("To measure again: gh workflow run main.yml");
    assertThat(again.failed()).as(again.said()).isEmpty();
    assertThat(world.pages().history()).containsExactly(commit);
  }

  /** The one part of an artifact's name that comes from outside. */
  @Test
  void performance_ofAHeadThatIsAPath_isRefusedBeforeItIsMeasured() throws Exception {
    Act.Run run = perform("../../../../pwned");

    assertThat(run.jobs().values()).as(run.said()).containsOnly("failure");
    assertThat(world.artifactNames()).isEmpty();
    assertThat(github.requests()).isEmpty();
  }

  /** Returns what GitHub then remembers. */
  private JsonNode remembered(String spoil) throws Exception {
    world.launching(SPOILT_BY_A_STRANGER);
    world.write("spoil", spoil + "\n");
    String base = world.commit("spoil it");
    world.push();
    String head = world.pullRequest(7, "server/A", "2\n");
    github.remembering(head);
    pull(head, base, "main");
    compared("main", head, base, "server/A");
    compared(base, head, base, "server/A");
    Act.Run run = perform(head);

    assertThat(run.jobs()).as(run.said()).containsEntry("Measure/Measure/Measure", "success");
    return github.remembered();
  }
}
