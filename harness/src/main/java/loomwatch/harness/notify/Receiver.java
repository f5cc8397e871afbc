package loomwatch.harness.notify;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import loomwatch.reporting.publish.Issue;

/**
 * An entry of {@code notify.yaml}. It names the variables that hold secrets, and holds none.
 *
 * @param settings its keys with their values
 */
public record Receiver(Kind kind, Map<String, String> settings, Set<Event> events) {
  /** The kinds of receiver with the keys of each, of which the first identifies it. */
  enum Kind {
    SLACK("channel", "token"),
    TEAMS("url"),
    MATTERMOST("channel", "server", "token"),
    WEBHOOK("url", "secret");

    private final List<String> keys;

    Kind(String... keys) {
      this.keys = List.of(keys);
    }

    List<String> keys() {
      return keys;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is sent to a receiver; a message is updated whatever the choice. */
  enum Event {
    /** A run or comparison on main broke a limit. */
    REGRESSED("limit/", "change/"),
    /** History has a confirmed alert. */
    OPENED("trend/"),
    /** Main lost more than its budget. */
    BUDGET("budget/"),
    /** What was measured is not measured any more, or nothing is. */
    MISSING("missing/"),
    /** One of these is over. */
    CLOSED();

    private final List<String> prefixes;

    /** By the prefixes of issues' keys. */
    Event(String... prefixes) {
      this.prefixes = List.of(prefixes);
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the event of an issue. */
    static Event of(Issue issue) {
      return issue.state() != Issue.State.BROKEN
          ? CLOSED
          : Arrays.stream(values())
              .filter(event -> event.prefixes.stream().anyMatch(issue.key()::startsWith))
              .findFirst()
              .orElseThrow();
    }
  }

  public Receiver {
    settings = Map.copyOf(settings);
    events = Set.copyOf(events);
  }

  String setting(String key) {
    return Objects.requireNonNull(settings.get(key));
  }

  /** Returns its name in messages and in the state, such as {@code slack C0123456789}. */
  String name() {
    return kind.label() + " " + settings.getOrDefault(kind.keys().getFirst(), "");
  }

  /** Returns whether a message can be changed; a webhook's receiver finds it by its key. */
  boolean edits() {
    return kind != Kind.TEAMS;
  }
}
