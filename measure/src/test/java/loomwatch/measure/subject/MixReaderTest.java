package loomwatch.measure.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.loadgen.Spoken;
import loomwatch.loadgen.Spoken.Certificates;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MixReaderTest {
  @TempDir private Path folder;

  @Test
  void parse_mixWithFiles_hasAllOfThem() throws IOException {
    Files.createDirectory(folder.resolve("perf"));
    Files.writeString(folder.resolve("perf/items.csv"), "id,name\n1,\"tea, green\"\n\n2,\n");
    Files.writeString(folder.resolve("perf/order.json"), "{\"id\": {csv.id}}\n");
    String mix =
        """
          shop:
            rate: 2000
            csv: perf/items.csv
            requests:
            - {get: "/items/{csv.id}", weight: 9}
            - post: /orders
              headers: {Content-Type: application/json}
              body: {file: perf/order.json}
              expect: {status: 201, contains: '"id"'}
        """;

    assertThat(scenario(mix))
        .isEqualTo(
            new Scenario(
                "shop",
                null,
                null,
                new Mix(
                    List.of(
                        new MixedRequest("/items/{csv.id}", null, 9),
                        new MixedRequest(
                            "/orders",
                            new Request(
                                "POST",
                                Map.of("Content-Type", "application/json"),
                                "{\"id\": {csv.id}}\n",
                                new ExpectedAnswer(201, "\"id\"")),
                            1)),
                    new Values(
                        List.of("id", "name"),
                        List.of(List.of("1", "tea, green"), List.of("2", "")))),
                null,
                2_000,
                50,
                null,
                false,
                Set.of()));
  }

  @Test
  void parse_oneRequestInAList_isAsIfAlone() {
    assertThat(scenario("  a: {rate: 1, requests: [{get: /x, weight: 1}]}\n"))
        .isEqualTo(scenario("  a: {rate: 1, get: /x}\n"))
        .isEqualTo(new Scenario("a", "/x", 1, 50, null, false, Set.of()));
  }

  @Test
  void parse_expectOfAGet_isKept() {
    assertThat(scenario("  a: {rate: 1, get: /x, expect: {status: 304}}\n").sent())
        .isEqualTo(Mix.of("/x", new Request("GET", Map.of(), null, new ExpectedAnswer(304, null))));
  }

  @Test
  void parse_protocol_isTheServicesAndItsScenarios() {
    SubjectFile file =
        SubjectFileReader.parse(
            folder.resolve("loomwatch.yaml"),
            Example.MINIMAL.replace("  ready:", "  protocol: h2\n  certificate: any\n  ready:"));

    assertThat(file.service().spoken()).isEqualTo(new Spoken(Protocol.H2, Certificates.ANY));
    assertThat(file.scenarios().getFirst().protocol()).isEqualTo(Protocol.H2);
  }

  private Scenario scenario(String yaml) {
    return SubjectFileReader.parse(folder.resolve("loomwatch.yaml"), Example.MINIMAL + yaml)
        .scenarios()
        .getLast();
  }
}
