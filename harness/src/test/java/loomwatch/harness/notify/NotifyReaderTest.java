package loomwatch.harness.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import loomwatch.harness.notify.Receiver.Event;
import loomwatch.harness.notify.Receiver.Kind;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NotifyReaderTest {
  @Test
  void parse_everyKind_isRead() {
    Set<Event> all = Set.of(Event.values());

    assertThat(
            NotifyReader.parse(
                "notify.yaml",
                """
                schema: 1
                notify:
                  - slack: {channel: C0123456789, token: SLACK_TOKEN}
                    events: [opened, closed]
                  - teams: {url: TEAMS_URL}
                  - mattermost: {server: "https://chat.acme.com/", channel: 4xp9fdt77pncbef59f4k1qe83o, token: M}
                  - webhook: {url: HOOK_URL, secret: HOOK_SECRET}
                """))
        .containsExactly(
            new Receiver(
                Kind.SLACK,
                Map.of("channel", "C0123456789", "token", "SLACK_TOKEN"),
                Set.of(Event.OPENED, Event.CLOSED)),
            new Receiver(Kind.TEAMS, Map.of("url", "TEAMS_URL"), all),
            new Receiver(
                Kind.MATTERMOST,
                Map.of(
                    "server", "https://chat.acme.com",
                    "channel", "4xp9fdt77pncbef59f4k1qe83o",
                    "token", "M"),
                all),
            new Receiver(Kind.WEBHOOK, Map.of("url", "HOOK_URL", "secret", "HOOK_SECRET"), all));
    assertThat(NotifyReader.parse("notify.yaml", "schema: 1\n")).isEmpty();
  }

  @Test
  void parse_severalProblems_areToldTogetherWithPlaceAndCaret() {
    assertThatThrownBy(() ->
            NotifyReader.parse(
                "notify.yaml",
                """
                schema: 1
                notify:
                  - slack: {channel: "#perf", token: SLACK_TOKEN}
                    events: [opened, close]
                  - webhook: {url: HOOK_URL}
                """))
        .isInstanceOf(BadFileException.class)
        .hasMessage(
            """
            notify.yaml:3:22: channel must be a channel's id, was "#perf"
                2 | notify:
                3 |   - slack: {channel: "#perf", token: SLACK_TOKEN}
                  |                      ^
              It ends the channel's details in Slack, such as C0123456789.

            notify.yaml:4:22: event must be one of regressed, opened, budget, missing, closed, was "close"
                3 |   - slack: {channel: "#perf", token: SLACK_TOKEN}
                4 |     events: [opened, close]
                  |                      ^
              Did you mean closed?

            notify.yaml:5:14: secret must be given, was missing
                4 |     events: [opened, close]
                5 |   - webhook: {url: HOOK_URL}
                  |              ^
              Write the name of the environment variable that holds it, such as WEBHOOK_SECRET.\
            """);
  }

  /** It would be in the job's log, which more people read than the repository. */
  @Test
  void parse_secretInTheFile_isNotShown() {
    assertThatThrownBy(() ->
            NotifyReader.parse(
                "notify.yaml",
                "schema: 1\nnotify: [{slack: {channel: C0123456789, token: xoxb-very-secret}}]\n"))
        .isInstanceOf(BadFileException.class)
        .hasMessageStartingWith("notify.yaml:2:48: token must name a variable, was something else")
        .hasMessageContaining("replace it")
        .hasMessageNotContaining("xoxb");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{events: [opened]}]|receiver must be one of slack, teams, mattermost and webhook, was none",
        "[{teams: {url: A}, webhook: {url: B, secret: C}}]|was teams and webhook",
        "[{teams: {url: A}}, {teams: {url: A}}]|must be given once, teams A twice",
        "[{irc: {url: A}}]|key must be one of slack, teams, mattermost, webhook, events, was \"irc\"",
        "[{mattermost: {server: 'http://chat.acme.com', channel: C, token: T}}]|server must be an https address",
        "[{teams: {url: A}, events: []}]|events must name one at least",
        "{teams: {url: A}}|notify must be a list"
      })
  void parse_unlikeTheRest_isRefused(String notify, String message) {
    assertThatThrownBy(() -> NotifyReader.parse("n", "schema: 1\nnotify: " + notify + "\n"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining(message);
  }
}
