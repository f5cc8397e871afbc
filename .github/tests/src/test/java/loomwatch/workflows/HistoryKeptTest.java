package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** History over several pushes: each commit once, whatever goes wrong between. */
class HistoryKeptTest extends OnFakeGitHub {
  private static final String FIRST = "[{\"parents\": [], \"commit\": {\"message\": \"%s\"}}]";

  private final List<String> past = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    github
        .remembering(world.head())
        .on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}");
  }

  /**
   * The run of the older push waited, and was overtaken. Measuring its commit was killed: act ends
   * where a called workflow fails, so here that job ends well, and leaves nothing.
   */
  @Test
  void main_twoPushesRaceAndOneIsKilled_eachCommitIsMeasuredOnceOrSaidNotToBe() throws Exception {
    String first = world.head();
    world.pages().past(List.of(first + "=1"));
    String measure = Repository.text(Repository.WORKFLOWS.resolve("measure.yml"));
    world.write(
        ".github/workflows/measure.yml",
        measure
            .replace("run: install -D", "run: test ! -e out/result/record.json || install -D")
            .replace("if-no-files-found: error", "if-no-files-found: ignore"));
    String killed = world.costing("nothing that could be told");
    String third = world.costing("1.001");
    String fourth = world.costing("1.002");
    world.push();

    Act.Run newer = act.push();
    world.tell(world.work(), "git", "checkout", "--quiet", "--detach", third);
    world.forgetArtifacts();
    Act.Run older = act.push();

    assertThat(newer.jobs().values()).as(newer.said()).containsOnly("success");
    assertThat(world.pages().history()).containsExactly(first, third, fourth);
    assertThat(world.pages().drawn()).containsExactly(fourth);
    JsonNode checks = github.remembered().path("checks");
    assertThat(checks).hasSize(1);
    assertThat(checks.get(0).path("head_sha").asText()).isEqualTo(killed);
    assertThat(checks.get(0).path("conclusion").asText()).isEqualTo("failure");
    assertThat(checks.get(0).at("/output/title").asText()).isEqualTo("Could not be measured");
    assertThat(older.jobs().values()).as(older.said()).containsOnly("success");
    assertThat(older.said())
        .contains("nothing to measure: history is past " + third.substring(0, 8));
    assertThat(older.jobs()).doesNotContainKey("Measure/Measure/Measure");
  }

  /** While others push to the branch, as a night does. */
  @Test
  void main_publishingFailsHalfwayTwice_theThirdAttemptEndsItAndNothingIsTwice() throws Exception {
    String first = world.head();
    world.pages().past(List.of(first + "=1"));
    String second = world.costing("1.001");
    world.push();
    Path refusal = world.remote.resolve("hooks/pre-receive");
    Files.writeString(refusal, "#!/bin/sh\necho gh-pages is closed; exit 1\n");
    Files.setPosixFilePermissions(refusal, PosixFilePermissions.fromString("rwxr-xr-x"));

    Act.Run refused = act.push();
    List<String> afterRefusal = world.pages().history();
    Files.delete(refusal);
    github.failing("GET", "/issues", 503);
    world.pages().overtaken("history");
    Act.Run halfway = act.push();
    List<String> afterHalf = world.pages().history();
    Act.Run whole = act.push();

    assertThat(refused.failed()).as(refused.said()).containsExactly("Push history");
    assertThat(afterRefusal).containsExactly(first);
    assertThat(halfway.failed()).as(halfway.said()).containsExactly("Update the alerts");
    assertThat(afterHalf).containsExactly(first, second);
    assertThat(world.pages().files("some.txt")).as("theirs").hasSize(1);
    assertThat(whole.jobs().values()).as(whole.said()).containsOnly("success");
    assertThat(world.pages().history()).containsExactly(first, second);
    assertThat(world.pages().drawn()).containsExactly(second);
    assertThat(world.pages().site().resolve("index.html"))
        .content()
        .startsWith("The site is built: ");
    assertThat(world.pages().site().resolve("dev/bench/data.js")).exists();
    assertThat(world.pages().files(".")).noneMatch(file -> file.contains("html"));
  }

  /** Its tree stays the same; the chart's commit comes after. The past of others' is theirs. */
  @ParameterizedTest
  @CsvSource({"'pages: begin', 2", "'Deployed by mike', 6"})
  void main_branchWithManyCommits_beginsAgainIfItIsOursAndLosesNoEntry(String root, int commits)
      throws Exception {
    String first = world.head();
    world.pages().past(List.of(first + "=1"));
    for (int i = 0; i < 3; i++) {
      world.pages().calibrated(i);
    }
    String second = world.costing("1.001");
    world.push();
    github.on("GET /repos/acme/shop/commits", FIRST.formatted(root));

    Act.Run run = act.push();

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(world.pages().history()).containsExactly(first, second);
    assertThat(world.pages().files("calibration/")).hasSize(3);
    assertThat(world.pages().commits()).isEqualTo(commits);
    assertThat(world.pages().drawn()).containsExactly(second);
  }

  /**
   * Between push and new beginning somebody else pushes: theirs stays, and nothing is rewritten.
   */
  @Test
  void main_branchIsPushedToMeanwhile_doesNotBeginAgain() throws Exception {
    String first = world.head();
    world.pages().past(List.of(first + "=1"));
    String second = world.costing("1.001");
    world.push();
    github.on("GET /repos/acme/shop/commits", FIRST.formatted("pages: begin again, without more"));
    world.pages().overtaken("pages");

    Act.Run run = act.push();

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(run.said()).contains("gh-pages was pushed to meanwhile, and begins again");
    assertThat(world.pages().history()).containsExactly(first, second);
    assertThat(world.pages().files("some.txt")).hasSize(1);
    assertThat(world.pages().commits()).isEqualTo(4);
  }

  /** An entry that is missing from what is to be pushed, whatever took it. */
  @Test
  void main_historyIsShorterThanItWas_isNotPushed() throws Exception {
    String first = world.head();
    String second = world.costing("1.001");
    world.pages().past(List.of(first + "=1", second + "=1"));
    world.costing("1.002");
    world.launching(
        """
        #!/bin/sh
        ./loomwatch-itself "$@" || exit
        [ "$1 $2" != "history prune" ] || {
          rm -r out/pages/history && ./loomwatch-itself past out/pages/history %s=1
        }
        """
            .formatted(first));
    String third = world.commit("lose some");
    world.push();

    Act.Run run = act.push();

    assertThat(run.failed()).as(run.said()).containsExactly("Push history");
    assertThat(run.said()).contains("history must go on from the 2 entries of");
    assertThat(world.pages().history()).containsExactly(first, second).doesNotContain(third);
  }

  @Test
  void main_regressionConfirmed_isAnIssueUntilTheLevelReturns() throws Exception {
    String lastGood = good();
    String firstBad = bad();
    String bad = world.costing("1.199");
    world.push();

    Act.Run worse = act.push();

    assertThat(worse.jobs().values()).as(worse.said()).containsOnly("success");
    assertThat(world.pages().history().subList(26, 28))
        .containsExactly(bad, lastGood + ".." + firstBad);
    assertThat(issues()).containsExactly("open");
    assertThat(github.remembered().at("/issues/0/body").asText())
        .contains("https://acme.github.io/shop/#compare?id=");

    List<String> back = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      back.add(world.costing("1.00" + i % 5) + "=1.00" + i % 5);
    }
    world.pages().past(back);
    world.costing("1");
    world.push();

    Act.Run better = act.push();

    assertThat(better.jobs().values()).as(better.said()).containsOnly("success");
    assertThat(issues()).containsExactly("closed");
  }

  /** Each push would ask for them again, and no other suspect would ever be asked for. */
  @Test
  void main_suspectedBetweenCommitsThatAreAlike_areComparedOnceAndNoIssue() throws Exception {
    String lastGood = good();
    String firstBad = bad();
    world.launching("#!/bin/sh\n[ \"$1\" != compare ] || exit 4\nexec ./loomwatch-itself \"$@\"\n");
    String bad = world.costing("1.199");
    world.push();

    Act.Run first = act.push();
    String next = world.costing("1.2");
    world.push();
    world.forgetArtifacts();
    Act.Run second = act.push();

    assertThat(first.jobs().values()).as(first.said()).containsOnly("success");
    assertThat(second.jobs().values()).as(second.said()).containsOnly("success");
    assertThat(world.pages().history().subList(26, world.pages().history().size()))
        .containsExactly(bad, lastGood + ".." + firstBad, next);
    assertThat(first.jobs().keySet()).anyMatch(job -> job.startsWith("Measure again"));
    assertThat(second.jobs().keySet()).noneMatch(job -> job.startsWith("Measure again"));
    assertThat(issues()).isEmpty();
  }

  /** By a file that somebody reviewed, in time; what closes an issue is tried without workflows. */
  @Test
  void main_regressionAccepted_isNoIssue() throws Exception {
    good();
    String firstBad = bad();
    world.write(
        "accepted.yaml",
        "schema: 1\naccepted:\n  - {commit: %s, why: it is worth it}\n".formatted(firstBad));
    world.costing("1.199");
    world.push();

    Act.Run accepted = act.push();

    assertThat(accepted.jobs().values()).as(accepted.said()).containsOnly("success");
    assertThat(accepted.jobs().keySet()).noneMatch(job -> job.startsWith("Measure again"));
    assertThat(issues()).isEmpty();
  }

  /** The record itself may be out of an attempt's reach that runs all jobs again. */
  @ParameterizedTest
  @CsvSource({
    "'out/results/result-own 1', pass, 1",
    "'', regressed, 1",
    "'', pass, 0",
    "'', none, ''"
  })
  void main_recordedByAnEarlierAttempt_historyKnowsItsVerdict(
      String judged, String verdict, String code) throws Exception {
    String say =
        Workflow.shellOf(
            Repository.WORKFLOWS.resolve("record.yml"), "Read the verdict on this run's commit");
    Path history = Files.createDirectories(directory.resolve("out/pages/history"));
    Files.createFile(history.resolve("head.json"));
    String entry =
        "{\"entry\": {\"kind\": \"%s\", \"provenance\": {\"commit\": \"%s\"}, \"verdict\": %s}}\n";
    Files.writeString(
        history.resolve("2026-11.jsonl"),
        entry.formatted("run", "other", "\"inconclusive\"")
            + entry.formatted("run", "own", verdict.equals("none") ? "null" : "\"" + verdict + "\"")
            + entry.formatted("comparison", "own", "\"invalid\""));
    Files.writeString(directory.resolve("out/judged"), judged + "\n");

    Path said = directory.resolve("said");
    Map<String, String> environment =
        Map.of("GITHUB_SHA", "own", "GITHUB_OUTPUT", said.toString(), "PAGES", "out/pages");
    Tools.tell(directory, environment, "bash", "-e", "-c", say);

    assertThat(said).content().isEqualTo("exit-code=" + code + "\nrecord=\n");
  }

  /** Commits that were measured, and the last of them. */
  private String good() throws Exception {
    for (int i = 0; i < 24; i++) {
      past.add(world.commit("good " + i) + "=1." + "%03d".formatted(i * 7 % 5));
    }
    return world.head();
  }

  /** Two that cost more, the first of them, with all before in history. */
  private String bad() throws Exception {
    String first = world.costing("1.2");
    past.add(first + "=1.2");
    past.add(world.commit("bad") + "=1.201");
    world.pages().past(past);
    return first;
  }

  private List<String> issues() throws Exception {
    return github.remembered().path("issues").findValuesAsText("state");
  }
}
