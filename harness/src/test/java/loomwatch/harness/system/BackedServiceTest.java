package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import loomwatch.results.Invalid;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A service that asks another program at each request. */
@ResourceLock("cpus")
class BackedServiceTest {
  /**
   * Answers what its folder holds; the service answers what it is told by the other one, and makes
   * a schema when it starts.
   */
  private static final String PROGRAM =
      """
      import sys, socket
      from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
      port, source = int(sys.argv[1]), sys.argv[2]
      def stock():
          if not source.isdigit():
              return open(source).read().encode()
          with socket.create_connection(("127.0.0.1", int(source))) as asked:
              asked.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
              return asked.makefile("rb").read().split(b"\\r\\n\\r\\n")[1]
      if source.isdigit():
          open("schema", "w").close()
      class Handler(BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"
          def do_GET(self):
              body = stock()
              self.send_response(200 if body == b"full" else 500)
              self.send_header("Content-Length", str(len(body)))
              self.end_headers()
              self.wfile.write(body)
          def log_message(self, *args):
              pass
      ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        start: python3 program.py {port} {services.stock.port}
        ready: {port: true}
        services:
          stock:
            prepare: test -z "$(ls -A {directory})" && echo empty > {directory}/stock
            start: python3 program.py {port} {directory}/stock
            ready: {port: true}
            reset: test -f schema && printf full > {directory}/stock; echo $KEEPER >> resets
            environment: {KEEPER: "{port}"}
            version: echo; echo stock 1.2
      scenarios:
        items: {get: /items, rate: 20, connections: 2}
      """;

  private static final String CONTAINER =
      """
      schema: 1
      service:
        start: python3 program.py {port} {services.stock.port}
        ready: {port: true}
        services:
          stock:
            image: stock:1
            port: 80
            args: --full
            environment: {KIND: shop}
            ready: /
            reset: echo {port} >> resets
      scenarios:
        items: {get: /items, rate: 20, connections: 2}
      """;

  @TempDir Path directory;
  private Path shop;
  private Loomwatch loomwatch;

  @BeforeEach
  void begin() throws Exception {
    shop = Files.createDirectories(directory.resolve("shop"));
    loomwatch = new Loomwatch(directory);
    Files.writeString(shop.resolve("program.py"), PROGRAM);
  }

  @Test
  void run_need_isPreparedResetBeforeEachLaunchAndEnded() throws Exception {
    Path out = directory.resolve("run");

    Loomwatch.Ended run = run(SERVICE, out);

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    Variant head = requireNonNull(record.variants().get("head"));
    assertThat(head.versions()).isEqualTo(Map.of("services.stock", "stock 1.2"));
    assertThat(record.launches())
        .as(run.err())
        .singleElement()
        .satisfies(launch ->
            assertThat(launch.invalid())
                .extracting(Invalid::cause)
                .doesNotContain(Invalid.Reason.SERVER_NOT_READY, Invalid.Reason.ERRORS));
    // Before the requests are checked and before the launch is warmed; a launch that only the
    // generator discarded is taken again.
    assertThat(Files.readAllLines(shop.resolve("resets"))).hasSizeBetween(2, 3);
    Loomwatch.Ended doctor = loomwatch.call(Loomwatch.on(shop.resolve("loomwatch.yaml"), "doctor"));
    assertThat(doctor.out())
        .as("where it was started before, its folder is empty again: " + doctor.err())
        .contains("✔ service ", "and answers items");
    // A leash ends what is left behind within seconds.
    Loomwatch.await(
        "the end of all programs",
        () ->
            ProcessHandle.allProcesses()
                .map(each -> each.info().commandLine().orElse(""))
                .noneMatch(
                    line -> line.contains(directory.toString()) && line.contains("program.py")));
  }

  @Test
  void run_needThatIsNotThere_exits66AndSaysWhich() throws Exception {
    String wrong =
        SERVICE.replace("start: python3 program.py {port} {d", "start: nothing {port} {d");

    Loomwatch.Ended run = loomwatch.call(arguments(wrong, directory.resolve("run")));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err())
        .contains("the backing service stock exited with 127 at start; its last lines:");
  }

  /** The container is nothing but the port of a server in this test. */
  @Test
  void run_needInAContainer_isStartedResetAndPartOfTheRuntime() throws Exception {
    HttpServer stock = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    stock.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 4);
          exchange.getResponseBody().write("full".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    stock.start();
    int port = stock.getAddress().getPort();
    Path out = directory.resolve("run");
    try (FakeDocker docker = new FakeDocker(port)) {
      loomwatch = loomwatch.of(Loomwatch.ROOT, docker.environment());

      Loomwatch.Ended run = run(CONTAINER, out);

      MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
      Variant head = requireNonNull(record.variants().get("head"));
      assertThat(head.versions())
          .isEqualTo(Map.of("services.stock", "stock:1@" + FakeDocker.DIGEST));
      assertThat(record.launches())
          .as(run.err())
          .singleElement()
          .satisfies(launch ->
              assertThat(launch.invalid())
                  .extracting(Invalid::cause)
                  .doesNotContain(Invalid.Reason.SERVER_NOT_READY, Invalid.Reason.ERRORS));
      assertThat(Files.readAllLines(shop.resolve("resets")))
          .hasSizeBetween(2, 3)
          .containsOnly(Integer.toString(port));
      // One of each time the round was measured.
      assertThat(docker.created())
          .hasSizeBetween(1, 2)
          .allSatisfy(
              made -> assertThat(made).contains("\"KIND=shop\"", "\"--full\"", "\"80/tcp\""));
      assertThat(docker.created().getLast()).containsPattern("\"CpusetCpus\" ?: ?\"[0-9,]+\"");
      assertThat(docker.asked().stream().filter(asked -> asked.startsWith("DELETE /containers/")))
          .hasSameSizeAs(docker.created());
    } finally {
      stock.stop(0);
    }
  }

  /** Where a daemon does answer, it has no such image either. */
  @Test
  void run_needInAContainerThatCannotBe_exits66AndSaysWhatElseToWrite() throws Exception {
    loomwatch = loomwatch.of(Loomwatch.ROOT, Map.of("DOCKER_HOST", "tcp://127.0.0.1:1"));

    Loomwatch.Ended run =
        run(CONTAINER.replace("stock:1", "registry.invalid/stock:1"), directory.resolve("run"));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err())
        .contains("the backing service stock must have ", "registry.invalid/stock:1")
        .containsAnyOf("or write start: with a program of this machine", "correct image:");
  }

  @Test
  void run_needThatCannotBeReset_exits66WithWhatItsCommandSaid() throws Exception {
    String wrong = SERVICE.replace("reset: test", "reset: echo no stock; exit 3; test");

    Loomwatch.Ended run = loomwatch.call(arguments(wrong, directory.resolve("run")));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err())
        .contains(
            "reset of the backing service stock (",
            "must end with 0, ended with 3",
            "    no stock");
  }

  private Loomwatch.Ended run(String service, Path out) throws Exception {
    return loomwatch.run(arguments(service, out));
  }

  private String[] arguments(String service, Path out) throws Exception {
    Path file = Files.writeString(shop.resolve("loomwatch.yaml"), service);
    return Loomwatch.on(file, "run", "--profile", "trial", "--json", "--out", out.toString());
  }
}
