package loomwatch.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections stay open; who waits for a thread, as in studies/waiting.yaml and async.yaml. */
@ResourceLock("tomcat")
class ConnectorTest {
  /** More than the 100 after which Tomcat's default closes. */
  private static final int REQUESTS = 150;

  private static final int WAIT_MILLIS = 500;
  private static final Duration ONE_BY_ONE = Duration.ofMillis(3 * WAIT_MILLIS);

  /** On one platform thread those that block are, on virtual ones whatever the pool's size. */
  @ParameterizedTest
  @CsvSource({
    "platform, /service-blocking, true",
    "platform, /service-async, false",
    "virtual, /service-blocking, false"
  })
  void service_threeAtOnce_areServedOneByOneOrTogether(String mode, String path, boolean oneByOne)
      throws Exception {
    assertThat(threeAtOnce(mode, path).compareTo(ONE_BY_ONE) >= 0).isEqualTo(oneByOne);
  }

  private static Duration threeAtOnce(String mode, String path) throws Exception {
    try (RunningServer server = RunningServer.start(mode, "--max-threads", "1")) {
      assertThat(server.get(path + "?ms=0").statusCode()).isEqualTo(200);
      return RunningServer.time(() -> server.getTogether(path + "?ms=" + WAIT_MILLIS, 3));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual"})
  void connection_of150Requests_staysOpen(String mode) throws Exception {
    try (RunningServer server = RunningServer.start(mode);
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(20_000);
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      for (int i = 1; i <= REQUESTS; i++) {
        socket
            .getOutputStream()
            .write("GET /thread HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
        assertThat(head(answers))
            .as("answer %d", i)
            .startsWith("HTTP/1.1 200")
            .doesNotContain("Connection: close");
        assertThat(answers.readLine()).startsWith("{\"name\":");
      }
    }
  }

  private static String head(BufferedReader answers) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = answers.readLine();
        line != null && !line.isEmpty();
        line = answers.readLine()) {
      head.append(line).append('\n');
    }
    return head.toString();
  }
}
