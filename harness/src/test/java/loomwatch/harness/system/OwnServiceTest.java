package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.RecordJson;
import loomwatch.results.Sample;
import loomwatch.results.Subject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service that knows nothing of Loomwatch, in a repository of its own. */
@Execution(ExecutionMode.CONCURRENT)
class OwnServiceTest {
  /** An executor of the mode's threads, and an answer that allocates what it is told to. */
  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;
      import java.util.concurrent.Executors;
      public class Shop {
        static final int BYTES = 1_000;
        static volatile byte[] last;
        public static void main(String[] args) throws Exception {
          HttpServer server =
              HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.setExecutor(
              args[1].equals("virtual")
                  ? Executors.newVirtualThreadPerTaskExecutor()
                  : Executors.newFixedThreadPool(20));
          server.createContext("/items", exchange -> {
            last = new byte[BYTES];
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          });
          server.start();
          System.out.println("selling at " + args[0]);
        }
      }
      """;

  private static final String SUBJECT =
      """
      schema: 1
      subject:
        name: shop
        build: javac -d classes Shop.java
        start: java -Dsun.net.httpserver.nodelay=true -cp classes Shop {port}
        ready: {log: ^selling}
        modes:
          platform: {args: platform}
          virtual: {args: virtual}
      scenarios:
        items: {get: /items, rate: 200, connections: 10}
      """;

  @TempDir Path directory;
  private Path shop;
  private Loomwatch loomwatch;

  @BeforeEach
  void begin() throws Exception {
    shop = Files.createDirectories(directory.resolve("shop"));
    loomwatch = new Loomwatch(directory);
    write("Shop.java", SHOP);
    write("loomwatch.yaml", SUBJECT);
    git("init", "-q", "-b", "main");
    commit("sell");
  }

  @Test
  void run_ownService_hasEveryMetricInBothModesAndLeavesNothingRunning() throws Exception {
    Path out = directory.resolve("run");

    Loomwatch.Ended run = run("run", "--profile", "trial", "--json", "--out", out.toString());

    MeasurementRecord record = RecordJson.read(out.resolve("record.json"));
    assertThat(record.launches()).as(run.err()).hasSize(2);
    Subject head = requireNonNull(record.subjects().get("head"));
    assertThat(head.service()).matches("shop@[0-9a-f]{12}");
    assertThat(head.tomcat()).isEqualTo("none");
    assertThat(record.scenarios()).singleElement().extracting("maxThreads").isNull();
    assertThat(run.err()).contains("with platform threads, and answers items");
    for (Launch launch : record.launches()) {
      if (launch.valid()) {
        assertThat(launch.samples())
            .extracting(Sample::metric)
            .contains(
                Metric.CPU_PER_REQUEST,
                Metric.ALLOCATED_PER_REQUEST,
                Metric.LATENCY_P50,
                Metric.LIVE_SET);
      }
    }
    assertThat(Loomwatch.serverPids(out)).noneMatch(Loomwatch::alive);
  }

  @Tag("long")
  @Test
  void compare_revisionThatAllocatesMore_isRegressed() throws Exception {
    write("Shop.java", SHOP.replace("BYTES = 1_000", "BYTES = 100_000"));
    commit("sell more");
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare =
        run(
            "compare",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--profile",
            "trial",
            "--mode",
            "virtual",
            "--json",
            "--out",
            out.toString());

    MeasurementRecord record = RecordJson.read(out.resolve("record.json"));
    assertThat(record.launches()).as(compare.err()).hasSize(10);
    boolean measured = record.launches().stream().allMatch(Launch::valid);
    assertThat(measured ? List.of(1) : List.of(1, 2, 3))
        .as(compare.err())
        .contains(compare.exitCode());
    if (compare.exitCode() == 1) {
      assertThat(out.resolve("causes.json")).as("looked for by itself").exists();
    }
    if (measured) {
      JsonNode metrics = new ObjectMapper().readTree(compare.out()).path("metrics");
      assertThat(metrics)
          .anySatisfy(line -> {
            assertThat(line.path("metric").asText()).isEqualTo("allocated-per-request");
            assertThat(line.at("/change/effectPercent").asDouble()).isGreaterThan(100);
          });
    }
    assertThat(record.subjects().values()).allMatch(subject -> !subject.dirty());
  }

  /** Latency, CPU, memory and threads; what only a JVM tells is missing. */
  @Test
  void run_anotherProgram_hasWhatTheKernelTells() throws Exception {
    write(
        "serve.py",
        """
        import sys
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", "5")
                self.end_headers()
                self.wfile.write(b"items")
            def log_message(self, *args):
                pass
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
        """);
    write(
        "loomwatch.yaml",
        """
        schema: 1
        subject:
          start: python3 serve.py {port}
          ready: /items
        scenarios:
          items: {get: /items, rate: 50, connections: 5}
        """);
    Path out = directory.resolve("run");

    Loomwatch.Ended run = run("run", "--profile", "trial", "--json", "--out", out.toString());

    MeasurementRecord record = RecordJson.read(out.resolve("record.json"));
    assertThat(record.launches()).as(run.err()).singleElement().isNotNull();
    Launch launch = record.launches().getFirst();
    assertThat(launch.mode()).isEqualTo(Mode.PLATFORM);
    if (launch.valid()) {
      assertThat(launch.samples())
          .extracting(Sample::metric)
          .contains(Metric.CPU_PER_REQUEST, Metric.RSS_AFTER_LOAD)
          .doesNotContain(Metric.ALLOCATED_PER_REQUEST, Metric.COMMITTED_AFTER_LOAD);
    }
  }

  /** The program answers 405 to anything but the POST with its header and body. */
  @Test
  void run_postWithHeaderAndBody_isSentEachTime() throws Exception {
    String items = "last = new byte[BYTES];";
    write(
        "Shop.java",
        SHOP.replace(
            items,
            items
                + """
                String sent = new String(exchange.getRequestBody().readAllBytes());
                if (!exchange.getRequestMethod().equals("POST")
                    || !"json".equals(exchange.getRequestHeaders().getFirst("X-Kind"))
                    || !sent.equals("n=1")) {
                  exchange.sendResponseHeaders(405, -1);
                  exchange.close();
                  return;
                }
                """));
    String get = "get: /items";
    String post = "post: /items, headers: {X-Kind: json}, body: n=1";
    write("loomwatch.yaml", SUBJECT.replace(get, post));
    Path out = directory.resolve("run");

    Loomwatch.Ended run = run("run", "--profile", "trial", "--json", "--out", out.toString());

    MeasurementRecord record = RecordJson.read(out.resolve("record.json"));
    assertThat(record.scenarios().getFirst().sent().shown()).isEqualTo("POST /items");
    assertThat(record.launches())
        .as(run.err())
        .hasSize(2)
        .allSatisfy(launch ->
            assertThat(launch.invalid())
                .extracting(Invalid::cause)
                .doesNotContain(Invalid.Cause.ERRORS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "javac -d classes Shop.java|javac None.java|the build of shop (javac None.java) must end with 0",
        "{log: ^selling}|{log: ^never, within: 2 s}|the platform server was not ready within 2 s and"
            + " was killed: it has not written a line that matches ^never",
        "{log: ^selling}|/nothing|404 instead of 200",
        "get: /items|get: /nothing|scenario items must be answered with 2xx, /nothing was with 404",
        "-cp classes Shop|-cp nowhere Shop|exited with 1 at start",
      })
  void run_badSubject_exits66AndSaysWhatItDid(String right, String wrong, String message)
      throws Exception {
    write(
        "loomwatch.yaml",
        SUBJECT
            .replace(right, wrong)
            .replace("ready: /nothing", "ready: {path: /nothing, within: 3 s}"));

    Loomwatch.Ended run = run("run", "--profile", "trial");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }

  /** Base is as it was: no block is measured when head alone is broken. */
  @Test
  void compare_headThatDoesNotStart_exits66BeforeAnyBlock() throws Exception {
    write("Shop.java", SHOP.replace("server.start();", "System.exit(7);"));
    commit("close");
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare =
        run(
            "compare",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--profile",
            "trial",
            "--mode",
            "virtual",
            "--out",
            out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(66);
    assertThat(compare.err())
        .contains("base: ready in ", "head: the virtual server exited with 7 at start");
    assertThat(out.resolve("record.json")).doesNotExist();
  }

  @Test
  void calibrate_ownService_comparesItWithItself() throws Exception {
    Path out = directory.resolve("campaign");

    Loomwatch.Ended calibrate =
        run(
            "calibrate",
            "--comparisons",
            "1",
            "--profile",
            "trial",
            "--mode",
            "virtual",
            "--json",
            "--out",
            out.toString());

    assertThat(calibrate.exitCode()).as(calibrate.err()).isZero();
    JsonNode calibration = new ObjectMapper().readTree(calibrate.out());
    assertThat(calibration.at("/unchanged/comparisons").asInt()).isEqualTo(1);
    assertThat(out.resolve("calibration.json")).exists();
  }

  @Test
  void calibrate_ownServiceWithAHandicap_isRefused() throws Exception {
    Loomwatch.Ended calibrate = run("calibrate", "--profile", "trial", "--handicap", "cpu:10%");

    assertThat(calibrate.exitCode()).isEqualTo(64);
    assertThat(calibrate.err())
        .contains("--handicap is a fault put into the server that ships; shop has none to put in");
  }

  @Test
  void doctor_ownService_isBuiltStartedAndAsked() throws Exception {
    Loomwatch.Ended doctor = run("doctor");

    assertThat(doctor.exitCode()).as(doctor.err()).isIn(0, 3);
    assertThat(doctor.out())
        .contains("This machine ")
        .containsPattern(
            "✔ subject +shop: head: ready in .* with platform threads, and answers items; head:"
                + " ready in .* with virtual threads, and answers items");
  }

  @Test
  void doctor_brokenService_exits66WithItsOutput() throws Exception {
    write("Shop.java", SHOP.replace("server.start();", "System.exit(7);"));

    Loomwatch.Ended doctor = run("doctor", "--json");

    JsonNode found = new ObjectMapper().readTree(doctor.out());
    assertThat(found.path("fit").asBoolean(true)).isFalse();
    JsonNode subject = found.path("findings").get(found.path("findings").size() - 1);
    assertThat(subject.path("check").asText()).isEqualTo("subject");
    assertThat(subject.path("status").asText()).isEqualTo("problem");
    assertThat(subject.path("mend").asText()).contains("exited with 7 at start");
    assertThat(doctor.exitCode()).as(doctor.out()).isIn(66, 3);
  }

  @Test
  void run_badFile_exits65WithItsPlace() throws Exception {
    write("loomwatch.yaml", SUBJECT.replace("rate: 200", "rats: 200"));

    Loomwatch.Ended run = run("run", "--profile", "trial");

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.err()).contains("loomwatch.yaml:11:").contains("Did you mean rate?");
  }

  private Loomwatch.Ended run(String command, String... more) throws Exception {
    String[] arguments = new String[more.length + 3];
    arguments[0] = command;
    arguments[1] = "--subject";
    arguments[2] = shop.resolve("loomwatch.yaml").toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return loomwatch.run(arguments);
  }

  private void write(String file, String text) throws Exception {
    Files.writeString(shop.resolve(file), text);
  }

  private void commit(String message) throws Exception {
    git("add", "--all");
    git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", message);
  }

  private void git(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 3];
    command[0] = "git";
    command[1] = "-C";
    command[2] = shop.toString();
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    Loomwatch.command(command);
  }
}
