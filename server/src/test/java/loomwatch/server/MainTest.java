package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as a process. */
class MainTest {
  @Test
  void main_portZero_saysWhereItIsAndStopsOnTerm() throws Exception {
    Process process = start("--mode", "virtual", "--port", "0");
    try (BufferedReader out = process.inputReader()) {
      String ready = out.readLine();
      assertThat(ready)
          .matches(
              "loomwatch-server ready port=\\d+ mode=virtual pid="
                  + process.pid()
                  + " tomcat=[\\d.]+ jdk=\\S+ vendor=\\S+");
      URI hello =
          URI.create("http://127.0.0.1:" + ready.replaceAll(".*port=(\\d+) .*", "$1") + "/hello");
      try (HttpClient client = HttpClient.newHttpClient()) {
        assertThat(
                client
                    .send(
                        HttpRequest.newBuilder(hello).build(), HttpResponse.BodyHandlers.ofString())
                    .statusCode())
            .isEqualTo(200);
      }

      // Process.destroy would close the stream that is read below.
      assertThat(process.toHandle().destroy()).isTrue();

      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(out.readLine()).isNull();
    }
  }

  @Test
  void main_portInUse_exits69AndSaysWhatToDo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Process process =
          start("--mode", "platform", "--port", Integer.toString(taken.getLocalPort()));

      String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isEqualTo(69);
      assertThat(err)
          .contains(
              "loomwatch-server: cannot listen on 127.0.0.1:"
                  + taken.getLocalPort()
                  + ": is another program using the port? --port 0 takes a free one");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 0|--mode is missing; --help lists the options",
        "--mode green|--mode must be platform or virtual, was 'green'",
        "--mode virtual --port x|--port must be a whole number of at least 0, was 'x'",
        "--mode virtual --max-threads 0|--max-threads must be a whole number of at least 1, was '0'",
        "--mode|--mode needs a value; --help lists them",
        "--colour blue|unknown option '--colour'; --help lists them",
        "--mode virtual --handicap sloth:1ms|handicap must be one of [cpu, alloc, latency, lock, pin] with a size, such as latency:1ms, was 'sloth:1ms'",
        "--mode virtual --handicap latency:1|size of handicap must be a whole number and a unit, such as 1ms or 20us, was 'latency:1'",
        "--mode virtual --handicap alloc:0%|size of handicap must be above 0 % and at most 10000 %, was 'alloc:0%'",
      })
  void main_wrongUsage_exits64AndSaysWhatIsExpected(String arguments, String message)
      throws Exception {
    Process process = start(arguments.split(" "));

    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(64);
    assertThat(err).isEqualTo("loomwatch-server: " + message + "\n");
  }

  private static Process start(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "loomwatch.server.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }
}
