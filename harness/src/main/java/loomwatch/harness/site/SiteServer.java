package loomwatch.harness.site;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves a folder to browsers on this machine: it listens on loopback, only reads, and refuses
 * other host names, so that no web page can read it by DNS rebinding.
 */
public final class SiteServer implements AutoCloseable {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "atom", "application/atom+xml",
          "svg", "image/svg+xml");

  private final Path root;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private SiteServer(Path root, HttpServer server) {
    this.root = root;
    this.server = server;
  }

  /** Starts serving that folder; port 0 is any free one. */
  public static SiteServer start(Path root, int port) throws IOException {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    SiteServer site =
        new SiteServer(
            root.toRealPath(), HttpServer.create(new InetSocketAddress(loopback, port), 0));
    site.server.createContext("/", site::answer);
    site.server.setExecutor(site.threads);
    site.server.start();
    return site;
  }

  /** Returns the address for a browser. */
  public String address() {
    return "http://127.0.0.1:%d/".formatted(port());
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.getResponseHeaders().set("Cache-Control", "no-cache");
      String host = exchange.getRequestHeaders().getFirst("Host");
      if (host == null || !List.of("127.0.0.1:" + port(), "localhost:" + port()).contains(host)) {
        exchange.sendResponseHeaders(421, -1);
      } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        exchange.sendResponseHeaders(405, -1);
      } else {
        send(exchange);
      }
    }
  }

  private void send(HttpExchange exchange) throws IOException {
    String asked = exchange.getRequestURI().getPath();
    Path file =
        root.resolve(asked.endsWith("/") ? asked.substring(1) + "index.html" : asked.substring(1))
            .normalize();
    if (!file.startsWith(root)
        || !Files.isRegularFile(file)
        || !file.toRealPath().startsWith(root)) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    String name = file.toString();
    exchange
        .getResponseHeaders()
        .set(
            "Content-Type",
            TYPES.getOrDefault(
                name.substring(name.lastIndexOf('.') + 1), "application/octet-stream"));
    boolean body = exchange.getRequestMethod().equals("GET");
    exchange.sendResponseHeaders(200, body ? nonEmpty(Files.size(file)) : -1);
    if (body) {
      try (OutputStream out = exchange.getResponseBody()) {
        Files.copy(file, out);
      }
    }
  }

  /** Returns −1 for no content, as {@link HttpExchange} takes 0 for an unknown length. */
  private static long nonEmpty(long length) {
    return length == 0 ? -1 : length;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
