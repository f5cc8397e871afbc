package loomwatch.harness.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import loomwatch.results.files.Plain;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * What is sent to a receiver of one issue. Its texts come from commits, and each chat escapes them.
 *
 * @param event of the receiver's choice, or {@code updated}
 * @param service folder of one of several services; empty for the only one
 * @param lines the first says the state, others what was found
 * @param link address of more about it, or null
 * @param id stays the same while the same is sent again
 */
record Message(
    String event,
    String key,
    String service,
    String title,
    List<String> lines,
    @Nullable String link,
    String id,
    Instant time) {
  static final String UPDATED = "updated";

  /** Slack changes messages of 4,000 bytes at most. */
  private static final int MOST_BYTES = 3_600;

  private static final int MOST_LINES = 6;

  Message {
    title = Plain.text(title);
    lines = lines.stream().map(Plain::text).toList();
  }

  /** Returns what differs when a message has to be changed. */
  String digest() {
    return Sha256.hex(String.join("\n", lines) + "\n" + title + "\n" + link);
  }

  String heading() {
    return event.equals(Receiver.Event.CLOSED.label()) ? "✔ Closed: " + title : "✘ " + title;
  }

  /** Returns the lines to show, which call nobody and link nowhere. */
  List<String> shown() {
    int left = lines.size() - MOST_LINES;
    return Stream.concat(
            lines.stream().limit(MOST_LINES),
            left > 0 ? Stream.of("and " + left + " more") : Stream.of())
        .map(Message::inert)
        .toList();
  }

  /** Returns text in which chats find no mention and no address; it looks the same. */
  static String inert(String text) {
    return text.replace('@', '\uFF20').replace("://", ":\u2060//").replace("www.", "www\u2060.");
  }

  /** Returns the text of a chat, with as many lines as it takes. */
  String chat(UnaryOperator<String> escape, String strong, String link) {
    StringBuilder text =
        new StringBuilder(strong).append(escape.apply(inert(heading()))).append(strong);
    for (String line : shown()) {
      String next = "\n" + escape.apply(line);
      if ((text + next + link).getBytes(StandardCharsets.UTF_8).length < MOST_BYTES) {
        text.append(next);
      }
    }
    return text + link;
  }

  /** Returns the body for a webhook, by {@code notice.schema.json}. */
  ObjectNode json() {
    return HttpSender.JSON
        .createObjectNode()
        .put("schema", 1)
        .put("id", id)
        .put("event", event)
        .put("key", key)
        .put("service", service)
        .put("title", title)
        .put("text", String.join("\n", lines))
        .put("link", link)
        .put("time", time.toString());
  }
}
