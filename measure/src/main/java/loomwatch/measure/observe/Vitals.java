package loomwatch.measure.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;

/**
 * What a server says of itself, asked between slices of load only.
 *
 * @param allocatedBytes heap bytes allocated by all threads, carriers included, since the start
 * @param compileMillis time the JIT has spent since the start
 */
public record Vitals(long allocatedBytes, long compileMillis) {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Asks.
   *
   * @throws LaunchFailure when the server is gone or does not answer
   */
  public static Vitals of(Server server, String during) throws LaunchFailure, InterruptedException {
    try {
      JsonNode json = JSON.readTree(get(server, "/vitals", during));
      return new Vitals(
          json.required("allocatedBytes").asLong(), json.required("compileMillis").asLong());
    } catch (IOException | IllegalArgumentException e) {
      throw server.hung(during, "/vitals gave no figures: " + e.getMessage());
    }
  }

  /** The text of its Native Memory Tracking summary, in KB. */
  public static String nativeMemory(Server server, String during)
      throws LaunchFailure, InterruptedException {
    return get(server, "/vitals/native-memory", during);
  }

  private static String get(Server server, String path, String during)
      throws LaunchFailure, InterruptedException {
    server.requireAlive(during);
    URI url = server.url(path);
    try {
      HttpResponse<String> response =
          CLIENT.send(
              HttpRequest.newBuilder(url).timeout(ANSWER_WITHIN).build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw server.hung(during, path + " answered " + response.statusCode());
      }
      return response.body();
    } catch (IOException e) {
      server.requireNotEnding(during);
      throw server.hung(during, path + ": " + e);
    }
  }
}
