package loomwatch.harness.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Slack, Teams, Mattermost and a webhook on one port, which keep what they were sent. */
public final class FakeReceiver implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Answer> faults = new ConcurrentLinkedQueue<>();
  private final Map<String, String> messages = new TreeMap<>();

  private FakeReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  /**
   * What it was sent.
   *
   * @param line method and path
   * @param headers by their names in lower case
   */
  public record Request(String line, Map<String, String> headers, String text) {
    public JsonNode body() throws IOException {
      return JSON.readTree(text);
    }
  }

  /**
   * An answer in the place of the usual one.
   *
   * @param retryAfter header, or empty
   * @param millis how long it takes
   */
  record Answer(int status, String body, String retryAfter, long millis) {
    static Answer of(int status) {
      return new Answer(status, "", "", 0);
    }

    static Answer saying(String body) {
      return new Answer(200, body, "", 0);
    }
  }

  public static FakeReceiver start() throws IOException {
    return new FakeReceiver();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers the next requests otherwise. */
  void next(Answer... answers) {
    faults.addAll(List.of(answers));
  }

  /** Answers the next requests with that status. */
  public void failing(int status, int times) {
    for (int i = 0; i < times; i++) {
      next(Answer.of(status));
    }
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** All that it shows now, by id: of Slack and Mattermost. */
  public synchronized Map<String, String> messages() {
    return Map.copyOf(messages);
  }

  synchronized void delete(String id) {
    messages.remove(id);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> headers = new TreeMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> headers.put(name.toLowerCase(), values.getFirst()));
      String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      requests.add(new Request(line, headers, text));
      Answer fault = faults.poll();
      Answer answer = fault == null ? usual(line, JSON.readTree(text)) : fault;
      sleep(answer.millis());
      if (!answer.retryAfter().isEmpty()) {
        exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
      }
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Answer usual(String line, JsonNode sent) {
    String id = "id" + (messages.size() + 1);
    if (line.equals("POST /slack/chat.postMessage")) {
      messages.put(id, sent.path("text").asText());
      return Answer.saying("{\"ok\": true, \"channel\": \"C1\", \"ts\": \"%s\"}".formatted(id));
    }
    if (line.equals("POST /slack/chat.update")) {
      String ts = sent.path("ts").asText();
      return messages.replace(ts, sent.path("text").asText()) == null
          ? Answer.saying("{\"ok\": false, \"error\": \"message_not_found\"}")
          : Answer.saying("{\"ok\": true, \"ts\": \"%s\"}".formatted(ts));
    }
    if (line.equals("POST /mattermost/api/v4/posts")) {
      messages.put(id, sent.path("message").asText());
      return new Answer(201, "{\"id\": \"%s\"}".formatted(id), "", 0);
    }
    if (line.startsWith("PUT /mattermost/api/v4/posts/")) {
      String post = line.replaceFirst(".*/posts/(.*)/patch", "$1");
      return messages.replace(post, sent.path("message").asText()) == null
          ? Answer.of(404)
          : Answer.saying("{\"id\": \"%s\"}".formatted(post));
    }
    return Answer.of(202);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
