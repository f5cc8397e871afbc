package loomwatch.harness.inprocess;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import loomwatch.harness.github.FakeGitHub;
import loomwatch.harness.github.StandInMain;
import loomwatch.harness.job.Invocation;

/**
 * Runs the command lines of workflows under test in one JVM, until its input ends. A request is
 * JSON: directory, environment, arguments, of which the first is {@code loomwatch}, {@code
 * stand-in} or {@code fake-github}; the reply too: code, out, err. {@code .github/tests/stubs/call}
 * is the client.
 */
public final class CommandServer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CommandServer() {}

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    System.out.println(server.getLocalPort());
    Thread.ofPlatform().daemon().start(() -> accept(server));
    System.in.transferTo(OutputStream.nullOutputStream());
    // The fake GitHubs still listen, on threads that would keep this JVM alive.
    System.exit(0);
  }

  private static void accept(ServerSocket server) {
    while (true) {
      try {
        Socket client = server.accept();
        Thread.ofPlatform().daemon().start(() -> answer(client));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void answer(Socket client) {
    try (client) {
      JsonNode asked = JSON.readTree(client.getInputStream().readAllBytes());
      InProcess ended = run(asked);
      JSON.writeValue(
          client.getOutputStream(),
          Map.of("code", ended.exitCode(), "out", ended.out(), "err", ended.err()));
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  private static InProcess run(JsonNode asked) {
    Map<String, String> environment = new HashMap<>();
    asked
        .path("environment")
        .properties()
        .forEach(variable -> environment.put(variable.getKey(), variable.getValue().asText()));
    Path directory = Path.of(asked.path("directory").asText());
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Invocation invocation =
        new Invocation(directory, Optional.empty(), directory, temporary, environment);
    List<String> arguments =
        StreamSupport.stream(asked.path("arguments").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    String[] rest = arguments.subList(1, arguments.size()).toArray(String[]::new);
    return switch (arguments.getFirst()) {
      case "stand-in" -> InProcess.run(invocation, () -> standIn(rest));
      case "fake-github" -> InProcess.run(invocation, () -> fakeGitHub(rest[0], rest[1]));
      default -> InProcess.run(invocation, rest);
    };
  }

  /** Starts one for the rest of this JVM's time, and prints its URL. */
  private static int fakeGitHub(String repository, String head) throws IOException {
    FakeGitHub fake = FakeGitHub.start(repository);
    fake.repository().pull(7, head);
    System.out.print(fake.url());
    return 0;
  }

  /** What kills it, a JVM of its own would say with its code. */
  private static int standIn(String... arguments) {
    try {
      StandInMain.main(arguments);
      return 0;
    } catch (Exception e) {
      e.printStackTrace();
      return 1;
    }
  }
}
