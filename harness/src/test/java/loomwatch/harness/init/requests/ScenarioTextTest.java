package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.service.ServiceFile;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTextTest {
  @TempDir Path folder;

  @Test
  void text_ofOneRequest_isOneLine() {
    assertThat(new ScenarioText("items", 500, List.of(FoundRequest.get("/items?a=1"))).text())
        .isEqualTo("  items: {get: '/items?a=1', rate: 500}\n");
  }

  @Test
  void text_ofSeveralRequests_hasTheirWeights() {
    assertThat(
            new ScenarioText(
                    "shop",
                    20,
                    List.of(
                        FoundRequest.get("/items").weighing(9),
                        post("/orders", "{\"id\": 1}", Map.of("Content-Type", "application/json"))))
                .text())
        .isEqualTo(
            """
              shop:
                rate: 20
                requests:
                  - {get: /items, weight: 9}
                  - post: /orders
                    headers: {Content-Type: application/json}
                    body: '{"id": 1}'
            """);
  }

  /** What is written must be read again as it was. */
  @Test
  void text_ofAnyCharacters_isReadAgain() throws Exception {
    List<String> bodies =
        List.of(
            "a: b # c",
            "'\"\\",
            "one\n  two\n\nthree",
            "trailing\n",
            "\n leading",
            "tab\there",
            "yes",
            "1",
            "null",
            "ä€😀",
            "- a",
            "x".repeat(300) + " y",
            "\u0007\u0085",
            "% @ ` & * !");
    for (String body : bodies) {
      FoundRequest request = post("/a/b?c=%20,[1]:x&d='", body, Map.of("X-Shop", "1: # {a} \"b\""));
      Path file = folder.resolve("loomwatch.yaml");
      Files.writeString(
          file,
          "schema: 1\nservice:\n  start: java -jar a.jar --port={port}\n  ready: /\nscenarios:\n"
              + new ScenarioText("one", 1, List.of(request)).text()
              + new ScenarioText("two", 1, List.of(request, FoundRequest.get("/"))).text());

      MixedRequest expected =
          new MixedRequest(request.path(), new Request("POST", request.headers(), body, null), 1);
      assertThat(ServiceFile.read(file).scenarios())
          .as(body)
          .allSatisfy(
              scenario -> assertThat(scenario.sent().requests().getFirst()).isEqualTo(expected));
    }
  }

  private static FoundRequest post(String path, String body, Map<String, String> headers) {
    return new FoundRequest("POST", path, headers, Optional.of(body), 1, Optional.empty());
  }
}
