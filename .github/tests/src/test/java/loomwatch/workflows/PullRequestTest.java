package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is measured, and who is not. */
class PullRequestTest extends OnFakeGitHub {
  private static final String DISPATCH =
      "POST /repos/acme/shop/actions/workflows/perf.yml/dispatches";
  private static final String[] TESTED = {
    "loomwatch test --require-all analysis server results loadgen jmh judge trend reporting measure"
        + " benchmarks",
    "loomwatch test --require-all harness",
    "loomwatch test --require-all workflows",
    "loomwatch test --require-all container eclipse-temurin:" + pinned("21"),
    "loomwatch test --require-all container eclipse-temurin:" + pinned("25")
  };

  @BeforeEach
  void begin() throws Exception {
    world.write(
        "loomwatch",
        "#!/bin/sh\necho \"loomwatch $* ${LOOMWATCH_JDK_IMAGE%%@*}\" | sed 's/ *$//'\n");
    world.commit("take the tests' place");
    world.push();
    github.on(DISPATCH, "");
  }

  @Test
  void tested_partsTogether_areAllModules() throws Exception {
    Set<String> parts = new TreeSet<>(Set.of("container"));
    for (String line : TESTED) {
      if (!line.contains(" container ")) {
        parts.addAll(List.of(line.replaceFirst(".*--require-all ", "").split(" ")));
      }
    }
    String modules =
        Files.readString(Path.of("../../.ci/test"))
            .lines()
            .filter(line -> line.startsWith("readonly modules="))
            .findFirst()
            .orElseThrow();

    assertThat(parts)
        .containsExactlyInAnyOrder(modules.replaceFirst(".*\"(.*)\"", "$1 analysis").split(" "));
  }

  @Test
  void pullRequest_ofABranchHere_isTestedAndAsksForItsHead() throws Exception {
    Act.Run run = act.run("pull-request.yml", "pull_request", pullRequest("acme/shop"));

    assertThat(run.jobs().values()).as(run.said()).hasSize(7).containsOnly("success");
    assertThat(run.said().lines()).contains(TESTED);
    assertThat(github.requests()).extracting(FakeGitHub.Request::line).containsExactly(DISPATCH);
    assertThat(github.requests().getFirst().body().toString())
        .isEqualTo(
            "{\"inputs\":{\"head\":\"%s\",\"pull\":\"7\"},\"ref\":\"main\"}".formatted(HEAD));
  }

  @Test
  void pullRequest_ofAFork_isTestedAndAsksForNothing() throws Exception {
    Act.Run run = act.run("pull-request.yml", "pull_request", pullRequest("stranger/shop"));

    assertThat(run.jobs().values()).as(run.said()).hasSize(6).containsOnly("success");
    assertThat(run.said().lines()).contains(TESTED);
    assertThat(github.requests()).isEmpty();
  }

  /** bump.yml asks for its own when it opens one; pushes to it are as any. */
  @ParameterizedTest
  @CsvSource({
    "bump/tomcat-11.0.26, opened, github-actions[bot], 0",
    "bump/tomcat-11.0.26, synchronize, github-actions[bot], 1",
    "bump/tomcat-11.0.26, opened, somebody, 1",
    "feature, opened, github-actions[bot], 1"
  })
  void pullRequest_ofBump_asksUnlessBumpHas(String branch, String action, String by, int asked)
      throws Exception {
    String event =
        pullRequest("acme/shop", branch)
            .replace("synchronize", action)
            .replace("\"base\"", "\"user\": {\"login\": \"" + by + "\"}, \"base\"");

    Act.Run run = act.only("ask").run("pull-request.yml", "pull_request", event);

    assertThat(run.jobs().values()).as(run.said()).hasSize(asked).allMatch("success"::equals);
    assertThat(github.requests()).hasSize(asked);
  }

  @ParameterizedTest
  @CsvSource({
    "dependabot[bot], on, 1",
    "renovate[bot], on, 1",
    "dependabot[bot], off, 0",
    "renovate[bot], off, 0",
    "somebody, off, 1"
  })
  void pullRequest_ofABot_asksUnlessBotsAreOff(String by, String bots, int asked) throws Exception {
    String event =
        pullRequest("acme/shop", "renovate/tomcat")
            .replace("\"base\"", "\"user\": {\"login\": \"" + by + "\"}, \"base\"");

    Act.Run run =
        act.as(by)
            .variable("LOOMWATCH_BOTS", bots)
            .only("ask")
            .run("pull-request.yml", "pull_request", event);

    assertThat(run.jobs().values()).as(run.said()).hasSize(asked).allMatch("success"::equals);
    assertThat(github.requests()).hasSize(asked);
  }

  /** Both checks that branch protection waits for come, of a group too. */
  @Test
  void mergeGroup_isTestedAndHasBothRequiredChecks() throws Exception {
    String event =
        """
        {"action": "checks_requested", "repository": {"full_name": "acme/shop", "default_branch": "main"},
         "merge_group": {"head_sha": "%s", "head_ref": "refs/heads/gh-readonly-queue/main/pr-7",
           "base_ref": "refs/heads/main"}}
        """
            .formatted(HEAD);

    Act.Run tested = act.run("pull-request.yml", "merge_group", event);
    Act.Run said = act.run("merge-queue.yml", "merge_group", event);

    assertThat(tested.jobs())
        .as(tested.said())
        .hasSize(6)
        .containsEntry("Pull request/All passed", "success");
    assertThat(tested.said().lines()).contains(TESTED);
    assertThat(said.jobs())
        .as(said.said())
        .containsExactly(Map.entry("Merge queue/Loomwatch", "success"));
    assertThat(github.requests()).isEmpty();
  }

  private static String pinned(String line) {
    return Repository.text(Repository.ROOT.resolve("container/jdks"))
        .replaceAll("(?s).*\neclipse-temurin:(" + line + "[^@]*)@.*", "$1");
  }

  private static String pullRequest(String from) {
    return pullRequest(from, "$(%s)".formatted(TOUCH.replace(" ", "$IFS")));
  }

  private static String pullRequest(String from, String branch) {
    return """
    {"action": "synchronize", "number": 7,
     "repository": {"full_name": "acme/shop", "default_branch": "main"},
     "pull_request": {"number": 7, "base": {"ref": "main"},
       "head": {"ref": "%s", "sha": "%s",
         "repo": {"full_name": "%s"}}}}
    """
        .formatted(branch, HEAD, from);
  }
}
