package loomwatch.workflows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The harness, with what stands in for its measuring, in one JVM for all tests: workflows call it
 * some hundred times, and to start it each time would take most of the time of the tests.
 */
final class StandIn {
  private static final Path TARGET = Repository.ROOT.resolve("harness/target");

  private static final int PORT = start();

  private StandIn() {}

  /**
   * The beginning of a command line, for a shell; {@code loomwatch} or {@code stand-in} follows.
   */
  static String call() {
    return "%s %d".formatted(Repository.TESTS.resolve("stubs/call"), PORT);
  }

  /** What it prints when it is asked for that. */
  static String tell(String... arguments) throws IOException {
    ObjectMapper json = new ObjectMapper();
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
      Map<String, Object> asked =
          Map.of("directory", "/", "environment", Map.of(), "arguments", arguments);
      server.getOutputStream().write(json.writeValueAsBytes(asked));
      server.shutdownOutput();
      return json.readTree(server.getInputStream()).path("out").asText();
    }
  }

  /** It ends when this JVM does, and with it the other end of its input. */
  private static int start() {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin/java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Dloomwatch.modules=" + Repository.ROOT,
                  "-cp",
                  TARGET + "/app/*:" + TARGET + "/test-classes",
                  "loomwatch.harness.inprocess.CommandServer")
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      List.of("GITHUB_ACTIONS", "GITHUB_TOKEN", "LOOMWATCH_SERVICE")
          .forEach(builder.environment()::remove);
      builder.environment().putAll(Map.of("GIT_CONFIG_GLOBAL", "/dev/null"));
      return Integer.parseInt(builder.start().inputReader().readLine());
    } catch (IOException e) {
      throw new IllegalStateException("no server of the command line", e);
    }
  }
}
