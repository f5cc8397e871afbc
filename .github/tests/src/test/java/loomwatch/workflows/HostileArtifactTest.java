package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

  /** What else a record may say is tried where it is read: {@code UntrustedRunTest} and others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not JSON|echo '$(" + TOUCH + ")'",
        "a trial|sed 's/\"quick\"/\"trial\"/' record.json",
        "another commit|sed \"s/$HEAD/$BASE/\" record.json",
        "another base|sed \"s/$BASE/0123456789012345678901234567890123456789/\" record.json"
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

  /** A report beside the record would be taken for the gate's if the gate broke down. */
  @ParameterizedTest
  @CsvSource({
    "workflows/record.yml, record.json causes.json bisect.json",
    "actions/judge/action.yml, record.json causes.json"
  })
  void artifact_holdsMoreThanItsRecord_thatIsGone(String definition, String kept) throws Exception {
    String clear =
        Workflow.shellOf(Repository.ROOT.resolve(".github").resolve(definition), "Delete all");
    String artifact = "out/results/result-1";
    for (String file :
        List.of(
            "record.json",
            "causes.json",
            "bisect.json",
            "report.md",
            "deep/causes.json",
            ".hidden/x")) {
      Path left = directory.resolve(artifact).resolve(file);
      Files.createDirectories(left.getParent());
      Files.createFile(left);
    }

    Tools.tell(directory, Map.of("RUN", artifact), "bash", "-e", "-c", clear);

    assertThat(Tools.tell(directory, Map.of(), "find", "out", "-type", "f").lines())
        .containsExactlyInAnyOrder(
            Stream.of(kept.split(" ")).map(file -> artifact + "/" + file).toArray(String[]::new));
  }

  /** Through one, what is written there would land in a script that is started next. */
  @Test
  void pages_holdALinkWhereLoomwatchReadsOrWrites_areRefused() throws Exception {
    String refuse =
        Workflow.shellOf(Repository.ACTIONS.resolve("pages/action.yml"), "Refuse links");
    String[] command = {"bash", "-e", "-c", refuse};
    Map<String, String> service = Map.of("FOLDER", "services/cart");
    link(".git/link");
    link("latest");
    link("1.0/latest");

    assertThat(Tools.run(directory, service, command).exitCode()).isZero();
    for (String refused : List.of("services", "history/2026.jsonl", "dev", "a/studies/b")) {
      Path link = link(refused);
      Tools.Ended ended = Tools.run(directory, service, command);
      assertThat(ended.exitCode()).as(refused).isEqualTo(1);
      assertThat(ended.said()).contains("held '" + refused + "'");
      Files.delete(link);
    }
  }

  private Path link(String at) throws Exception {
    Path link = directory.resolve("out/pages").resolve(at);
    Files.createDirectories(link.getParent());
    return Files.createSymbolicLink(link, directory);
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
