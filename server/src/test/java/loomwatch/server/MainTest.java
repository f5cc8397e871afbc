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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as a process. */
class MainTest {
  @TempDir Path temporary;

  @Test
  void main_portZero_saysWhereItIsAndStopsOnTerm() throws Exception {
    Process process = start("--mode", "virtual", "--port", "0");
    try (BufferedReader out = process.inputReader()) {
      String ready = out.readLine();
      assertThat(ready)
          .matches(
              "loomwatch-server ready port=\\d+ mode=virtual pid="
                  + process.pid()
                  + " tomcat="
                  + Pattern.quote(System.getProperty("loomwatch.tomcat.expected"))
                  + " jdk=\\S+ vendor=\\S+");
      URI hello = URI.create("http://127.0.0.1:" + ServerProcess.port(ready) + "/hello");
      try (HttpClient client = HttpClient.newHttpClient()) {
        assertThat(
                client
                    .send(
                        HttpRequest.newBuilder(hello).build(), HttpResponse.BodyHandlers.ofString())
                    .body())
            .contains("Hello");
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
      String port = Integer.toString(taken.getLocalPort());

      assertFails(
          69,
          "cannot listen on 127.0.0.1:"
              + port
              + " (Address already in use); is another program using the port?"
              + " --port 0 takes a free one",
          "--mode",
          "platform",
          "--port",
          port);
    }
  }

  @Test
  void main_noSuchAddress_exits69AndSaysWhatToDo() throws Exception {
    assertFails(
        69,
        "cannot listen on no.such.host.invalid: there is no such address;"
            + " leave --address out to listen on 127.0.0.1",
        "--mode",
        "virtual",
        "--address",
        "no.such.host.invalid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 0|--mode is missing; --help lists the options",
        "--mode green|--mode must be platform or virtual, was 'green'",
        "--mode virtual --port x|--port must be a whole number from 0 to 65535, was 'x'",
        "--mode virtual --max-threads 0|--max-threads must be a whole number from 1 to 2147483647, was '0'",
        "--mode virtual --port 65536|--port must be a whole number from 0 to 65535, was '65536'",
        "--mode|--mode needs a value; --help lists them",
        "--mode virtual --max-threads 5 --min-spare-threads 6|--min-spare-threads must be a whole number from 0 to 5, was '6'",
        "--colour blue|unknown option '--colour'; --help lists them",
        "--mode virtual --fault sloth:1ms|fault must be one of [cpu, alloc, latency, lock, pin, tail, leak, retain, gc, collect, background] with a size, such as latency:1ms, was 'sloth:1ms'",
        "--mode virtual --fault latency:1|size of fault must be a whole number and a unit, such as 1ms or 20us, was 'latency:1'",
        "--mode virtual --fault alloc:0%|size of fault must be above 0 % and at most 10000 %, was 'alloc:0%'",
      })
  void main_wrongUsage_exits64AndSaysWhatIsExpected(String arguments, String message)
      throws Exception {
    assertFails(64, message, arguments.split(" "));
  }

  @Test
  void main_foreignDigits_arePrintedNowhere() throws Exception {
    Process process =
        ServerProcess.start(
            temporary,
            List.of("-Duser.language=ar", "-Duser.country=EG"),
            "--mode",
            "virtual",
            "--port",
            "0");
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).contains(" pid=" + process.pid() + " ");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void main_help_printsTheHelp() throws Exception {
    Process process = start("--help");

    assertThat(process.inputReader().lines())
        .contains(Options.HELP.lines().toArray(String[]::new))
        .hasSameSizeAs(Options.HELP.lines().toList());
    assertThat(process.waitFor()).isZero();
  }

  private void assertFails(int exitCode, String message, String... arguments) throws Exception {
    Process process = start(arguments);

    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(err).isEqualTo("loomwatch-server: " + message + "\n");
    assertThat(process.waitFor()).isEqualTo(exitCode);
    assertThat(temporary).isEmptyDirectory();
  }

  private Process start(String... arguments) throws Exception {
    return ServerProcess.start(temporary, List.of(), arguments);
  }
}
