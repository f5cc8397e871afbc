package loomwatch.harness.github;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The fake as other tests start it. */
final class FakeGitHubMainTest {
  private static final String SHA = HubFixture.SHA;

  @Test
  void fakeGitHub_asAProcess_servesUntilItsInputEnds() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "loomwatch.harness.github.FakeGitHubMain",
                "acme/shop",
                "7=" + SHA)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      URI state = URI.create(said.readLine() + "/_fake/state");

      String body =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(state).build(), BodyHandlers.ofString())
              .body();

      assertThat(body).contains("\"number\":7", SHA);
      process.getOutputStream().close();
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroy();
    }
  }
}
