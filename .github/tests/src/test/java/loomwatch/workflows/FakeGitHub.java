package loomwatch.workflows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Answers GitHub's REST API from a table, and remembers what it was sent. The real {@code gh} talks
 * to it through a socket of its configuration, which it needs no certificate for. Thread-safe.
 */
final class FakeGitHub implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Relay relay;
  private final Path configuration;
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private String behindUrl = "";

  /**
   * What it was sent.
   *
   * @param line method and path, as in {@code GET /repos/acme/shop}
   * @param query without its question mark
   */
  record Request(String line, String query, JsonNode body) {}

  /** With its socket and gh's configuration in that directory. */
  FakeGitHub(Path directory) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    Path socket = directory.resolve("api.sock");
    relay = new Relay(socket, server.getAddress());
    configuration = Files.createDirectories(directory.resolve("gh"));
    Files.writeString(
        configuration.resolve("config.yml"), "http_unix_socket: " + socket + "\nversion: \"1\"\n");
  }

  /** Answers one kind of request, such as {@code POST /repos/acme/shop/issues}, from now on. */
  FakeGitHub on(String line, String json) {
    answers.put(line, json);
    return this;
  }

  /**
   * Leaves what is not in the table to the harness's own fake, which remembers checks, comments and
   * issues; pull request 7 has that head there.
   */
  FakeGitHub remembering(String head) throws IOException {
    behindUrl = StandIn.tell("fake-github", World.NAME, head);
    return this;
  }

  /** All the other fake remembers: checks, comments, issues. */
  JsonNode remembered() throws IOException, InterruptedException {
    return JSON.readTree(
        onward(HttpRequest.newBuilder(URI.create(behindUrl + "/_fake/state")).build()).body());
  }

  /** Has the other fake know the verdict on a commit. */
  void check(String sha, String conclusion) throws IOException, InterruptedException {
    String check =
        JSON.createObjectNode()
            .put("name", "Loomwatch")
            .put("head_sha", sha)
            .put("external_id", "loomwatch")
            .put("status", "completed")
            .put("conclusion", conclusion)
            .toString();
    post("/repos/" + World.NAME + "/check-runs", check);
  }

  /** Has the other fake answer the next such request with that status. */
  void failing(String method, String path, int status) throws IOException, InterruptedException {
    String fault =
        JSON.createObjectNode()
            .put("method", method)
            .put("path", path)
            .put("status", status)
            .toString();
    post("/_fake/faults", fault);
  }

  private void post(String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        onward(
            HttpRequest.newBuilder(URI.create(behindUrl + path))
                .header("Authorization", "token of-a-job")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("the other fake must take it, answered " + answer.statusCode());
    }
  }

  /** What {@code gh} and {@code loomwatch publish} need to know. */
  Map<String, String> environment() {
    return Map.of(
        "GH_CONFIG_DIR",
        configuration.toString(),
        "GH_NO_UPDATE_NOTIFIER",
        "1",
        "GITHUB_API_URL",
        "http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** All that asked for a change, oldest first. */
  List<Request> changes() {
    return requests.stream().filter(request -> !request.line().startsWith("GET ")).toList();
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getQuery();
    requests.add(
        new Request(line, query == null ? "" : query, JSON.readTree(sent.isEmpty() ? "{}" : sent)));
    String known = answers.get(line);
    if (known == null && !behindUrl.isEmpty()) {
      forward(exchange, sent);
      return;
    }
    byte[] body =
        (known == null ? "{\"message\": \"Not Found\"}" : known).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
    exchange.sendResponseHeaders(known == null ? 404 : status(line), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** As GitHub tells whoever reacts first from whoever finds the reaction there. */
  private int status(String line) {
    boolean first = requests.stream().filter(request -> request.line().equals(line)).count() == 1;
    return line.endsWith("/reactions") && first ? 201 : 200;
  }

  private void forward(HttpExchange exchange, String sent) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(behindUrl + exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofString(sent));
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    if (token != null) {
      request.header("Authorization", token);
    }
    try {
      HttpResponse<String> answer = onward(request.build());
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private static HttpResponse<String> onward(HttpRequest request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() throws IOException {
    relay.close();
    server.stop(0);
  }
}
