package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A push to main. */
class MainTest extends OnFakeGitHub {
  /** A machine which says at once how it ended. */
  private static final String STUB =
      """
      #!/bin/sh
      echo "loomwatch $*" >&2
      [ "$1 $2" != "history pending" ] || echo "[\\"$GITHUB_SHA\\"]"
      while [ $# -gt 0 ]; do
        case "$1" in
          --out) for file in $into; do
            mkdir -p "$2" && echo '[{"name": "n", "unit": "s", "value": 1}]' > "$2/$file"; done ;;
          run|compare) code=$MEASURED into=record.json ;;
          gate) code=$JUDGED && echo judged > "$2/report.md" ;;
          benchmark) into="smaller-is-better.json bigger-is-better.json" ;;
        esac
        shift
      done
      exit ${code:-0}
      """;

  /** In earnest: real servers are loaded, too briefly to mean anything. */
  @Test
  @ResourceLock("cpus")
  void main_pushed_isMeasuredAndJudged() throws Exception {
    world.measuringHello();
    github
        .remembering(world.head())
        .on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}");

    Act.Run run = act.variable("LOOMWATCH_PROFILE", "trial").push();

    // A trial means nothing, so it may be said to break a limit.
    assertThat(run.failed()).as(run.said()).isSubsetOf("Fail when a limit is broken");
    assertThat(run.jobs()).containsEntry("Measure/Measure/Measure", "success");
    String result = "result-" + world.head();
    assertThat(world.tell(world.remote, "git", "ls-tree", "-r", "--name-only", "gh-pages"))
        .contains("history/head.json")
        .doesNotContain(".lock")
        .doesNotContain("data/")
        .doesNotContain("html");
    assertThat(world.pages().site().resolve("index.html")).exists();
    assertThat(world.pages().site().resolve("data/overview.json")).exists();
    assertThat(world.artifacts().resolve(result + "/" + result + "/record.json"))
        .content()
        .as("who has no CPU to make the load with is not asked for more")
        .containsAnyOf("\"capacity\"", "\"generator-stalled\"");
    assertThat(world.artifactNames()).containsExactly("raw-" + world.head(), result);
    assertThat(run.said()).contains("⚙  Summary - # ");
  }

  @ParameterizedTest
  @CsvSource({
    // measured, judged, measuring, recording
    "0, 0, success, success",
    "1, 1, success, success",
    "0, 65, success, failure",
    "70, 0, failure, ''"
  })
  void main_exitCodes_failWhatTheyShould(
      String measured, String judged, String measuring, String recording) throws Exception {
    stub(measured, judged);

    Act.Run run = act.push();

    assertThat(run.said()).contains("loomwatch run --profile quick --capacity --out out/result");
    assertThat(run.jobs().getOrDefault("Measure/Measure/Measure", ""))
        .as(run.said())
        .isEqualTo(measuring);
    assertThat(run.jobs().getOrDefault("Record/Record/Record", ""))
        .as(run.said())
        .isEqualTo(recording);
    assertThat(run.failed().contains("Fail when a limit is broken")).isEqualTo(judged.equals("1"));
    Tools.Ended data =
        Tools.run(world.remote, Map.of(), "git", "show", "gh-pages:dev/bench/data.js");
    boolean drawn = judged.matches("[012]") && measuring.equals("success");
    assertThat(data.exitCode())
        .as("github-action-benchmark is given what is valid, and nothing else")
        .isEqualTo(drawn ? 0 : 128);
    assertThat(data.said().contains("\"Loomwatch, larger is better\": [")).isEqualTo(drawn);
  }

  /** For the site's page of bumps: of days before and after it nobody knows what else changed. */
  @Test
  void main_anotherTomcat_isAlsoComparedWithTheCommitBefore() throws Exception {
    world.measuredByAStandIn();
    String before = world.head();
    github.remembering(before).on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}");
    world.pages().past(List.of(before + "=1"));
    world.write("pom.xml", "<project><tomcat.version>11.0.26</tomcat.version></project>\n");
    String bump = world.commit("build: take Tomcat 11.0.26");
    world.push();

    Act.Run run = act.push();

    assertThat(run.jobs().values()).as(run.said()).containsOnly("success");
    assertThat(world.pages().history()).containsExactly(before, bump, before + ".." + bump);
  }

  @Test
  void main_dataJsUnreadable_isRefusedAndNothingIsLost() throws Exception {
    stub("0", "0");
    world.tell(world.work(), "git", "checkout", "--quiet", "--orphan", "gh-pages");
    world.write("dev/bench/data.js", "window.BENCHMARK_DATA = {\"entries\": {\n");
    String before = world.commit("break it");
    world.tell(world.work(), "git", "push", "--quiet", "origin", "gh-pages");
    world.tell(world.work(), "git", "checkout", "--quiet", "main");

    Act.Run run = act.push();

    assertThat(run.failed())
        .as(run.said())
        .contains("Refuse to lose a data.js that cannot be read");
    assertThat(world.tell(world.remote, "git", "rev-parse", "gh-pages")).isEqualTo(before);
  }

  private void stub(String measured, String judged) throws Exception {
    world.write("loomwatch", STUB);
    world.commit("take the machine's place");
    world.push();
    act.with("MEASURED", measured).with("JUDGED", judged);
  }
}
