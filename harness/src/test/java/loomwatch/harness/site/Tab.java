package loomwatch.harness.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One tab of a {@link Browser}: what a test sees and does. Not thread-safe. */
final class Tab implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requested = new CopyOnWriteArrayList<>();
  private @Nullable WebSocket socket;

  private Tab() {}

  static Tab connect(HttpClient http, URI target) {
    Tab tab = new Tab();
    tab.socket = http.newWebSocketBuilder().buildAsync(target, tab.new Listener()).join();
    List.of("Page.enable", "Runtime.enable", "Log.enable", "Network.enable")
        .forEach(method -> tab.send(method, Map.of()));
    return tab;
  }

  /** Everything the page said on its console, threw, or was refused by its thresholds. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** The address of every request it made. */
  List<String> requested() {
    return List.copyOf(requested);
  }

  /** Runs a script in every page that is opened from now on, before those of the page. */
  void before(String script) {
    send("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  /** Goes there and waits until the page is drawn. */
  void open(String address) throws InterruptedException {
    send("Page.navigate", Map.of("url", "about:blank"));
    send("Page.navigate", Map.of("url", address));
    await("location.href !== 'about:blank'");
    settled();
  }

  /** Changes what is after the # and waits until that page is drawn. */
  void go(String hash) throws InterruptedException {
    evaluate("location.hash = " + quoted(hash));
    settled();
  }

  private void settled() throws InterruptedException {
    await(
        "document.readyState === 'complete' && document.querySelector('main h1')"
            + " && !document.querySelector('main').hasAttribute('aria-busy')");
    evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }

  void window(int width, int height, boolean dark) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Presses a key by its DOM name, such as {@code Tab} or {@code ArrowLeft}. */
  void press(String key) {
    int code =
        Map.of("Tab", 9, "Enter", 13, " ", 32, "Home", 36, "ArrowLeft", 37, "End", 35)
            .getOrDefault(key, 0);
    String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      send(
          "Input.dispatchKeyEvent",
          Map.of(
              "type", type, "key", key, "code", key, "windowsVirtualKeyCode", code, "text", text));
    }
  }

  /** The value of an expression; of a promise, what it comes to. */
  JsonNode evaluate(String expression) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** The text of all that is shown in the page's main part. */
  String text() {
    return evaluate("document.querySelector('main').innerText").asText();
  }

  /** Waits for an expression to be true. */
  void await(String expression) throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!evaluate("Boolean(" + expression + ")").asBoolean()) {
      if (Instant.now().isAfter(deadline)) {
        throw new IllegalStateException(
            "never came true: %s; the page says: %s; console: %s"
                .formatted(expression, evaluate("document.body.innerText").asText(), complaints));
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  void screenshot(Path file) throws IOException {
    JsonNode size = evaluate("({w: innerWidth, h: document.documentElement.scrollHeight})");
    JsonNode image =
        send(
            "Page.captureScreenshot",
            Map.of(
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x",
                    0,
                    "y",
                    0,
                    "width",
                    size.path("w").asInt(),
                    "height",
                    Math.min(6000, size.path("h").asInt()),
                    "scale",
                    1)));
    Files.write(file, Base64.getDecoder().decode(image.path("data").asText()));
  }

  static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode send(String method, Map<String, ?> parameters) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    try {
      String text =
          JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
      Objects.requireNonNull(socket).sendText(text, true).join();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    send("Page.close", Map.of());
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        String whole = part.toString();
        part.setLength(0);
        try {
          receive(JSON.readTree(whole));
        } catch (JsonProcessingException e) {
          throw new IllegalStateException(e);
        }
      }
      from.request(1);
      return null;
    }

    private void receive(JsonNode message) {
      CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asInt());
      if (answer != null) {
        answer.complete(message.path("result"));
        return;
      }
      JsonNode parameters = message.path("params");
      switch (message.path("method").asText()) {
        case "Runtime.consoleAPICalled" -> complaints.add(parameters.path("args").toString());
        case "Runtime.exceptionThrown" ->
            complaints.add(parameters.path("exceptionDetails").toString());
        case "Log.entryAdded" -> complaints.add(parameters.path("entry").toString());
        case "Network.requestWillBeSent" ->
            requested.add(parameters.path("request").path("url").asText());
        default -> {
          // Of no interest to a test.
        }
      }
    }
  }
}
