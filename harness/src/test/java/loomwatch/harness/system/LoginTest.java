package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A service that knows only whom it gave a token, for a password of its environment. It creates its
 * user a second after it listens.
 */
@ResourceLock("cpus")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoginTest {
  private static final String PASSWORD = "s3cr3t-of-the-shop";

  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;
      import java.util.concurrent.Executors;

      public class Shop {
        public static void main(String[] args) throws Exception {
          HttpServer server =
              HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.setExecutor(Executors.newFixedThreadPool(20));
          long created = System.nanoTime() + 1_000_000_000L;
          server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes());
            boolean login = exchange.getRequestURI().getPath().equals("/login");
            boolean right =
                login
                    ? System.nanoTime() > created
                        && body.equals("{\\"password\\": \\"" + System.getenv("SHOP_PASSWORD") + "\\"}")
                    : "Bearer t0ken-1".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            boolean ready = exchange.getRequestURI().getPath().equals("/ready");
            byte[] answer =
                (!right ? "you said " + body : login ? "{\\"token\\": \\"t0ken-1\\"}" : "{\\"id\\": 7}").getBytes();
            exchange.sendResponseHeaders(right || ready ? 200 : 401, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
          });
          server.start();
        }
      }
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        name: shop
        build: javac -d classes Shop.java
        start: java -XX:TieredStopAtLevel=1 -cp classes Shop {port}
        ready: {path: /ready, within: 60 s}
      scenarios:
        checkout:
          rate: 100
          connections: 4
          session:
          - post: /login
            headers: {Content-Type: application/json}
            body: '{"password": "{env.SHOP_PASSWORD}"}'
            take: {token: {json: /token}}
          headers: {Authorization: "Bearer {session.token}"}
          steps:
          - {post: /carts, take: {cart: {json: /id}}}
          - {get: "/carts/{session.cart}"}
      """;

  private Path directory;

  @BeforeAll
  void write(@TempDir Path temporary) throws Exception {
    directory = temporary;
    Files.writeString(directory.resolve("Shop.java"), SHOP);
    Loomwatch.git(directory, "init", "-q");
  }

  @Test
  void run_stepsAfterALogin_areMeasuredAndTheSecretIsInNoFile() throws Exception {
    Path out = directory.resolve("run");

    Loomwatch.Ended run =
        new Loomwatch(directory)
            .of(Loomwatch.ROOT, Map.of("SHOP_PASSWORD", PASSWORD))
            .run(arguments(SERVICE, "--out", out.toString()));

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(run.err()).hasSize(1);
    LoadResult load = requireNonNull(record.launches().getFirst().load());
    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(requireNonNull(load.requests()))
        .extracting(RequestLoad::request)
        .containsExactly("POST /carts", "/carts/{session.cart}");
    assertThat(record.scenarios().getFirst().sent().shown())
        .isEqualTo("POST /carts → /carts/{session.cart}");
    assertThat(run.out() + run.err()).doesNotContain(PASSWORD).doesNotContain("t0ken");
    try (Stream<Path> files = Files.walk(out)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertThat(all).hasSizeGreaterThan(4);
      assertThat(all).noneMatch(file -> has(file, PASSWORD)).noneMatch(file -> has(file, "t0ken"));
    }
  }

  @Test
  void run_wrongPassword_exits66WithTheStepAndTheAnswer() throws Exception {
    Loomwatch.Ended run =
        new Loomwatch(directory).call(arguments(SERVICE.replace("{env.SHOP_PASSWORD}", "open")));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err())
        .contains(
            "scenario checkout must be answered with 2xx, step 1 of its session, POST /login, was"
                + " with 401 by the platform server: you said {\"password\": \"open\"}");
  }

  @Test
  void run_withoutTheVariable_exits66BeforeAnythingIsBuilt() throws Exception {
    Loomwatch.Ended run = new Loomwatch(directory).call(arguments(SERVICE));

    assertThat(run.exitCode()).isEqualTo(66);
    assertThat(run.err())
        .isEqualTo(
            "loomwatch: scenario checkout cannot be sent: environment must have SHOP_PASSWORD,"
                + " which requests use as {env.SHOP_PASSWORD}, had none; export it before"
                + " measuring\n");
  }

  private static boolean has(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String[] arguments(String service, String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("loomwatch.yaml"), service);
    return Loomwatch.on(
        file,
        "run",
        Stream.concat(Stream.of("--profile=trial"), Stream.of(more)).toArray(String[]::new));
  }
}
