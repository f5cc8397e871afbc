package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A team's pull request, built, started, loaded and judged with nothing in the place of anything.
 */
class ServiceInEarnestTest extends OnFakeGitHub {
  /** It starts at once, so that eleven of it take seconds; and no cause is looked for. */
  private static final String SHOP =
      """
      import sys
      from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

      class Shop(BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"

          def do_GET(self):
              last = list(range(1_000))
              self.send_response(200)
              self.send_header("Content-Length", "5")
              self.end_headers()
              self.wfile.write(b"items")

          def log_message(self, *args):
              pass

      ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Shop).serve_forever()
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        build: sh build.sh
        start: python3 shop.py {port}
        ready: /items
      scenarios:
        items: {get: /items, rate: 100, connections: 4}
      """;

  /**
   * What an untrusted contributor's build may try: to be judged by other limits, and to find a
   * token.
   */
  private static final String HOSTILE =
      """
      python3 -m py_compile shop.py
      env > "$LOOMWATCH_TEST_ARTIFACTS/../seen"
      cat "$GITHUB_WORKSPACE/.git/config" "$GITHUB_WORKSPACE/service/acme/shop/.git/config" >> "$LOOMWATCH_TEST_ARTIFACTS/../seen"
      printf 'schema: 1\\nlimits: []\\n' > "$GITHUB_WORKSPACE/service/acme/shop/thresholds.yaml"
      """;

  private Team team;

  @BeforeEach
  void begin() throws Exception {
    team = new Team(world, act.variable("LOOMWATCH_PROFILE", "trial"));
    world.write("shop.py", SHOP);
    world.write("build.sh", "python3 -m py_compile shop.py\n");
    world.write("loomwatch.yaml", SERVICE);
    team.push();
  }

  /** A machine too busy to measure says so, and has no success either. */
  @Test
  @ResourceLock("cpus")
  void performance_ofASlowerCommit_isAFailureByTheLoadAndTheLimitsOfItsBase() throws Exception {
    String base = world.head();
    world.tell(world.work(), "git", "checkout", "--quiet", "--detach");
    world.write("shop.py", SHOP.replace("1_000", "50_000"));
    world.write("build.sh", HOSTILE);
    world.write(
        "loomwatch.yaml",
        SERVICE.replace("rate: 100", "rate: 1") + "  new: {get: /items, rate: 10}\n");
    world.write("thresholds.yaml", "schema: 1\nlimits: []\n");
    String head = world.commit("allocate more, and hide it");
    world.tell(world.work(), "git", "push", "--quiet", "origin", "HEAD:refs/pull/7/head");
    world.tell(world.work(), "git", "checkout", "--quiet", "main");
    github
        .on(
            "GET /repos/acme/shop/pulls/7",
            "{\"number\": 7, \"state\": \"open\", \"head\": {\"sha\": \"%s\"}, \"base\": {\"ref\": \"main\"}}"
                .formatted(head))
        .on(
            "GET /repos/acme/shop/compare/main..." + head,
            "{\"merge_base_commit\": {\"sha\": \"%s\"}, \"files\": []}".formatted(base))
        .on("GET /repos/acme/shop/contents/loomwatch.yaml", "{}")
        .remembering(head);

    Act.Run run = team.perform(head);

    assertThat(run.failed()).as(run.said()).isEmpty();
    String result = "result-" + head;
    JsonNode record =
        new ObjectMapper()
            .readTree(world.artifacts().resolve(result + "/" + result + "/record.json").toFile());
    assertThat(record.at("/variants/base/revision").asText()).isEqualTo(base);
    assertThat(record.at("/variants/head/revision").asText()).isEqualTo(head);
    assertThat(record.at("/variants/head/service").asText()).startsWith("shop@");
    assertThat(record.path("launches")).isNotEmpty();
    assertThat(record.path("launches").findValuesAsText("cause"))
        .as("servers that start in the service's folder, not in the harness's")
        .doesNotContain("server-not-ready");
    assertThat(record.path("scenarios")).hasSize(1);
    assertThat(record.at("/scenarios/0/requestsPerSecond").asDouble()).isEqualTo(100);
    JsonNode check = github.remembered().at("/checks/0");
    assertThat(check.path("head_sha").asText()).isEqualTo(head);
    assertThat(check.path("conclusion").asText()).isIn("failure", "neutral");
    assertThat(check.at("/output/summary").asText() + check.at("/output/text").asText())
        .contains("new is in head's loomwatch.yaml alone")
        .contains("head's loomwatch.yaml asks for another build, start or load");
    Path seen = directory.resolve("seen");
    assertThat(Files.readString(seen))
        .contains("PATH=")
        .doesNotContain("a-token-of-no-worth")
        .doesNotContain("GITHUB_OUTPUT=");
  }
}
