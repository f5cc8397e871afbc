package loomwatch.harness.github;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The part of GitHub's REST API that publishing uses, on the loopback interface: real HTTP, with a
 * memory, and with the faults asked for.
 *
 * <p>Who asks is told by the token: {@code user-NAME} is the person NAME, who may not write checks;
 * {@code expired} is refused; {@code read-only} may not write; any other is a job's own token,
 * {@code github-actions[bot]}, which may not ask who it is; without a token one may read.
 *
 * <p>In tests of workflows it is steered over HTTP too: {@code GET /_fake/state}, {@code POST
 * /_fake/pulls}, {@code POST /_fake/faults}.
 */
public final class FakeGitHub implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final String BOT = "github-actions[bot]";

  private static final Pattern STEERING = Pattern.compile("/_fake/(state|pulls|faults)");

  private final HttpServer server;
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private final FakeRepository repository;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final FakeFaults faults = new FakeFaults();

  /**
   * What is answered.
   *
   * @param status HTTP's
   * @param body JSON, or null for none
   * @param next the next page's path and query, or null on the last
   */
  record Answer(int status, @Nullable JsonNode body, @Nullable String next) {
    static Answer ok(JsonNode body) {
      return new Answer(200, body, null);
    }

    static Answer error(int status, String message) {
      return new Answer(status, JSON.createObjectNode().put("message", message), null);
    }

    /** As GitHub pages: 30 unless asked otherwise. */
    static Answer page(FakeRepository.Request request, List<ObjectNode> all) {
      int size = Integer.parseInt(request.parameter("per_page", "30"));
      int page = Integer.parseInt(request.parameter("page", "1"));
      ArrayNode body = JSON.createArrayNode();
      all.stream().skip((long) (page - 1) * size).limit(size).forEach(body::add);
      String query =
          request.query() == null ? "" : request.query().replaceAll("(^|&)page=\\d+$", "");
      return new Answer(
          200,
          body,
          all.size() > page * size ? request.path() + "?" + query + "&page=" + (page + 1) : null);
    }
  }

  private FakeGitHub(HttpServer server, String name) {
    this.server = server;
    this.repository = new FakeRepository(name);
  }

  /** Starts one with an empty repository of that {@code OWNER/NAME}, on a port of its own. */
  public static FakeGitHub start(String repository) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FakeGitHub fake = new FakeGitHub(server, repository);
    server.createContext("/", fake::handle);
    server.setExecutor(fake.executor);
    server.start();
    return fake;
  }

  /** What {@code GITHUB_API_URL} is to be. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What is in the repository, and can be put there. */
  public FakeRepository repository() {
    return repository;
  }

  /** What goes wrong, and when. */
  public FakeFaults faults() {
    return faults;
  }

  /** Method and path of everything asked so far, such as {@code POST /repos/o/n/issues}. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Those that are no questions. */
  public List<String> writes() {
    return requests.stream().filter(request -> !request.startsWith("GET ")).toList();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      String path = exchange.getRequestURI().getRawPath();
      byte[] sent = exchange.getRequestBody().readAllBytes();
      if (STEERING.matcher(path).matches()) {
        send(exchange, steer(path, sent));
        return;
      }
      requests.add(method + " " + path);
      FakeFaults.Fault fault = faults.next(method, path);
      if (fault == null) {
        send(exchange, answer(exchange, method, sent));
        return;
      }
      if (fault.afterwards()) {
        Answer unused = answer(exchange, method, sent);
      }
      fault.headers().forEach(exchange.getResponseHeaders()::set);
      send(exchange, Answer.error(fault.status(), fault.message()));
    }
  }

  private Answer steer(String path, byte[] sent) throws IOException {
    JsonNode body = sent.length == 0 ? JSON.createObjectNode() : JSON.readTree(sent);
    if (path.endsWith("/pulls")) {
      repository.pull(body.path("number").asInt(), body.path("sha").asText());
    } else if (path.endsWith("/faults")) {
      faults.add(FakeFaults.Fault.of(body), body.path("times").asInt(1));
    }
    ObjectNode state = repository.state();
    requests.forEach(state.putArray("requests")::add);
    return Answer.ok(state);
  }

  private Answer answer(HttpExchange exchange, String method, byte[] sent) throws IOException {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    String token = header == null ? "" : header.replaceFirst("^\\S+ ", "");
    String path = exchange.getRequestURI().getRawPath();
    boolean reads = method.equals("GET");
    if (token.equals("expired")) {
      return Answer.error(401, "Bad credentials");
    }
    if (!reads && token.isEmpty()) {
      return Answer.error(401, "Requires authentication");
    }
    boolean forbidden =
        !reads
            && (token.equals("read-only")
                || token.startsWith("user-") && path.contains("/check-runs"));
    if (forbidden) {
      return Answer.error(403, "Resource not accessible by integration");
    }
    String login = token.startsWith("user-") ? token.substring("user-".length()) : BOT;
    if (path.equals("/user")) {
      return login.equals(BOT)
          ? Answer.error(403, "Resource not accessible by integration")
          : Answer.ok(Objects.requireNonNull(user(login)));
    }
    JsonNode body = sent.length == 0 ? JSON.createObjectNode() : JSON.readTree(sent);
    return repository.answer(
        new FakeRepository.Request(
            method, path, exchange.getRequestURI().getRawQuery(), login, (ObjectNode) body));
  }

  /** Whoever is called {@code ghost} has deleted the account: GitHub tells null of them. */
  static @Nullable ObjectNode user(String login) {
    return login.equals("ghost")
        ? null
        : JSON.createObjectNode().put("login", login).put("id", login.hashCode());
  }

  private void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (answer.next() != null) {
      exchange.getResponseHeaders().set("Link", "<" + url() + answer.next() + ">; rel=\"next\"");
    }
    byte[] body =
        answer.body() == null
            ? new byte[0]
            : JSON.writeValueAsString(answer.body()).getBytes(StandardCharsets.UTF_8);
    String taken = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (body.length > 0 && taken != null && taken.contains("gzip")) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      body = gzipped(body);
    }
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static byte[] gzipped(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    }
    return bytes.toByteArray();
  }
}
