package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.harness.init.RequestTrial.Answered;
import loomwatch.harness.init.RequestTrial.Tried;
import loomwatch.harness.init.requests.FoundRequest;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceException;
import org.junit.jupiter.api.Test;

/** What is written must be read again. */
class DraftTest {
  @Test
  void text_pathsOfOneName_haveNamesOfTheirOwn() {
    assertThat(text("/items", "/items/", "/Items"))
        .contains(
            "  items: {get: /items,", "  items-2: {get: /items/,", "  items-3: {get: /Items,");
  }

  @Test
  void text_paths_haveNamesThatTheReaderTakes() {
    assertThat(text("/api/Items.json", "/", "/jmh"))
        .contains("\n  api-items-json: ", "\n  root: ", "\n  get-jmh: ");
  }

  @Test
  void text_longPath_hasANameThatMayBe() {
    assertThat(text("/a/" + "long/".repeat(30)))
        .containsPattern("\n  a(-long)+-?(lo|lon)?: \\{")
        .doesNotContainPattern("\n  [a-z-]{61,}: ");
  }

  @Test
  void text_requestWithHeadersAndBody_hasThem() {
    Draft draft = new Draft();
    FoundRequest request =
        new FoundRequest(
            "POST",
            "/orders",
            Map.of("Content-Type", "application/json"),
            Optional.of("{\"item\": 1}"),
            1,
            Optional.empty());
    draft.tried("/shop", new Tried(List.of(new Answered(request, 50)), List.of()));

    assertThat(draft.text())
        .contains(
            """
              orders:
                post: /shop/orders
                headers: {Content-Type: application/json}
                body: '{"item": 1}'
                rate: 50
            """);
  }

  @Test
  void text_severalScenarios_haveOneForSmoke() {
    assertThat(text("/items", "/orders"))
        .contains("profiles:\n  smoke: {run: [items], compare: [items]} #");
    assertThat(text("/items")).doesNotContain("profiles");
  }

  @Test
  void text_keys_areInTheirUsualOrder() {
    Draft draft = new Draft();
    draft.set("modes", "", "platform: {}");
    draft.set("build", "make");
    draft.set("jdk", "25");

    assertThat(draft.text())
        .endsWith("service:\n  jdk: 25\n  build: make\n  modes:\n    platform: {}\n");
  }

  @Test
  void completing_begunFile_keepsItsLinesAndDropsEarlierComments() {
    Draft draft = new Draft();
    draft.set("build", "not mine");
    draft.set("ready", "/health");
    draft.tried("", tried("/items"));

    assertThat(
            draft.completing(
                """
                schema: 1
                # mine
                service:
                    build: make # mine too
                    # open: it ended with 1 when init started it and this is a long comment that goes on
                    #       and on
                    start: java -jar shop.jar {port}

                # open: scenarios: none
                """,
                List.of("build", "start"),
                false))
        .isEqualTo(
            """
            schema: 1
            # mine
            service:
                build: make # mine too
                start: java -jar shop.jar {port}
                ready: /health

            scenarios:
              items: {get: /items, rate: 10}
            """);
  }

  @Test
  void completing_serviceInBraces_getsScenariosAlone() {
    Draft draft = new Draft();
    draft.tried("", tried("/items"));
    String begun = "schema: 1\nservice: {start: a}\n";

    assertThat(draft.completing(begun, List.of("start"), false))
        .isEqualTo(begun + "scenarios:\n  items: {get: /items, rate: 10}\n");
    draft.set("ready", "/health");
    assertThatThrownBy(() -> draft.completing(begun, List.of("start"), false))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith(
            "service in loomwatch.yaml must have each key on a line of its own");
  }

  @Test
  void text_requestThatLacksALogin_showsASessionThatIsReplacedLater() {
    Draft draft = new Draft();
    String why = "GET /orders answers 401: " + RequestTrial.LOGIN;
    draft.tried("/shop", new Tried(List.of(), List.of(why)));
    String begun = draft.text();

    assertThat(begun)
        .contains(
            """
            # open: GET /orders answers 401: it lacks a login, as by session:
            # open: a scenario with a login looks so, for a user whom only the measured database has:
            #       scenarios:
            #         first:
            #           rate: 100
            #           session:
            #             - post: /login
            """)
        .contains("#           get: /shop/orders\n");
    Draft later = new Draft();
    later.tried("", tried("/items"));
    assertThat(later.completing(begun, List.of(), false)).doesNotContain("session");
  }

  @Test
  void completing_fileWithoutService_getsAll() {
    Draft draft = new Draft();
    draft.set("ready", "/health");

    assertThat(draft.completing("schema: 1\n", List.of(), true))
        .isEqualTo("schema: 1\nservice:\n  ready: /health\n");
  }

  @Test
  void completing_fileWithScenarios_getsWhatItsServiceLacks() {
    Draft draft = new Draft();
    draft.open("it listens on 7070", "start: java -jar shop.jar … {port}");
    String begun = draft.text() + "scenarios:\n  items: {get: /items, rate: 10} # mine\n";
    Draft found = new Draft();
    found.set("start", "java -jar shop.jar {port}");

    assertThat(begun)
        .contains("  # open: it listens on 7070\n  # start: java -jar shop.jar … {port}\n");
    assertThat(found.completing(begun, List.of(), true))
        .endsWith(
            """
            schema: 1
            service:
              start: java -jar shop.jar {port}
            scenarios:
              items: {get: /items, rate: 10} # mine
            """);
  }

  @Test
  void ready_ofOneThatIsSlow_hasMorePatience() {
    Ready path = new Ready.Answers("/", 200, Ready.USUALLY_WITHIN);

    assertThat(Tryout.written(path, Duration.ofSeconds(30))).isEqualTo("/");
    assertThat(Tryout.written(path, Duration.ofSeconds(110))).isEqualTo("{path: /, within: 360 s}");
  }

  @Test
  void rate_isDownToOneTwoOrFive() {
    assertThat(RequestTrial.round(0.3)).isEqualTo(1);
    assertThat(RequestTrial.round(9.9)).isEqualTo(5);
    assertThat(RequestTrial.round(499)).isEqualTo(200);
    assertThat(RequestTrial.round(50_000)).isEqualTo(2_000);
  }

  private static String text(String... paths) {
    Draft draft = new Draft();
    draft.tried("", tried(paths));
    return draft.text();
  }

  private static Tried tried(String... paths) {
    return new Tried(
        Stream.of(paths).map(path -> new Answered(FoundRequest.get(path), 10)).toList(), List.of());
  }
}
