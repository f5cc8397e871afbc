package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteServerTest {
  @TempDir Path directory;
  private SiteServer server;
  private int port;

  @BeforeEach
  void start() throws IOException {
    Path site = Files.createDirectories(directory.resolve("site/data"));
    Files.writeString(site.resolve("overview.json"), "{}");
    Files.writeString(directory.resolve("site/index.html"), "<!doctype html>");
    Files.writeString(directory.resolve("secret"), "secret");
    Files.createSymbolicLink(site.resolve("link"), directory.resolve("secret"));
    server = SiteServer.start(directory.resolve("site"), 0);
    port = URI.create(server.address()).getPort();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, 200",
    "HEAD, /index.html, 200",
    "GET, /data/overview.json?x=1, 200",
    "GET, /data/, 404",
    "GET, /nothing, 404",
    "GET, /../secret, 404",
    "GET, /%2e%2e/secret, 404",
    "GET, //etc/passwd, 404",
    "GET, /data/link, 404",
    "POST, /, 405"
  })
  void request_forAPath_isAnswered(String method, String path, int status) throws IOException {
    assertThat(status(method, path, "127.0.0.1:" + port)).isEqualTo(status);
  }

  @Test
  void request_byAnotherName_isRefused() throws IOException {
    assertThat(status("GET", "/", "attacker.example")).isEqualTo(421);
  }

  @Test
  void request_byNoName_isRefused() throws IOException {
    assertThat(status("GET / HTTP/1.0\r\n\r\n")).isEqualTo(421);
  }

  private int status(String method, String path, String host) throws IOException {
    return status(
        "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(method, path, host));
  }

  /** By hand, because a client would put the path right before sending it. */
  private int status(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return Integer.parseInt(reader.readLine().split(" ")[1]);
    }
  }
}
