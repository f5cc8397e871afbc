package loomwatch.harness.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import loomwatch.harness.notify.FakeReceiver.Answer;
import loomwatch.harness.notify.FakeReceiver.Request;
import loomwatch.harness.notify.Receiver.Event;
import loomwatch.harness.notify.Receiver.Kind;
import loomwatch.reporting.publish.Issue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of receiver, faked, gets one message for each issue, whatever goes wrong. */
final class NotifierTest {
  private static final String KEY = "trend/0123456789ab";
  private static final String TITLE = "Regression since 22222222: hello cpu +3.1 %";
  private static final String LINK = "https://acme.example/shop/#compare?id=1&x=2";
  private static final String SECRET = "hush-secret-token";
  private static final Set<Event> ALL = Set.of(Event.values());

  private static final Issue OPEN = issue(Issue.State.BROKEN, "confirmed: step at 22222222.");
  private static final Issue GREW =
      issue(Issue.State.BROKEN, "confirmed: step at 22222222.", "+4.2 %");
  private static final Issue OVER = issue(Issue.State.RETURNED, "closed: back since 33333333.");

  @TempDir Path directory;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private FakeReceiver receivers;
  private String occasion = "head1";

  @BeforeEach
  void start() throws IOException {
    receivers = FakeReceiver.start();
  }

  /** Neither token nor address, whose path is a secret for Teams and others. */
  @AfterEach
  void stop() throws IOException {
    receivers.close();
    assertThat(said()).doesNotContain(SECRET, "127.0.0.1", "/hook");
    Path state = directory.resolve("notices.json");
    assertThat(Files.exists(state) ? Files.readString(state) : "").doesNotContain(SECRET, "/hook");
  }

  private static Issue issue(Issue.State state, String... lines) {
    return new Issue(KEY, state, TITLE, "", List.of(lines), LINK);
  }

  private Receiver receiver(Kind kind) {
    return switch (kind) {
      case SLACK -> new Receiver(kind, Map.of("channel", "C0123456789", "token", "A_TOKEN"), ALL);
      case TEAMS -> new Receiver(kind, Map.of("url", "HOOK_URL"), ALL);
      case MATTERMOST ->
          new Receiver(
              kind,
              Map.of(
                  "server", receivers.url() + "/mattermost", "channel", "m1", "token", "A_TOKEN"),
              ALL);
      case WEBHOOK -> new Receiver(kind, Map.of("url", "HOOK_URL", "secret", "A_TOKEN"), ALL);
    };
  }

  private int send(List<Receiver> to, Issue... issues) throws InterruptedException {
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    HttpSender.Pace pace =
        new HttpSender.Pace(Duration.ofMillis(20), Duration.ofSeconds(2), Duration.ofSeconds(2));
    Secrets secrets =
        new Secrets(
            Map.of(
                "A_TOKEN", SECRET,
                "SLACK_API_URL", receivers.url() + "/slack",
                "LOOMWATCH_NOTIFY", "OTHER=x\nHOOK_URL=" + receivers.url() + "/hook?sig=1\n"));
    return new Notifier(
            new Notices(directory.resolve("notices.json")),
            new Notifier.Delivery(new HttpSender(pace, out), secrets, "", occasion, null, out, out))
        .send(to, List.of(issues), key -> Optional.empty());
  }

  private int send(Kind kind, Issue... issues) throws InterruptedException {
    return send(List.of(receiver(kind)), issues);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  private List<String> lines() {
    return receivers.requests().stream().map(Request::line).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SLACK", "MATTERMOST"})
  void send_aBot_changesItsOneMessage(Kind kind) throws Exception {
    assertThat(send(kind, OPEN)).isZero();
    assertThat(receivers.messages().get("id1"))
        .contains("✘ Regression since 22222222: hello cpu")
        .contains("confirmed: step at 22222222.")
        .contains("Details");
    assertThat(send(kind, OPEN)).isZero();
    assertThat(lines()).hasSize(1);
    assertThat(said()).endsWith("nothing to send\n");

    send(kind, GREW);
    assertThat(receivers.messages()).hasSize(1);
    assertThat(receivers.messages().get("id1")).contains("+4.2 %");
    send(kind, OVER);
    send(kind, OVER);

    assertThat(receivers.messages()).hasSize(1);
    assertThat(receivers.messages().get("id1"))
        .contains("✔ Closed: Regression since 22222222")
        .contains("closed: back since 33333333.");
    assertThat(lines()).hasSize(3);
    assertThat(receivers.requests())
        .allMatch(request -> ("Bearer " + SECRET).equals(request.headers().get("authorization")));

    send(kind, OPEN);
    assertThat(receivers.messages()).as("it is another time").hasSize(2);
  }

  @Test
  void send_slack_sendsWhatItsMethodsTake() throws Exception {
    send(Kind.SLACK, OPEN);
    send(Kind.SLACK, GREW);

    assertThat(lines()).containsExactly("POST /slack/chat.postMessage", "POST /slack/chat.update");
    assertThat(receivers.requests().getFirst().body())
        .hasToString(
            "{\"channel\":\"C0123456789\",\"text\":\"*✘ %s*\\nconfirmed: step at 22222222.\\n<%s|Details>\",\"unfurl_links\":false,\"unfurl_media\":false}"
                .formatted(TITLE, LINK.replace("&", "&amp;")));
    assertThat(receivers.requests().getLast().body().path("ts").asText()).isEqualTo("id1");
  }

  @Test
  void send_teams_isACardAndAnotherWhenItIsOver() throws Exception {
    send(Kind.TEAMS, OPEN);
    send(Kind.TEAMS, GREW);
    assertThat(lines()).as("it could not be changed").containsExactly("POST /hook?sig=1");
    send(Kind.TEAMS, OVER);

    JsonNode card = receivers.requests().getFirst().body().at("/attachments/0/content");
    assertThat(texts(card)).containsExactly("✘ " + TITLE, "confirmed: step at 22222222.");
    assertThat(card.at("/actions/0/url").asText()).isEqualTo(LINK);
    assertThat(card.at("/body/0/type").asText()).isEqualTo("RichTextBlock");
    assertThat(texts(receivers.requests().getLast().body().at("/attachments/0/content")))
        .satisfiesExactly(
            title -> assertThat(title).isEqualTo("✔ Closed: " + TITLE),
            first -> assertThat(first).matches("This ends the message of [\\d-]+T[\\d:]+Z\\."),
            line -> assertThat(line).isEqualTo("closed: back since 33333333."));
    assertThat(receivers.requests()).hasSize(2);
  }

  private static List<String> texts(JsonNode card) {
    return card.path("body").findValuesAsText("text");
  }

  @Test
  void send_webhook_isSignedAndValidBySchema() throws Exception {
    send(Kind.WEBHOOK, OPEN);
    send(Kind.WEBHOOK, GREW);
    send(Kind.WEBHOOK, OVER);

    assertThat(events()).containsExactly("opened", "updated", "closed");
    for (Request request : receivers.requests()) {
      Map<String, String> headers = request.headers();
      String signed =
          headers.get("webhook-id") + "." + headers.get("webhook-timestamp") + "." + request.text();
      assertThat(headers.get("webhook-signature")).isEqualTo("v1," + hmac(signed));
      assertThat(request.body().path("id").asText()).isEqualTo(headers.get("webhook-id"));
      assertThat(request.body().path("key").asText()).isEqualTo(KEY);
      try (var schema = Notifier.class.getResourceAsStream("notice.schema.json")) {
        assertThat(
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8))
                    .validate(request.text(), InputFormat.JSON))
            .isEmpty();
      }
    }
  }

  private List<String> events() throws IOException {
    List<JsonNode> bodies = new java.util.ArrayList<>();
    for (Request request : receivers.requests()) {
      bodies.add(request.body());
    }
    return bodies.stream().map(body -> body.path("event").asText()).toList();
  }

  private static String hmac(String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** So that a receiver recognises a retry. */
  @Test
  void send_webhookAnswersLate_hasOneIdOverRetriesAndRuns() throws Exception {
    receivers.next(Answer.of(503), Answer.of(502), Answer.of(500));

    assertThat(send(Kind.WEBHOOK, OPEN)).isEqualTo(75);
    assertThat(send(Kind.WEBHOOK, OPEN)).isZero();
    send(Kind.WEBHOOK, OVER);
    occasion = "head2";
    send(Kind.WEBHOOK, OPEN);

    List<String> ids =
        receivers.requests().stream().map(request -> request.headers().get("webhook-id")).toList();
    assertThat(ids.subList(0, 4)).containsOnly(ids.getFirst());
    assertThat(ids.subList(3, 6)).doesNotHaveDuplicates();
    assertThat(said())
        .contains(
            "loomwatch: webhook HOOK_URL: answered 500, 3 times; the next run sends its message\n");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void send_busyTwice_arrivesOnce(Kind kind) throws Exception {
    receivers.next(new Answer(429, "", "1", 0), Answer.of(503));
    long begun = System.nanoTime();

    assertThat(send(kind, OPEN)).isZero();

    assertThat(System.nanoTime() - begun).isGreaterThan(1_000_000_000L);
    assertThat(lines()).hasSize(3);
    assertThat(said()).contains(" answered 429; trying again in 1.0 s");
  }

  @ParameterizedTest
  @CsvSource({"3600, 1", "Wed 21 Oct, 1", "2, 2"})
  void send_wantsToBeLeftAlone_isBelievedUpToALimit(String retryAfter, int requests)
      throws Exception {
    receivers.next(new Answer(429, "", retryAfter, 0));

    assertThat(send(Kind.TEAMS, OPEN)).isEqualTo(requests == 1 ? 75 : 0);

    assertThat(lines()).hasSize(requests);
  }

  @Test
  void send_noAnswerInTime_isTriedAgain() throws Exception {
    receivers.next(new Answer(200, "", "", 3_000));

    assertThat(send(Kind.TEAMS, OPEN)).isZero();

    assertThat(said()).contains("teams HOOK_URL gave no answer within 2 s; trying again");
  }

  @Test
  void send_nobodyListens_isToldWithoutTheAddress() throws Exception {
    receivers.close();

    assertThat(send(Kind.TEAMS, OPEN)).isEqualTo(75);

    assertThat(said()).contains("teams HOOK_URL: gave no answer: ConnectException, 3 times");
  }

  @ParameterizedTest
  @CsvSource({
    "SLACK, 200, '{\"ok\": false, \"error\": \"invalid_auth\"}', answered 200 invalid_auth",
    "TEAMS, 403, 'hush-secret-token', answered 403",
    "MATTERMOST, 401, '{\"id\": \"hush-secret-token\"}', answered 401",
    "WEBHOOK, 404, '', answered 404",
    "WEBHOOK, 302, '', answered 302"
  })
  void send_oneRefuses_isOneLineAndOthersAreTold(Kind kind, int status, String body, String line)
      throws Exception {
    receivers.next(new Answer(status, body, "", 0));
    Receiver other =
        kind == Kind.SLACK
            ? receiver(Kind.TEAMS)
            : new Receiver(Kind.SLACK, Map.of("channel", "C2", "token", "A_TOKEN"), ALL);
    Issue second = new Issue("budget/release", Issue.State.BROKEN, "Budget spent", "");

    assertThat(send(List.of(receiver(kind), other), OPEN, second)).isEqualTo(77);

    assertThat(lines()).hasSize(3);
    assertThat(said().lines().filter(each -> each.startsWith("loomwatch: ")))
        .containsExactly(
            "loomwatch: %s: %s; the next run sends its 2 messages"
                .formatted(receiver(kind).name(), line));
    assertThat(send(List.of(receiver(kind), other), OPEN, second)).isZero();
    assertThat(lines()).as("the others are sent once").hasSize(5);
  }

  /** Else one that is too long, say, would hold up all others for ever. */
  @Test
  void send_oneMessageIsRefused_othersAreTold() throws Exception {
    receivers.next(Answer.of(413));
    Issue second = new Issue("budget/release", Issue.State.BROKEN, "Budget spent", "");

    assertThat(send(Kind.TEAMS, OPEN, second)).isEqualTo(77);

    assertThat(lines()).hasSize(2);
    assertThat(said()).contains("answered 413; the next run sends its message\n");
  }

  @Test
  void send_secretIsNotSet_isOneLineAndOthersAreTold() throws Exception {
    Receiver unset = new Receiver(Kind.TEAMS, Map.of("url", "NOBODY_SET_IT"), ALL);

    assertThat(send(List.of(unset, receiver(Kind.TEAMS)), OPEN)).isEqualTo(77);

    assertThat(lines()).hasSize(1);
    assertThat(said())
        .contains(
            "loomwatch: teams NOBODY_SET_IT: NOBODY_SET_IT must be set, as a variable or a line of"
                + " LOOMWATCH_NOTIFY, was not; the next run sends its message\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SLACK", "MATTERMOST"})
  void send_somebodyDeletedTheMessage_isToldAnew(Kind kind) throws Exception {
    send(kind, OPEN);
    receivers.delete("id1");

    assertThat(send(kind, GREW)).isZero();

    assertThat(receivers.messages().values()).singleElement().asString().contains("+4.2 %");
  }

  @Test
  void send_eventsOfOnesChoice_areTold() throws Exception {
    Receiver some =
        new Receiver(
            Kind.WEBHOOK,
            Map.of("url", "HOOK_URL", "secret", "A_TOKEN"),
            Set.of(Event.BUDGET, Event.MISSING, Event.REGRESSED));
    Issue[] issues = {
      OPEN,
      new Issue("budget/pin", Issue.State.BROKEN, "b", ""),
      new Issue("missing/runs", Issue.State.BROKEN, "m", ""),
      new Issue("limit/hello", Issue.State.BROKEN, "l", ""),
      new Issue("change/0123456789abcdef", Issue.State.BROKEN, "c", "")
    };

    send(List.of(some), issues);
    send(List.of(some), new Issue("budget/pin", Issue.State.ACCEPTED, "within", ""));
    send(List.of(some), new Issue("budget/pin", Issue.State.BROKEN, "b", ""));

    assertThat(events()).containsExactly("budget", "missing", "regressed", "regressed", "budget");
  }

  /** Texts come from commits: they call nobody, and neither links nor markup are theirs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLACK|'&lt;!channel&gt; &lt;https:\u2060//evil.example|click&gt; \uFF20here &amp;lt;'",
        "MATTERMOST|'\\<\\!channel\\> \\<https:\u2060//evil.example\\|click\\> \uFF20here &lt;'"
      })
  void send_textOfOthers_isInert(Kind kind, String shown) throws Exception {
    String trick =
        "<!channel> <https://evil.example|click> @here &lt; [x](https://evil.example) *b*";

    send(kind, issue(Issue.State.BROKEN, trick, "a\u202eb\nc"));

    String text = Objects.requireNonNull(receivers.messages().get("id1"));
    assertThat(text).contains(shown).contains("a\uFFFDb c");
    assertThat(text.replace("<" + LINK.replace("&", "&amp;") + "|Details>", "").replace(LINK, ""))
        .doesNotContain("@", "://")
        .doesNotContainPattern("(?<!\\\\)<");
    if (kind == Kind.MATTERMOST) {
      assertThat(text).contains("\\[x\\](", "\\*b\\*");
    }
  }

  /** Slack changes none that is longer. */
  @Test
  void send_longTexts_areCutWithTheLinkKept() throws Exception {
    String[] lines = new String[20];
    Arrays.fill(lines, "&".repeat(300));

    send(Kind.SLACK, issue(Issue.State.BROKEN, lines));

    String text = Objects.requireNonNull(receivers.messages().get("id1"));
    assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(4_000);
    assertThat(text).contains("and 14 more").endsWith("|Details>");
  }

  /** A kill loses one message at most: what was sent is kept before the next one is sent. */
  @Test
  void send_stateAfterEachMessage_isKept() throws Exception {
    receivers.next(Answer.of(202), Answer.of(404));

    send(Kind.TEAMS, OPEN, new Issue("budget/pin", Issue.State.BROKEN, "b", ""));

    assertThat(new Notices(directory.resolve("notices.json")).keys()).containsExactly(KEY);
    assertThat(receivers.requests().stream().map(Request::line).collect(Collectors.toList()))
        .hasSize(2);
  }
}
