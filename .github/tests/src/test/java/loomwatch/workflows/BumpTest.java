package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One offer for each newer release of a line, once. In Maven's place a script that finds 11.0.26,
 * in the JDK's vendor's the fake GitHub.
 */
class BumpTest extends OnFakeGitHub {
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
  private static final String DIGEST = "sha256:" + "a".repeat(64);
  private static final String OLDER = "sha256:" + "0".repeat(64);
  private static final String JDKS =
      """
      # Pinned.
      eclipse-temurin:21.0.12_8-jdk-noble@%s
      eclipse-temurin:%s-jdk-noble@%s
      """;

  /** In Docker's place; there is no image of 25.0.9. */
  private static final String DOCKER =
      """
      #!/bin/sh
      case "$*" in
        *25.0.9*) echo "not found" >&2; exit 1 ;;
        "buildx imagetools inspect eclipse-temurin:25.0.5_7-jdk-noble --format {{.Manifest.Digest}}")
          echo "%s" ;;
        *) echo "unexpected: $*" >&2; exit 1 ;;
      esac
      """
          .formatted(DIGEST);

  @BeforeEach
  void begin() throws Exception {
    world.script("mvn", MAVEN);
    world.write("pom.xml", POM.formatted("11.0.25"));
    world.script("docker", DOCKER);
    world.write("container/jdks", JDKS.formatted(OLDER, "25.0.4.1_1", OLDER));
    world.write("container/Dockerfile", "ARG JDK=eclipse-temurin:25.0.4.1_1-jdk-noble@" + OLDER);
    world.write(
        "container/loomwatch.Dockerfile", "ARG JDK=eclipse-temurin:25.0.4.1_1-jdk-noble@" + OLDER);
    world.commit("name all lines");
    world.push();
    github
        .on("GET " + API + "pulls", "[]")
        .on("POST " + API + "git/refs", "{}")
        .on("PUT " + API + "contents/pom.xml", commit(HEAD))
        .on("PUT " + API + "contents/container/Dockerfile", commit("1".repeat(40)))
        .on("PUT " + API + "contents/container/jdks", commit("1".repeat(40)))
        .on("PUT " + API + "contents/container/loomwatch.Dockerfile", commit(HEAD))
        .on("POST " + API + "pulls", "{\"number\": 12}")
        .on("POST " + API + "actions/workflows/perf.yml/dispatches", "");
    newest(21, "jdk-21.0.12+8");
    newest(25, "jdk-25.0.4.1+1");
  }

  @Test
  void bump_newerReleaseOfOneLine_isOfferedAndMeasured() throws Exception {
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
            "POST /repos/acme/shop/actions/workflows/perf.yml/dispatches");
    assertThat(changes.get(1).body().path("sha").asText()).isEqualTo(world.head());
    assertThat(changes.get(2).body().path("message").asText())
        .isEqualTo("build: take Tomcat 11.0.26 for 11.0.25");
    assertThat(content(changes.get(2))).isEqualTo(POM.formatted("11.0.26"));
    assertThat(changes.get(3).body().path("title").asText()).isEqualTo("Tomcat 11.0.25 → 11.0.26");
    assertThat(changes.get(4).body())
        .hasToString(
            "{\"inputs\":{\"head\":\"%s\",\"pull\":\"12\"},\"ref\":\"main\"}".formatted(HEAD));
  }

  @Test
  void bump_switchedOff_offersNothing() throws Exception {
    act.variable("LOOMWATCH_BUMPS", "off");

    Act.Run run = bump();

    assertThat(run.jobs()).as(run.said()).isEmpty();
    assertThat(github.requests()).isEmpty();
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

  @Test
  void bump_newerJdk_isPinnedWhereverItWasAndOffered() throws Exception {
    world.script("mvn", "#!/bin/sh\n");
    newest(25, "jdk-25.0.5+7");

    Act.Run run = bump();

    assertThat(run.jobs().values()).as(run.said()).containsOnly("success");
    List<FakeGitHub.Request> changes = github.changes();
    assertThat(changes)
        .extracting(FakeGitHub.Request::line)
        .containsExactly(
            "DELETE /repos/acme/shop/git/refs/heads/bump/jdk-25.0.5_7",
            "POST /repos/acme/shop/git/refs",
            "PUT /repos/acme/shop/contents/container/Dockerfile",
            "PUT /repos/acme/shop/contents/container/jdks",
            "PUT /repos/acme/shop/contents/container/loomwatch.Dockerfile",
            "POST /repos/acme/shop/pulls",
            "POST /repos/acme/shop/actions/workflows/perf.yml/dispatches");
    assertThat(content(changes.get(2)))
        .isEqualTo("ARG JDK=eclipse-temurin:25.0.5_7-jdk-noble@" + DIGEST);
    assertThat(content(changes.get(3))).isEqualTo(JDKS.formatted(OLDER, "25.0.5_7", DIGEST));
    assertThat(content(changes.get(4))).isEqualTo(content(changes.get(2)));
    assertThat(changes.get(5).body().path("title").asText()).isEqualTo("JDK 25.0.4.1_1 → 25.0.5_7");
    assertThat(changes.get(6).body().at("/inputs/head").asText()).isEqualTo(HEAD);
  }

  @Test
  void bump_newerJdkWithoutAnImageYet_waits() throws Exception {
    world.script("mvn", "#!/bin/sh\n");
    newest(25, "jdk-25.0.9+1");

    Act.Run run = bump();

    assertThat(run.jobs().values()).as(run.said()).containsOnly("success");
    assertThat(run.said()).contains("There is no image eclipse-temurin:25.0.9_1-jdk-noble yet");
    assertThat(github.changes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "true, Ask Maven for the newest of the line",
    "false, Ask the vendor for the newest of the line"
  })
  void bump_mavenOrVendorAnswersWithATrick_failsAndOffersNothing(boolean maven, String failed)
      throws Exception {
    String trick = MAVEN.replace("s/11.0.25/11.0.26/", "s|11.0.25|11.0.99/../main?x=|");
    world.script("mvn", maven ? trick : "#!/bin/sh\n");
    newest(25, maven ? "jdk-25.0.4.1+1" : "jdk-25.0.5+7; " + TOUCH);

    Act.Run run = bump();

    assertThat(run.failed()).containsExactly(failed);
    assertThat(github.changes()).isEmpty();
  }

  private void newest(int feature, String release) {
    github.on(
        "GET /v3/assets/latest/" + feature + "/hotspot",
        "[{\"binary\": {}, \"release_name\": \"%s\", \"vendor\": \"eclipse\"}]".formatted(release));
  }

  private static String commit(String sha) {
    return "{\"commit\": {\"sha\": \"" + sha + "\"}}";
  }

  private static String content(FakeGitHub.Request change) {
    return new String(
        Base64.getDecoder().decode(change.body().path("content").asText()), StandardCharsets.UTF_8);
  }

  private Act.Run bump() throws Exception {
    return act.run(
        "bump.yml",
        "workflow_dispatch",
        "{\"repository\": {\"full_name\": \"acme/shop\", \"default_branch\": \"main\"}}");
  }
}
