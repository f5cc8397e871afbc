package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SIGTERM ends the process soon, whatever it is serving, and nothing of it stays behind. */
class StopTest {
  /**
   * It takes 0.2 s on a quiet machine. Tomcat's defaults take 8 s for the four kinds of request
   * below and 7 s for the lock, and a delay of 0 ms is for ever.
   */
  /** Tomcat's warning on a busy machine, in two lines. */
  private static final Pattern SLOW_RANDOM =
      Pattern.compile("createSecureRandom$|^WARNING: Creation of SecureRandom instance");

  private static final long SOON_SECONDS = 6;

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual"})
  void term_whileEveryKindOfRequestIsServed_endsSoon(String mode) throws Exception {
    assertEndsSoon(
        List.of("--mode", mode),
        List.of(
            "/sleep?ms=60000",
            "/service-blocking?ms=60000",
            "/service-async?ms=60000",
            // Nobody reads it, and no socket buffer holds it.
            "/body?bytes=16777216"));
  }

  /** The request before it takes as long, which the test waits for. */
  @Test
  void term_whileARequestIgnoresInterrupts_endsSoon() throws Exception {
    assertEndsSoon(List.of("--mode", "platform", "--fault", "lock:8000ms"), List.of("/hello"));
  }

  private void assertEndsSoon(List<String> options, List<String> paths) throws Exception {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("--port", "0"));
    Process process = ServerProcess.start(temporary, List.of(), arguments.toArray(String[]::new));
    List<Socket> clients = new ArrayList<>();
    try (BufferedReader out = process.inputReader()) {
      int port = ServerProcess.port(out.readLine());
      for (String path : paths) {
        clients.add(requesting(port, path));
      }

      assertThat(process.toHandle().destroy()).isTrue();

      assertThat(process.waitFor(SOON_SECONDS, TimeUnit.SECONDS)).as("ended soon").isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(process.errorReader().lines().filter(line -> !SLOW_RANDOM.matcher(line).find()))
          .isEmpty();
      assertThat(temporary).isEmptyDirectory();
    } finally {
      process.destroyForcibly();
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  /**
   * A second request of a connection is served as soon as the first one is, and that is awaited.
   */
  private static Socket requesting(int port, String path) throws IOException {
    Socket client = new Socket("127.0.0.1", port);
    String both =
        "GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    client.getOutputStream().write(both.getBytes(StandardCharsets.US_ASCII));
    assertThat(client.getInputStream().read()).isEqualTo('H');
    return client;
  }
}
