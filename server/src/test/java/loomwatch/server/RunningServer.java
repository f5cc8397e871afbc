package loomwatch.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;

/** A real server in this JVM, on a free port, and a client of it. */
final class RunningServer implements AutoCloseable {
  /** Kept, or java.util.logging would forget its level with the logger. */
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  static {
    TOMCAT_LOG.setLevel(Level.WARNING);
  }

  private final TomcatServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningServer(TomcatServer server) {
    this.server = server;
  }

  static RunningServer start(String mode, String... more) throws IOException, LifecycleException {
    List<String> args = new ArrayList<>(List.of("--mode", mode, "--port", "0"));
    args.addAll(List.of(more));
    return new RunningServer(TomcatServer.start(Options.parse(args.toArray(String[]::new))));
  }

  int port() {
    return server.port();
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path), HttpResponse.BodyHandlers.ofString());
  }

  /** All at once, on as many connections. */
  List<HttpResponse<String>> getTogether(String path, int times) {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      answers.add(client.sendAsync(request(path), HttpResponse.BodyHandlers.ofString()));
    }
    return answers.stream().map(CompletableFuture::join).toList();
  }

  /** How long something took. */
  static Duration time(Callable<?> task) throws Exception {
    long start = System.nanoTime();
    task.call();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path)).build();
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
    server.close();
  }
}
