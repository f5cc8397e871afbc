package loomwatch.harness.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * As much of a Docker daemon's API as starting one container takes. Its containers are nothing but
 * a port of this machine, on which something else listens already.
 */
final class FakeDocker implements AutoCloseable {
  static final String DIGEST = "sha256:" + "5e".repeat(32);

  private static final String CONTAINER = "c0".repeat(32);

  private final HttpServer server;
  private final int mapped;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> created = new CopyOnWriteArrayList<>();

  /**
   * A daemon.
   *
   * @param mapped what the port of every container is on this machine
   */
  FakeDocker(int mapped) throws IOException {
    this.mapped = mapped;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
    server.start();
  }

  /** What a client needs to find it. */
  Map<String, String> environment() {
    return Map.of(
        "DOCKER_HOST",
        "tcp://127.0.0.1:" + server.getAddress().getPort(),
        "TESTCONTAINERS_RYUK_DISABLED",
        "true",
        "TESTCONTAINERS_CHECKS_DISABLE",
        "true");
  }

  /** What was asked for, as {@code METHOD /path}. */
  List<String> asked() {
    return asked;
  }

  /** What containers were to be made of, as JSON. */
  List<String> created() {
    return created;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getPath().replaceFirst("^/v[0-9.]+", "");
    String asks = exchange.getRequestMethod() + " " + path;
    asked.add(asks);
    if (asks.equals("POST /containers/create")) {
      created.add(body);
      send(exchange, 201, "{\"Id\": \"" + CONTAINER + "\", \"Warnings\": []}");
    } else if (path.endsWith("/_ping")) {
      send(exchange, 200, "OK");
    } else if (path.endsWith("/info")) {
      send(
          exchange,
          200,
          "{\"ServerVersion\": \"28.0.0\", \"OperatingSystem\": \"none\", \"MemTotal\": 1}");
    } else if (path.endsWith("/version")) {
      send(exchange, 200, "{\"Version\": \"28.0.0\", \"ApiVersion\": \"1.44\", \"Os\": \"linux\"}");
    } else if (path.equals("/images/json") || path.equals("/containers/json")) {
      send(exchange, 200, "[]");
    } else if (path.startsWith("/images/")) {
      send(
          exchange,
          200,
          """
          {"Id": "sha256:1d", "RepoTags": ["stock:1"], "RepoDigests": ["stock@%s"],
           "Created": "2026-01-01T00:00:00Z", "Config": {"ExposedPorts": {"80/tcp": {}}}}
          """
              .formatted(DIGEST));
    } else if (asks.equals("GET /containers/" + CONTAINER + "/json")) {
      send(exchange, 200, container());
    } else if (path.endsWith("/prune")) {
      send(exchange, 200, "{}");
    } else if (path.endsWith("/logs")) {
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    } else {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    }
  }

  private String container() {
    return """
    {"Id": "%s", "Name": "/stock", "Created": "2026-01-01T00:00:00Z", "Image": "sha256:1d",
     "State": {"Status": "running", "Running": true, "Pid": 1, "ExitCode": 0,
               "StartedAt": "2026-01-01T00:00:01Z", "FinishedAt": "0001-01-01T00:00:00Z"},
     "Config": {"Image": "stock:1", "ExposedPorts": {"80/tcp": {}}, "Labels": {}},
     "HostConfig": {"NetworkMode": "bridge"},
     "NetworkSettings": {"Ports": {"80/tcp": [{"HostIp": "0.0.0.0", "HostPort": "%d"}]}}}
    """
        .formatted(CONTAINER, mapped);
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
