package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known beforehand, measured night by night, and what becomes of it. */
class NightTest extends OnFakeGitHub {

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
  }

  @Test
  void night_twice_goesOnWithWhatTheFirstLeftOnGhPages() throws Exception {
    Act.Run first = night();
    List<String> afterFirst = kept();
    world.forgetArtifacts();
    world.pages().past(List.of(world.head() + "=1"));
    world.pages().overtaken("calibration");
    Act.Run second = night();

    assertThat(first.jobs().values()).as(first.said()).containsOnly("success").hasSize(4);
    assertThat(first.said())
        .contains("from other nights: 0")
        .contains("One service with itself: regressed in 0 of 4 ");
    assertThat(afterFirst)
        .hasSize(9)
        .filteredOn(file -> file.endsWith("calibration.json"))
        .hasSize(1);
    assertThat(second.jobs().values()).as(second.said()).containsOnly("success").hasSize(4);
    assertThat(second.said())
        .contains("from other nights: 8")
        .contains("One service with itself: regressed in 0 of 8 ");
    assertThat(kept()).hasSize(17).containsAll(afterFirst);
    assertThat(world.tell(world.remote, "git", "log", "--format=%s", "gh-pages"))
        .as("another's push")
        .contains("faster than calibration");
    assertThat(second.said()).contains("No site: under Settings › Pages choose GitHub Actions");
    assertThat(world.pages().site()).doesNotExist();
  }

  @Test
  void night_falseAlarms_failsAndTheGateInformsFromThenOn() throws Exception {
    world.costing("1.2");
    world.push();

    Act.Run night = night();

    assertThat(night.failed())
        .as(night.said())
        .containsExactly("Fail when misses or false positives exceed chance");
    assertThat(night.said())
        .contains("✘ Not chance: 4 false positives in 4 comparisons of one service with itself");
    assertThat(kept()).hasSize(9);
    regressedInforms();
  }

  private void regressedInforms() throws Exception {
    Path work = world.work();
    String base = world.head();
    String head = world.costing("1.5");
    Map<String, String> environment = world.environment();
    world.tell(
        work,
        "./loomwatch compare --base ref=%s --head ref=%s --out out/slower".formatted(base, head));
    world.tell(
        work,
        "bash",
        "-c",
        "git fetch --quiet origin gh-pages && git archive FETCH_HEAD calibration | tar -x -C out");

    String gate = "./loomwatch gate out/slower";
    Tools.Ended trusting = Tools.run(work, environment, gate);
    Tools.Ended knowing = Tools.run(work, environment, gate + " --calibration out/calibration");

    assertThat(trusting.exitCode()).as(trusting.said()).isEqualTo(1);
    assertThat(knowing.exitCode()).as(knowing.said()).isEqualTo(2);
    assertThat(knowing.said()).contains("4 false positives in 4 comparisons of one");
  }

  @Test
  void night_faultNotCaught_fails() throws Exception {
    world.costing("0.8");
    world.push();

    Act.Run night = night();

    assertThat(night.failed())
        .as(night.said())
        .containsExactly("Fail when misses or false positives exceed chance");
    assertThat(night.said()).contains("✘ Not chance: cpu:25% was caught in 0 of 4 comparisons");
  }

  /** What each commit may lose is less than a check forbids; all of them together are not. */
  @Test
  void night_budget_comparesMainWithItsReleaseAndOpensAnIssue() throws Exception {
    github.remembering(world.head());
    String release = world.head();
    world.tell(world.work(), "git", "tag", "v1.2");
    world.tell(world.work(), "git", "push", "--quiet", "origin", "v1.2");
    String main = world.costing("1.035");
    world.push();
    world.pages().past(List.of(release + "=1", main + "=1.035"));

    Act.Run night = night();

    assertThat(world.pages().history()).as(night.said()).endsWith(release + ".." + main);
    assertThat(github.remembered().path("issues").findValuesAsText("state"))
        .as(night.said())
        .containsExactly("open");
    assertThat(github.remembered().at("/issues/0/title").asText())
        .startsWith("Budget spent since release " + release.substring(0, 8) + ": ");
  }

  @Test
  void night_withStudies_keepsThemAndWhatTheirClaimsCameTo() throws Exception {
    act.variable("LOOMWATCH_STUDIES", "15m");

    Act.Run night = night();

    assertThat(night.jobs().values()).as(night.said()).containsOnly("success").hasSize(4);
    assertThat(world.pages().files("studies/"))
        .containsExactlyInAnyOrder("studies/creation.json.gz", "studies/creation.past.json");
  }

  @Test
  void night_studiesThatCannotBeKept_keepsItsCalibration() throws Exception {
    act.variable("LOOMWATCH_STUDIES", "15m");
    world.pages().past(List.of(world.head() + "=1"));
    Path pages = world.directory.resolve("pages");
    Path studies = Files.createDirectories(pages.resolve("studies"));
    Files.writeString(studies.resolve("creation.past.json"), "{}");
    world.tell(pages, "git", "add", "--all");
    world.tell(pages, "git", "commit", "--quiet", "-m", "a broken past");
    world.tell(pages, "git", "push", "--quiet", "origin", "gh-pages");

    Act.Run night = night();

    assertThat(kept()).as(night.said()).isNotEmpty();
  }

  private Act.Run night() throws Exception {
    return act.run("night.yml", "schedule", "{}");
  }

  private List<String> kept() throws Exception {
    return world.pages().files("calibration/");
  }
}
