package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A service that runs already, here within the test, and is known by its URL. */
@ResourceLock("cpus")
class RemoteServiceTest {
  @TempDir Path directory;
  private HttpServer one;
  private HttpServer other;
  private Path file;

  @BeforeEach
  void begin() throws IOException {
    one = server();
    other = server();
    file = directory.resolve("loomwatch.yaml");
    Files.writeString(
        file,
        """
        schema: 1
        service:
          name: shop
          url: %s
        scenarios:
          items: {get: /items, rate: 20, connections: 2}
        """
            .formatted(url(one)));
  }

  @AfterEach
  void end() {
    one.stop(0);
    other.stop(0);
  }

  @Test
  void run_url_hasLatencyAloneAndLeavesItRunning() throws Exception {
    Path out = directory.resolve("run");

    Loomwatch.Ended run = run("run", "--profile", "trial", "--json", "--out", out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(run.err()).singleElement().isNotNull();
    Launch launch = record.launches().getFirst();
    assertThat(launch.invalid())
        .extracting(Invalid::cause)
        .doesNotContain(Invalid.Reason.SERVER_NOT_READY, Invalid.Reason.ERRORS);
    assertThat(launch.samples())
        .extracting(Sample::metric)
        .doesNotContain(
            Metric.CPU_PER_REQUEST,
            Metric.RSS_AFTER_LOAD,
            Metric.TIME_TO_READY,
            Metric.ALLOCATED_PER_REQUEST);
    if (launch.valid()) {
      assertThat(launch.samples()).extracting(Sample::metric).contains(Metric.LATENCY_P50);
    }
    Variant head = requireNonNull(record.variants().get("head"));
    assertThat(List.of(head.revision(), head.jdk())).containsExactly("unknown", "none");
    assertThat(run.err()).contains(url(one) + " is there, and answers items");
  }

  /** Nobody can look into what runs elsewhere: nothing is put under load again for that. */
  @Test
  void compare_twoUrls_asksBoth() throws Exception {
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare =
        run(
            "compare",
            "--base",
            "url=" + url(one),
            "--head",
            "url=" + url(other),
            "--profile",
            "trial",
            "--json",
            "--out",
            out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches())
        .as(compare.err())
        .extracting(Launch::variant)
        .contains("base", "head");
    assertThat(record.launches())
        .flatExtracting(Launch::invalid)
        .extracting(Invalid::cause)
        .doesNotContain(Invalid.Reason.SERVER_NOT_READY, Invalid.Reason.ERRORS);
    assertThat(compare.exitCode()).as(compare.err()).isBetween(0, 3);

    Loomwatch.Ended why = call("why", out.toString());
    assertThat(why.exitCode()).as(why.err()).isEqualTo(64);
    assertThat(why.err()).contains("causes need a JVM that Loomwatch starts");
  }

  @Test
  void compare_urlWithRevision_exits66AndSaysWhatToWrite() throws Exception {
    Loomwatch.Ended compare =
        call("compare", "--base", "ref=.", "--head", "url=" + url(other), "--profile", "trial");

    assertThat(compare.exitCode()).as(compare.err()).isNotZero();
    assertThat(compare.err()).contains("both variants must have url= alone where one has it");
  }

  @Test
  void run_urlWhereNothingListens_exits66() throws Exception {
    one.stop(0);
    Files.writeString(
        file,
        Files.readString(file)
            .replace("scenarios:", "  ready: {path: /items, within: 1 s}\nscenarios:"));

    Loomwatch.Ended run = call("run", "--profile", "trial");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err()).contains(" was not ready within 1 s: nothing listens on port ");
  }

  private static HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext(
        "/items",
        exchange -> {
          exchange.sendResponseHeaders(200, 5);
          exchange.getResponseBody().write("items".getBytes());
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private Loomwatch.Ended run(String command, String... more) throws Exception {
    return new Loomwatch(directory).run(Loomwatch.on(file, command, more));
  }

  private Loomwatch.Ended call(String command, String... more) {
    return new Loomwatch(directory).call(Loomwatch.on(file, command, more));
  }
}
