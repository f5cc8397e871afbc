package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One offer for each newer release of a line, once. In Maven's place a script that finds 11.0.26.
 */
class BumpTest {
  private static final String API = "/repos/acme/shop/";
  private static final String MAVEN =
      """
      #!/bin/sh
      case "$*" in
        "-B -ntp -q -N versions:update-properties -DincludeProperties=tomcat.version")
          sed -i 's/11.0.25/11.0.26/' pom.xml ;;
        "-B -ntp -q -N versions:update-properties -DincludeProperties=tomcat.other.version") ;;
        *) echo "unexpected: $*"; exit 1 ;;
      esac
      """;
  private static final String POM =
      """
      <project>
        <tomcat.version>%s</tomcat.version>
        <tomcat.other.version>10.1.59</tomcat.other.version>
      </project>
      """;
  private static final String HEAD = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path directory;
  private FakeGitHub github;
  private World world;
  private Act act;

  @BeforeEach
  void begin() throws Exception {
    world = new World(directory);
    world.script("mvn", MAVEN);
    world.write("pom.xml", POM.formatted("11.0.25"));
    world.commit("name both lines");
    world.push();
    github =
        new FakeGitHub(directory)
            .on("GET " + API + "pulls", "[]")
            .on("POST " + API + "git/refs", "{}")
            .on("PUT " + API + "contents/pom.xml", "{\"commit\": {\"sha\": \"" + HEAD + "\"}}")
            .on("POST " + API + "pulls", "{\"number\": 12}")
            .on("POST " + API + "actions/workflows/pull-request.yml/dispatches", "")
            .on("POST " + API + "actions/workflows/perf.yml/dispatches", "");
    act = new Act(world, github);
  }

  @AfterEach
  void end() throws Exception {
    github.close();
  }

  @Test
  void bump_newerReleaseOfOneLine_isOfferedTestedAndMeasured() throws Exception {
    Act.Run run = bump();

    assertThat(run.jobs().values()).as(run.said()).containsOnly("success");
    List<FakeGitHub.Request> changes = github.changes();
    assertThat(changes)
        .extracting(FakeGitHub.Request::line)
        .containsExactly(
            "DELETE /repos/acme/shop/git/refs/heads/bump/tomcat-11.0.26",
            "POST /repos/acme/shop/git/refs",
            "PUT /repos/acme/shop/contents/pom.xml",
            "POST /repos/acme/shop/pulls",
            "POST /repos/acme/shop/actions/workflows/pull-request.yml/dispatches",
            "POST /repos/acme/shop/actions/workflows/perf.yml/dispatches");
    assertThat(changes.get(1).body().path("sha").asText()).isEqualTo(world.head());
    assertThat(changes.get(2).body().path("message").asText())
        .isEqualTo("build: take Tomcat 11.0.26 for 11.0.25");
    assertThat(
            new String(
                Base64.getDecoder().decode(changes.get(2).body().path("content").asText()),
                StandardCharsets.UTF_8))
        .isEqualTo(POM.formatted("11.0.26"));
    assertThat(changes.get(3).body().path("title").asText()).isEqualTo("Tomcat 11.0.25 → 11.0.26");
    assertThat(changes.get(5).body())
        .hasToString(
            "{\"inputs\":{\"head\":\"%s\",\"pull\":\"12\"},\"ref\":\"main\"}".formatted(HEAD));
  }

  @Test
  void bump_offeredBefore_isNotOfferedAgain() throws Exception {
    github.on("GET " + API + "pulls", "[{\"number\": 12}]");

    Act.Run run = bump();

    assertThat(run.jobs().values()).as(run.said()).containsOnly("success");
    assertThat(github.changes()).isEmpty();
    assertThat(github.requests())
        .extracting(FakeGitHub.Request::query)
        .contains("state=all&head=acme:bump/tomcat-11.0.26");
  }

  private Act.Run bump() throws Exception {
    return act.run(
        "bump.yml",
        "workflow_dispatch",
        "{\"repository\": {\"full_name\": \"acme/shop\", \"default_branch\": \"main\"}}");
  }
}
