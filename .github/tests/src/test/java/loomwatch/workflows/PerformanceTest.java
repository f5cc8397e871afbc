package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pull request from gate to report. */
class PerformanceTest extends OnFakeGitHub {

  /** Comparing in earnest takes longer than all else here, and is tried in harness' CompareTest. */
  @Test
  void performance_ofAForksCommit_isMeasuredAgainstWhereItBranchedOff() throws Exception {
    world.measuredByAStandIn();
    String base = world.head();
    String head = world.pullRequest(7, "server/src/main/java/loomwatch/server/Mark.class", "2\n");
    world.write("README.md", "Main has moved on.\n");
    String main = world.commit("move on");
    world.push();
    known(head, base, "server/src/main/java/loomwatch/server/Mark.class");
    github.remembering(head);

    Act.Run run = perform(head);

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(run.jobs().values()).containsExactly("success", "success", "success");
    assertThat(github.remembered().path("checks")).hasSize(1);
    assertThat(github.remembered().at("/checks/0/head_sha").asText()).isEqualTo(head);
    assertThat(github.remembered().at("/checks/0/name").asText()).isEqualTo("Loomwatch");
    String result = "result-" + head;
    JsonNode record =
        new ObjectMapper()
            .readTree(world.artifacts().resolve(result + "/" + result + "/record.json").toFile());
    assertThat(record.at("/variants/base/revision").asText()).isEqualTo(base);
    assertThat(record.at("/variants/head/revision").asText()).isEqualTo(head);
    assertThat(main).isNotEqualTo(base);
    assertThat(world.artifactNames()).containsExactly(result);
  }

  /** What it stood on was merged after its last push: that is not its own change. */
  @Test
  void performance_onTopOfAnotherMergedSince_isComparedWithThat() throws Exception {
    world.comparingNothing();
    String frozen = world.head();
    world.write("server/A", "1\n");
    String merged = world.commit("the one below");
    world.push();
    String head = world.pullRequest(7, "server/A", "2\n");
    known(head, merged, "server/A");
    pull(head, frozen, "main");
    compared(frozen, head, frozen, "server/A");

    Act.Run run = perform(head);

    assertThat(run.said())
        .contains("loomwatch compare --base ref=%s --head ref=%s ".formatted(merged, head));
  }

  @Test
  void performance_nothingMovedThatIsMeasured_succeedsUnmeasured() throws Exception {
    world.measuredByAStandIn();
    String base = world.head();
    String head = world.pullRequest(7, "server/src/test/java/loomwatch/server/ATest.java", "2\n");
    known(head, base, "server/src/test/java/loomwatch/server/ATest.java");
    github.remembering(head);

    Act.Run run = perform(head);

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success", "success");
    assertThat(world.artifactNames()).isEmpty();
    assertThat(check().path("conclusion").asText()).isEqualTo("success");
    assertThat(check().at("/output/title").asText()).isEqualTo("Nothing moved that is measured");
    assertThat(check().path("head_sha").asText()).isEqualTo(head);
  }

  /** Both variants are built in earnest, and turn out to be one. */
  @Test
  void performance_serverIsTheSameWhenBuilt_isNeutralAsOnlyTheMachineSaysSo() throws Exception {
    world.measuringHello();
    String base = world.head();
    String head = world.pullRequest(7, "server/notes.md", "Why it is so.\n");
    known(head, base, "server/notes.md");
    github.remembering(head);

    Act.Run run = perform(head);

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success", "success", "success");
    assertThat(run.said()).contains("--base and --head are the same service");
    assertThat(world.artifactNames()).isEmpty();
    assertThat(check().path("conclusion").asText()).isEqualTo("neutral");
    assertThat(check().at("/output/title").asText())
        .isEqualTo("Base and head are alike once built");
  }

  @Test
  void performance_ofANewerJdk_isMeasuredOnBoth() throws Exception {
    world.write(
        "container/jdks",
        "eclipse-temurin:21.0.1_2-jdk-noble@a\neclipse-temurin:25.0.4.1_1-jdk-noble@a\n");
    world.comparingNothing();
    String base = world.commit("pin");
    world.push();
    String head =
        world.pullRequest(
            7,
            "container/jdks",
            "eclipse-temurin:21.0.1_2-jdk-noble@a\neclipse-temurin:25.0.5_7-jdk-noble@b\n");
    known(head, base, "container/jdks");

    Act.Run run = perform(head);

    assertThat(run.said())
        .contains(
            "loomwatch compare --base ref=%s,jdk=25.0.4.1+1 --head ref=%s,jdk=25.0.5+7 --profile"
                .formatted(base, head));
  }

  /** Without the lines of both, head would be said to be alike. */
  @Test
  void performance_ofTwoJdkLines_isNotMeasured() throws Exception {
    String pins = "eclipse-temurin:21.0.%d_2-jdk-noble@a\neclipse-temurin:25.0.%d_1-jdk-noble@a\n";
    world.write("container/jdks", pins.formatted(1, 4));
    world.comparingNothing();
    String base = world.commit("pin");
    world.push();
    String head = world.pullRequest(7, "container/jdks", pins.formatted(2, 5));
    known(head, base, "container/jdks");

    Act.Run run = perform(head);

    assertThat(run.failed()).as(run.said()).contains("Find which JDK and Tomcat head moves");
  }

  /** As built, both would have the line that main is measured on. */
  @Test
  void performance_ofTheOtherTomcatLine_isMeasuredOnIt() throws Exception {
    String pom =
        """
        <project>
          <tomcat.version>11.0.25</tomcat.version>
          <tomcat.other.version>%s</tomcat.other.version>
        </project>
        """;
    world.write("pom.xml", pom.formatted("10.1.59"));
    world.comparingNothing();
    String base = world.commit("name both lines");
    world.push();
    String head = world.pullRequest(7, "pom.xml", pom.formatted("10.1.61"));
    known(head, base, "pom.xml");

    Act.Run run = perform(head);

    assertThat(run.said())
        .contains(
            "loomwatch compare --base ref=%s,tomcat=10.1.59 --head ref=%s,tomcat=10.1.61 --profile"
                .formatted(base, head));
  }

  /** What is on a branch of somebody's, nobody has reviewed; it could be slow on purpose. */
  @ParameterizedTest
  @CsvSource({"true, main", "false, slow"})
  void performance_headMovedOrIsForAnotherBranch_isRefused(boolean moved, String into)
      throws Exception {
    String head = world.pullRequest(7, "server/A", "2\n");
    known(
        moved ? "fedcba9876543210fedcba9876543210fedcba98" : head, world.head(), "server/A", into);

    Act.Run run = perform(head);

    assertThat(run.jobs().values()).as(run.said()).contains("failure").doesNotContain("success");
    assertThat(run.failed())
        .containsExactly("Require that head is the pull request's, and find where it branched off");
    assertThat(world.artifactNames()).isEmpty();
  }

  /** What was said instead of a verdict. */
  private JsonNode check() throws Exception {
    assertThat(github.remembered().path("checks")).hasSize(1);
    return github.remembered().at("/checks/0");
  }

  private void known(String head, String base, String file) {
    known(head, base, file, "main");
  }

  private void known(String head, String base, String file, String into) {
    pull(head, base, into);
    compared("main", head, base, file);
    compared(base, head, base, file);
  }
}
