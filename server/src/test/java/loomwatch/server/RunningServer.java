package loomwatch.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.catalina.LifecycleException;

/** A real Tomcat in this JVM, and a client for it. */
final class RunningServer implements AutoCloseable {
  private final TomcatServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  RunningServer(String... options) throws IOException, LifecycleException {
    String[] all = new String[options.length + 2];
    System.arraycopy(options, 0, all, 0, options.length);
    all[options.length] = "--port";
    all[options.length + 1] = "0";
    server = TomcatServer.start(Options.parse(all));
  }

  int port() {
    return server.port();
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
