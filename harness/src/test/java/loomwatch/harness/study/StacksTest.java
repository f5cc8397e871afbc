package loomwatch.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.Variants;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * That all stacks give the same answers, on the threads of their mode, so that what is compared
 * does the same work. Each is built and launched; those with a database are asked for its list too.
 */
@Tag("long")
class StacksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path STACKS = ROOT.resolve("studies/stacks");
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final int WAIT_MS = 50;
  private static final int STATIC_ITEMS = 10;
  private static final int STORED_ITEMS = 50;

  /** A thread in the code of a stack, or of the server that ships, which has nothing else to do. */
  private static final Pattern SLEEPING =
      Pattern.compile("Thread\\.sleep[^#]*(stack\\.Stack|workload\\.Sleep)");

  @TempDir Path directory;

  /** What matters of an answer; a line's end after JSON does not. */
  private record Answer(int status, String type, String body) {}

  /** Every service file of every stack. */
  static List<Path> services() throws IOException {
    try (Stream<Path> files = Files.walk(STACKS, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .map(STACKS::relativize)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void stack_everyMode_answersAsAllDo(Path file) throws Exception {
    ServiceSpec service = ServiceFile.read(STACKS.resolve(file)).service();
    try (Children children = new Children()) {
      BuiltVariant variant =
          new Variants(service, "", directory, directory, children, line -> {}).inPlace(JDK);
      answersAsAllDo(variant, children);
    }
  }

  @Test
  void serverThatShips_everyMode_answersAsAllDo() throws Exception {
    try (Children children = new Children()) {
      answersAsAllDo(BuiltVariant.ofCheckout(ROOT, JDK, null), children);
    }
  }

  private void answersAsAllDo(BuiltVariant variant, Children children) throws Exception {
    ServiceSpec service = variant.service();
    ServerLauncher launcher = new ServerLauncher(children, line -> {});
    BackingServices.Place beside =
        new BackingServices.Place(directory.resolve("services"), List.of(), JDK);
    try (BackingServices needs = BackingServices.start(service, launcher, beside)) {
      for (Mode mode : service.modes().keySet()) {
        ServerOptions options =
            new ServerOptions(
                needs.withPorts(service),
                mode,
                JDK,
                JvmFlags.forServer(1, "256m"),
                List.of(),
                null,
                STORED_ITEMS);
        try (LaunchedServer server = launcher.start(options, directory.resolve(mode.label()))) {
          Map<String, Answer> expected = expected(!service.services().isEmpty());
          assertThat(answers(server, expected)).as(mode.label()).isEqualTo(expected);
          assertThat(waitingThread(server)).as("which threads wait").isEqualTo(mode);
        }
      }
    }
  }

  private static Map<String, Answer> expected(boolean database) throws IOException {
    Map<String, Answer> expected = new LinkedHashMap<>();
    expected.put(
        "/hello", new Answer(200, "text/html", Files.readString(STACKS.resolve("hello.html"))));
    expected.put(
        "/sleep?ms=" + WAIT_MS, new Answer(200, "text/plain", "slept " + WAIT_MS + " ms\n"));
    expected.put("/list-static", new Answer(200, "application/json", list(STATIC_ITEMS)));
    if (database) {
      expected.put("/list-db", new Answer(200, "application/json", list(STORED_ITEMS)));
    }
    return expected;
  }

  private static String list(int items) {
    return IntStream.rangeClosed(1, items)
        .mapToObj(id -> "{\"id\":%d,\"name\":\"item %d\",\"price\":%s}".formatted(id, id, 1.5 * id))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static Map<String, Answer> answers(Server server, Map<String, Answer> expected)
      throws IOException, InterruptedException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    try (HttpClient client = ProbeClient.of(server.connectionSpec())) {
      for (String path : expected.keySet()) {
        long asked = System.nanoTime();
        HttpResponse<byte[]> response =
            client.send(
                HttpRequest.newBuilder(server.url(path)).timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
        if (path.startsWith("/sleep")) {
          assertThat(Duration.ofNanos(System.nanoTime() - asked))
              .isGreaterThanOrEqualTo(Duration.ofMillis(WAIT_MS));
        }
        answers.put(path, answer(response));
      }
    }
    return answers;
  }

  /** Of which kind the thread is that a request waits on, seen while it does. */
  private Mode waitingThread(LaunchedServer server) throws IOException, InterruptedException {
    Path dump = directory.resolve("threads");
    try (HttpClient client = ProbeClient.of(server.connectionSpec())) {
      CompletableFuture<?> answer =
          client.sendAsync(
              HttpRequest.newBuilder(server.url("/sleep?ms=10000")).build(),
              HttpResponse.BodyHandlers.discarding());
      Optional<String> waiting = Optional.empty();
      while (waiting.isEmpty()) {
        assertThat(answer).as("an answer before its thread was seen").isNotDone();
        new ProcessBuilder(
                JDK.resolve("bin/jcmd").toString(),
                Long.toString(server.pid()),
                "Thread.dump_to_file",
                "-overwrite",
                dump.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
        waiting =
            Stream.of(Files.readString(dump).split("\n\n"))
                .filter(thread -> SLEEPING.matcher(thread).find())
                .findFirst();
      }
      client.shutdownNow();
      return waiting.get().lines().findFirst().orElse("").contains("\" virtual")
          ? Mode.VIRTUAL
          : Mode.PLATFORM;
    }
  }

  private static Answer answer(HttpResponse<byte[]> response) {
    String type = response.headers().firstValue("Content-Type").orElse("none").split(";")[0];
    String body = new String(response.body(), StandardCharsets.UTF_8);
    return new Answer(
        response.statusCode(),
        type,
        type.equals("application/json") ? body.replaceFirst("\n$", "") : body);
  }
}
