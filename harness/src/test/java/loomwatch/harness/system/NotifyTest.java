package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.github.SmallRun;
import loomwatch.harness.notify.FakeReceiver;
import loomwatch.harness.notify.FakeReceiver.Request;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code notify} of what {@code trend} wrote and of a run, to receivers that are fakes. */
@Execution(ExecutionMode.CONCURRENT)
class NotifyTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";
  private static final String SECRET = "hush-secret-token";
  private static final String NOTIFY =
      """
      schema: 1
      notify:
        - slack: {channel: C0123456789, token: SLACK_TOKEN}
          events: [opened, closed]
        - webhook: {url: HOOK_URL, secret: HOOK_SECRET}
      """;

  @TempDir Path directory;

  private FakeReceiver receivers;
  private Path trend;

  @BeforeEach
  void start() throws IOException {
    receivers = FakeReceiver.start();
    trend = directory.resolve("trend.json");
    Files.writeString(directory.resolve("notify.yaml"), NOTIFY);
  }

  @AfterEach
  void stop() {
    receivers.close();
  }

  @Test
  void notify_alertThatIsGoneLater_isOneMessageThatIsClosed() throws Exception {
    judged(alert());
    Loomwatch.Ended first = send(trend.toString(), "--site", "https://acme.example/shop/");
    Loomwatch.Ended again = send(trend.toString(), "--site", "https://acme.example/shop/");
    judged();
    Loomwatch.Ended last = send(trend.toString());

    String title = "Regression since 22222222: hello virtual cpu-per-request +3.1 %";
    assertThat(first.out())
        .as(first.err())
        .isEqualTo(
            "slack C0123456789: opened: %1$s\nwebhook HOOK_URL: opened: %1$s\n".formatted(title));
    assertThat(again.out()).isEqualTo("nothing to send\n");
    assertThat(last.out())
        .as(last.err())
        .isEqualTo(
            "slack C0123456789: closed: %1$s\nwebhook HOOK_URL: closed: %1$s\n".formatted(title));
    assertThat(receivers.messages().values())
        .singleElement()
        .asString()
        .contains("✔ Closed: " + title, "history shows no such change any more");
    assertThat(last.exitCode()).isZero();
    Request opened = receivers.requests().get(1);
    assertThat(opened.body().path("key").asText()).isEqualTo("trend/0123456789ab");
    assertThat(opened.body().path("link").asText())
        .isEqualTo("https://acme.example/shop/#compare?id=20261121T045600Z-3f9c2a");
    assertThat(opened.body().path("text").asText())
        .startsWith("confirmed: step after 11111111")
        .contains("hello virtual cpu-per-request")
        .doesNotContain("More on", "Label");
  }

  /** A limit that main broke is sent to those who want it. */
  @Test
  void notify_runThatRegressed_isToldByItsCommit() throws Exception {
    SmallRun.write(directory, SHA, 1.2);
    judged();

    Loomwatch.Ended ended = send(directory.toString(), trend.toString(), "--sha", SHA);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(receivers.requests())
        .singleElement()
        .satisfies(request -> {
          assertThat(request.line()).isEqualTo("POST /hook");
          assertThat(request.body().path("event").asText()).isEqualTo("regressed");
          assertThat(request.body().path("text").asText()).contains(SHA);
        });
  }

  @Test
  void notify_receiverIsAway_exits75AndSaysItLater() throws Exception {
    judged(alert());
    receivers.failing(503, 3);

    Loomwatch.Ended away = send(trend.toString());
    Loomwatch.Ended later = send(trend.toString());

    assertThat(away.exitCode()).isEqualTo(75);
    assertThat(away.err())
        .contains("loomwatch: slack C0123456789: answered 503, 3 times; the next run sends its")
        .doesNotContain(SECRET, receivers.url());
    assertThat(away.out()).startsWith("webhook HOOK_URL: opened: ");
    assertThat(later.out()).as(later.err()).startsWith("slack C0123456789: opened: ");
    assertThat(receivers.requests()).hasSize(5);
  }

  @Test
  void notify_receiverRefuses_exits77() throws Exception {
    judged(alert());
    receivers.failing(404, 1);

    Loomwatch.Ended ended = send(trend.toString());

    assertThat(ended.exitCode()).isEqualTo(77);
    assertThat(ended.err())
        .isEqualTo("loomwatch: slack C0123456789: answered 404; the next run sends its message\n");
  }

  @Test
  void notify_dryRun_printsAndSendsNothing() throws Exception {
    judged(alert());

    Loomwatch.Ended ended = send(trend.toString(), "--dry-run");

    assertThat(ended.out())
        .as(ended.err())
        .contains("would send slack C0123456789: opened: Regression since 22222222")
        .contains("\n  confirmed: step after 11111111");
    assertThat(receivers.requests()).isEmpty();
    assertThat(directory.resolve("out/notices.json")).doesNotExist();
  }

  @Test
  void notify_watchdogsAlert_isSentUntilMeasuringWorksAgain() throws Exception {
    String title = "Loomwatch has not measured main since 2026-11-20";
    Loomwatch.Ended opened = send("--unmeasured", title, "--because", "3 commits wait.");
    Loomwatch.Ended closed = send("--unmeasured=", "--because=");
    Loomwatch.Ended quiet = send("--unmeasured=", "--because=");

    assertThat(opened.out())
        .as(opened.err())
        .isEqualTo("webhook HOOK_URL: missing: " + title + "\n");
    assertThat(receivers.requests().getFirst().body().path("text").asText())
        .isEqualTo("3 commits wait.");
    assertThat(closed.out()).isEqualTo("webhook HOOK_URL: closed: " + title + "\n");
    assertThat(quiet.out()).isEqualTo("nothing to send\n");
  }

  @Test
  void notify_badFile_exits65WithPlaceAndCaret() throws Exception {
    judged(alert());
    Path file = directory.resolve("notify.yaml");
    Files.writeString(file, "schema: 1\nnotify:\n  - slak: {channel: C0123456789}\n");

    Loomwatch.Ended ended = send(trend.toString());

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err())
        .startsWith(
            """
            loomwatch: %s:3:5: key must be one of slack, teams, mattermost, webhook, events, was "slak"
                2 | notify:
                3 |   - slak: {channel: C0123456789}
                  |     ^
            """
                .formatted(file));
    assertThat(receivers.requests()).isEmpty();
  }

  @Test
  void notify_nothingToTellOrNobody_exits64() throws Exception {
    Loomwatch.Ended nothing = send();
    Files.delete(directory.resolve("notify.yaml"));
    Loomwatch.Ended nobody = send("--unmeasured=");

    assertThat(nothing.exitCode()).isEqualTo(64);
    assertThat(nothing.err()).startsWith("loomwatch: notify must be given what to send");
    assertThat(nobody.exitCode()).isEqualTo(64);
    assertThat(nobody.err()).contains("notify.yaml must name receivers, is not there");
  }

  /** A state that is damaged is no empty one, by which all would be sent again. */
  @Test
  void notify_damagedState_exits65AndSendsNothing() throws Exception {
    judged(alert());
    Files.createDirectories(directory.resolve("out"));
    Files.writeString(directory.resolve("out/notices.json"), "{\"schema\": 1, \"sent\"");

    Loomwatch.Ended ended = send(trend.toString());

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).contains("remove it, and what is open is sent once more");
    assertThat(receivers.requests()).isEmpty();
  }

  private Loomwatch.Ended send(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("notify", "--config", directory.resolve("notify.yaml").toString()));
    command.addAll(List.of(arguments));
    Map<String, String> environment =
        Map.of(
            "SLACK_API_URL",
            receivers.url() + "/slack",
            "LOOMWATCH_NOTIFY",
            "SLACK_TOKEN=%1$s\nHOOK_URL=%2$s/hook\nHOOK_SECRET=%1$s\n"
                .formatted(SECRET, receivers.url()));
    return new Loomwatch(directory)
        .of(Loomwatch.ROOT, environment)
        .call(command.toArray(String[]::new));
  }

  private void judged(Alert... alerts) throws IOException {
    Files.writeString(
        trend,
        TrendJson.write(
            new TrendReport(
                TrendReport.SCHEMA,
                TrendReport.RULE,
                alerts.length == 0 ? Outcome.PASS : Outcome.REGRESSED,
                new TrendReport.JudgedHistory(
                    3, "sha256:" + "0".repeat(64), null, List.of(), Instant.EPOCH, null),
                List.of(alerts),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of())));
  }

  private static Alert alert() {
    SeriesChange finding =
        new SeriesChange(
            "hello",
            "virtual",
            "cpu-per-request",
            "s/request",
            Direction.LOWER_IS_BETTER,
            true,
            Alert.Change.WORSE,
            3.1,
            new Interval(2.1, 4.1),
            58.8e-6,
            60.6e-6);
    return new Alert(
        "0123456789ab",
        Alert.Status.CONFIRMED,
        Alert.Kind.STEP,
        Alert.Change.WORSE,
        at("1"),
        at("2"),
        List.of("2".repeat(40)),
        at("2"),
        null,
        List.of(finding),
        null,
        null,
        null,
        "20261121T045600Z-3f9c2a");
  }

  private static At at(String digit) {
    return new At(
        Integer.parseInt(digit),
        "run-" + digit,
        digit.repeat(40),
        Instant.EPOCH,
        "@here <!channel>",
        "11.0.25",
        "25.0.3+9");
  }
}
