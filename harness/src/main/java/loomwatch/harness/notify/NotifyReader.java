package loomwatch.harness.notify;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.harness.notify.Receiver.Event;
import loomwatch.harness.notify.Receiver.Kind;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Problem;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/**
 * Reads {@code notify.yaml} strictly, and reports every problem of the file at once.
 *
 * <pre>
 * schema: 1
 * notify:
 *   - slack: {channel: C0123456789, token: SLACK_TOKEN}   # names a variable, holds no secret
 *     events: [opened, closed]                            # left out, all
 *   - teams: {url: TEAMS_URL}
 *   - mattermost: {server: "https://chat.acme.com", channel: ID, token: MATTERMOST_TOKEN}
 *   - webhook: {url: HOOK_URL, secret: HOOK_SECRET}
 * </pre>
 */
public final class NotifyReader {
  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          List.of("schema", "notify"), "its schema", "Write schema: 1, or remove the file.");

  private static final Map<String, Kind> KINDS =
      Arrays.stream(Kind.values()).collect(toMap(Kind::label, kind -> kind));
  private static final Map<String, Event> EVENTS =
      Arrays.stream(Event.values())
          .collect(toMap(Event::label, event -> event, (one, other) -> one, LinkedHashMap::new));
  private static final List<String> OF_ENTRY =
      Stream.concat(Arrays.stream(Kind.values()).map(Kind::label), Stream.of("events")).toList();

  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,99}");

  private NotifyReader() {}

  /**
   * Reads the file.
   *
   * @param file path, used as given in messages
   * @throws BadFileException if it cannot be read or is invalid
   */
  public static List<Receiver> read(Path file) {
    return parse(file.toString(), YamlFile.text(file, "Correct its permissions, or name another."));
  }

  static List<Receiver> parse(String name, String text) {
    Set<String> names = new HashSet<>();
    return FORMAT.read(
        name,
        text,
        file ->
            file.optional(
                "notify",
                List.of(),
                node ->
                    YamlNode.each(
                        node.list("receiver", "must be a list", "Begin each with a dash."),
                        each -> receiver(each, names))));
  }

  private static Receiver receiver(YamlNode node, Set<String> names) {
    YamlMapping entry = node.mapping(OF_ENTRY);
    List<String> kinds = OF_ENTRY.stream().filter(KINDS::containsKey).filter(entry::has).toList();
    if (kinds.size() != 1) {
      throw node.invalid(
          "receiver must be one of slack, teams, mattermost and webhook, was "
              + (kinds.isEmpty() ? "none" : String.join(" and ", kinds)),
          "Begin each receiver with a dash.");
    }
    Kind kind = Objects.requireNonNull(KINDS.get(kinds.getFirst()));
    Map<String, String> settings =
        entry.optional(kind.label(), Map.of(), value -> settings(kind, value));
    Set<Event> events = entry.optional("events", Set.of(Event.values()), NotifyReader::events);
    Receiver receiver = new Receiver(kind, settings, events);
    node.require(
        settings.isEmpty() || names.add(receiver.name()),
        "must be given once, " + receiver.name() + " twice",
        "Join their events in one.");
    return receiver;
  }

  private static Map<String, String> settings(Kind kind, YamlNode node) {
    YamlMapping given = node.mapping(kind.keys());
    Map<String, String> settings = new HashMap<>();
    for (String key : kind.keys()) {
      String advice = advice(kind, key);
      given
          .required(key, advice, value -> setting(kind, value, advice))
          .ifPresent(value -> settings.put(key, value));
    }
    return settings;
  }

  private static String setting(Kind kind, YamlNode value, String advice) {
    return switch (value.name()) {
      case "channel" ->
          value.matching(
              Pattern.compile(kind == Kind.SLACK ? "[CG][A-Z0-9]{5,20}" : "[a-z0-9]{26}"),
              "must be a channel's id",
              advice);
      case "server" -> {
        boolean plain = Secrets.isAddress(value.raw()) && !value.raw().matches(".*[?@].*");
        value.require(plain, "must be an https address", advice);
        yield value.raw().replaceFirst("/+$", "");
      }
      default -> variable(value, advice);
    };
  }

  /** Shows neither value nor line of what is no name, as it may be the secret itself. */
  private static String variable(YamlNode value, String advice) {
    if (!VARIABLE.matcher(value.raw()).matches()) {
      throw new BadFileException(
          List.of(
              new Problem(
                  value.position(),
                  value.name() + " must name a variable, was something else",
                  "",
                  advice + " If a secret is there, replace it: everybody can read the file.")));
    }
    return value.raw();
  }

  private static String advice(Kind kind, String key) {
    return switch (key) {
      case "channel" ->
          kind == Kind.SLACK
              ? "It ends the channel's details in Slack, such as C0123456789."
              : "The channel's View Info has it: 26 letters and digits.";
      case "server" -> "Write its address, such as https://chat.acme.com.";
      default ->
          "Write the name of the environment variable that holds it, such as %s_%s."
              .formatted(kind.name(), key.toUpperCase(Locale.ROOT));
    };
  }

  private static Set<Event> events(YamlNode node) {
    List<YamlNode> named = node.list("event", "must be a list", "Write such as [opened, closed].");
    node.require(!named.isEmpty(), "must name one at least", "Leave it out for all.");
    return YamlNode.each(
            named,
            each ->
                Objects.requireNonNull(
                    EVENTS.get(
                        each.oneOf(
                            EVENTS.keySet(),
                            "must be one of " + String.join(", ", EVENTS.keySet())))))
        .stream()
        .collect(toSet());
  }
}
