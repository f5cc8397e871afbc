package loomwatch.harness.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import loomwatch.harness.notify.HttpSender.NotSentException;
import org.jspecify.annotations.Nullable;

/** Sends messages to a receiver in the form of its kind. */
final class Chat {
  /** What Slack says of a message that was deleted or is too old. */
  private static final Set<String> UNCHANGEABLE =
      Set.of("message_not_found", "cant_update_message", "edit_window_closed");

  private static final String HMAC = "HmacSHA256";

  /** Before a key in Base64. */
  private static final String ENCODED = "whsec_";

  private final Receiver receiver;
  private final Secrets secrets;
  private final HttpSender sender;

  Chat(Receiver receiver, Secrets secrets, HttpSender sender) {
    this.receiver = receiver;
    this.secrets = secrets;
    this.sender = sender;
  }

  /**
   * Sends a new message, or changes one. One that was deleted is followed by a new one.
   *
   * @param known id of the message to change; null for a new one
   * @return id of the message; empty if the receiver has none
   */
  String send(Message message, @Nullable String known)
      throws NotSentException, InterruptedException {
    try {
      return switch (receiver.kind()) {
        case SLACK -> slack(message, known);
        case TEAMS -> teams(message);
        case MATTERMOST -> mattermost(message, known);
        case WEBHOOK -> webhook(message);
      };
    } catch (NotSentException e) {
      boolean gone =
          UNCHANGEABLE.contains(e.answer().fault())
              || receiver.kind() == Receiver.Kind.MATTERMOST && e.answer().status() == 404;
      if (known != null && gone) {
        return send(message, null);
      }
      throw e;
    }
  }

  private String slack(Message message, @Nullable String known)
      throws NotSentException, InterruptedException {
    String link = message.link() == null ? "" : "\n<" + escaped(message.link()) + "|Details>";
    ObjectNode body =
        HttpSender.JSON
            .createObjectNode()
            .put("channel", receiver.setting("channel"))
            .put("text", message.chat(Chat::escaped, "*", link))
            .put("unfurl_links", false)
            .put("unfurl_media", false);
    if (known != null) {
      body.put("ts", known);
    }
    String method = "/chat." + (known == null ? "postMessage" : "update");
    return sender
        .send(receiver.name(), bot(secrets.slack() + method, "POST", body))
        .body()
        .path("ts")
        .asText("");
  }

  /** Escapes what Slack's mrkdwn reads links and mentions from. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private String mattermost(Message message, @Nullable String known)
      throws NotSentException, InterruptedException {
    String link = message.link() == null ? "" : "\n[Details](" + message.link() + ")";
    ObjectNode body =
        HttpSender.JSON
            .createObjectNode()
            .put(
                "message",
                message.chat(
                    text -> text.replaceAll("[\\\\`*_\\[\\]|#~!<>]", "\\\\$0"), "**", link));
    String posts = receiver.setting("server") + "/api/v4/posts";
    HttpRequest request =
        known == null
            ? bot(posts, "POST", body.put("channel_id", receiver.setting("channel")))
            : bot(posts + "/" + known + "/patch", "PUT", body);
    return sender.send(receiver.name(), request).body().path("id").asText("");
  }

  private HttpRequest bot(String to, String method, JsonNode body) throws NotSentException {
    return request(to)
        .header("Authorization", "Bearer " + secrets.word(receiver.setting("token")))
        .method(method, BodyPublishers.ofString(body.toString()))
        .build();
  }

  private static HttpRequest.Builder request(String to) {
    return HttpRequest.newBuilder(URI.create(to))
        .header("Content-Type", "application/json; charset=utf-8");
  }

  /** Sends an Adaptive Card of text runs, in which Teams interprets no Markdown. */
  private String teams(Message message) throws NotSentException, InterruptedException {
    ObjectNode body = HttpSender.JSON.createObjectNode().put("type", "message");
    ObjectNode card =
        body.putArray("attachments")
            .addObject()
            .put("contentType", "application/vnd.microsoft.card.adaptive")
            .putObject("content")
            .put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
            .put("type", "AdaptiveCard")
            .put("version", "1.4");
    ArrayNode blocks = card.putArray("body");
    run(blocks, Message.inert(message.heading())).put("weight", "Bolder");
    message.shown().forEach(line -> run(blocks, line));
    if (message.link() != null) {
      card.putArray("actions")
          .addObject()
          .put("type", "Action.OpenUrl")
          .put("title", "Details")
          .put("url", message.link());
    }
    HttpRequest.Builder request = request(secrets.address(receiver.setting("url")));
    sender.send(receiver.name(), request.POST(BodyPublishers.ofString(body.toString())).build());
    return "";
  }

  private static ObjectNode run(ArrayNode blocks, String text) {
    return blocks
        .addObject()
        .put("type", "RichTextBlock")
        .putArray("inlines")
        .addObject()
        .put("type", "TextRun")
        .put("text", text);
  }

  /** Signs id, time and body as by standardwebhooks.com; the id stays over retries. */
  private String webhook(Message message) throws NotSentException, InterruptedException {
    String body = message.json().toString();
    String at = Long.toString(Instant.now().getEpochSecond());
    HttpRequest request =
        request(secrets.address(receiver.setting("url")))
            .header("webhook-id", message.id())
            .header("webhook-timestamp", at)
            .header("webhook-signature", "v1," + signature(message.id() + "." + at + "." + body))
            .POST(BodyPublishers.ofString(body))
            .build();
    sender.send(receiver.name(), request);
    return message.id();
  }

  private String signature(String text) throws NotSentException {
    String name = receiver.setting("secret");
    String secret = secrets.word(name);
    try {
      byte[] key =
          secret.startsWith(ENCODED)
              ? Base64.getDecoder().decode(secret.substring(ENCODED.length()))
              : secret.getBytes(StandardCharsets.UTF_8);
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      throw NotSentException.refused(name + " must be Base64 after " + ENCODED + ", was not");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot happen: every Java platform has " + HMAC, e);
    }
  }
}
