package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /** Its tree stays the same. The past of others' is theirs. */
  @ParameterizedTest
  @CsvSource({"'pages: begin', 1", "'Deployed by mike', 5"})
  void push_branchWithManyCommits_beginsAgainIfItIsOursAndLosesNoFile(String root, int commits)
      throws Exception {
    world.pages().past(List.of(world.head() + "=1"));
    for (int i = 0; i < 4; i++) {
      world.pages().calibrated(i);
    }
    List<String> files = world.pages().files(".");

    Tools.Ended push = push("Begin the branch again", root);

    assertThat(push.exitCode()).as(push.said()).isZero();
    assertThat(world.pages().commits()).isEqualTo(commits);
    assertThat(world.pages().files(".")).isEqualTo(files);
  }

  /**
   * Between push and new beginning somebody else pushes: theirs stays, and nothing is rewritten.
   */
  @Test
  void push_branchIsPushedToMeanwhile_doesNotBeginAgain() throws Exception {
    world.pages().past(List.of(world.head() + "=1"));
    world.pages().overtaken("pages");

    Tools.Ended push = push("Begin the branch again", "pages: begin again, without more");

    assertThat(push.exitCode()).as(push.said()).isZero();
    assertThat(push.said()).contains("gh-pages was pushed to meanwhile, and begins again");
    assertThat(world.pages().files("some.txt")).hasSize(1);
    assertThat(world.pages().commits()).isEqualTo(2);
  }

  /** An entry that is missing from what is to be pushed, whatever took it. */
  @Test
  void push_historyIsShorterThanItWas_isRefused() throws Exception {
    String first = world.head();
    world.pages().past(List.of(first + "=1", world.costing("1.001") + "=1"));
    Path pages = checkedOut();
    world.tell(pages, "rm", "-r", "history");
    world.tell(world.work(), "./loomwatch", "past", "out/pages/history", first + "=1");

    Tools.Ended push =
        Tools.run(world.work(), world.environment(), "bash", "-e", "-c", shell("Prove that"));

    assertThat(push.exitCode()).as(push.said()).isNotZero();
    assertThat(push.said()).contains("history must go on from the 2 entries of");
  }

  /** Runs a step of the action that pushes, where GitHub knows the message of the first commit. */
  private Tools.Ended push(String step, String root) throws Exception {
    github.on("GET /repos/acme/shop/commits", FIRST.formatted(root));
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.putAll(github.environment());
    environment.putAll(Map.of("GITHUB_REPOSITORY", World.NAME, "GH_TOKEN", "no", "MOST", "300"));
    return Tools.run(checkedOut(), environment, "bash", "-e", "-c", shell(step));
  }

  private static String shell(String step) {
    return Workflow.shellOf(Repository.ACTIONS.resolve("push/action.yml"), step);
  }

  /** Where a workflow has gh-pages. */
  private Path checkedOut() throws Exception {
    Path pages = world.work().resolve("out/pages");
    String from = "https://github.com/" + World.NAME;
    world.tell(
        world.work(), "git", "clone", "--quiet", "--branch=gh-pages", from, pages.toString());
    return pages;
  }

  @Test
  void main_regressionConfirmed_isAnIssueUntilTheLevelReturns() throws Exception {
    webhook();
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
    String title = github.remembered().at("/issues/0/title").asText();
    assertThat(received()).as(worse.said()).containsExactly("opened " + title);
    assertThat(world.pages().files("notices.json")).hasSize(1);

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
    assertThat(received()).containsExactly("opened " + title, "closed " + title);
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
