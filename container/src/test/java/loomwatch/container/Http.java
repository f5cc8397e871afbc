package loomwatch.container;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.testcontainers.containers.GenericContainer;

/** Asks the server in a container. */
final class Http {
  private Http() {}

  static HttpResponse<String> get(GenericContainer<?> server, String path)
      throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://%s:%d%s"
                .formatted(server.getHost(), server.getMappedPort(ServerImage.PORT), path));
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
