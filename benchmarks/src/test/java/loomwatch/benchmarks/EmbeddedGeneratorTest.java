package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import loomwatch.benchmarks.GeneratorBenchmark.Faults;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.results.Invalid;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The embedded generator on a real server, with every fault of the benchmark's table. Nothing here
 * depends on how quiet the machine is: a run may also be invalid for the machine's sake.
 */
class EmbeddedGeneratorTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final double RATE = 200;
  private static EmbeddedGenerator generator;
  private static BenchServer server;

  @BeforeAll
  static void open() throws Exception {
    generator = new EmbeddedGenerator(JDK, List.of(), Polling.SLEEP);
    server = startServer();
  }

  @AfterAll
  static void close() {
    generator.close();
    server.close();
  }

  private static BenchServer startServer() throws Exception {
    return BenchServer.start(JDK, System.getProperty("java.class.path"), List.of());
  }

  @Test
  void run_serverKeepsUp_offersExactlyRateTimesDurationAndCompletesAll() throws Exception {
    LoadResult load = run("/hello", Duration.ofSeconds(2));

    assertThat(load.offered()).isEqualTo(400);
    assertThat(load.completed()).isEqualTo(400);
    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(latency(load).count()).isEqualTo(400);
    assertThat(load.seconds()).extracting(LoadSecond::offered).containsExactly(200L, 200L);
    assertThat(load.seconds().stream().mapToLong(LoadSecond::completed).sum()).isEqualTo(400);
  }

  @Test
  void run_chunkedAsyncResponses_areAllRead() throws Exception {
    LoadResult load = run("/service-async?ms=5", Duration.ofSeconds(1));

    assertThat(load.completed()).isEqualTo(200);
    assertThat(Objects.requireNonNull(load.serviceTime()).nanosAt(50)).isGreaterThan(5_000_000);
  }

  @Test
  void run_serverFrozenForASecond_showsItInFull() throws Exception {
    Faults.after(Duration.ofSeconds(1), Faults.freeze(server::pid, Duration.ofSeconds(1)));

    LoadResult load = run("/hello", Duration.ofSeconds(4));

    // A second of four, its requests waiting half a second on average: an eighth wait longer.
    assertThat(latency(load).maxNanos()).isGreaterThan(950_000_000);
    assertThat(latency(load).nanosAt(87.5)).isGreaterThan(300_000_000);
    assertThat(load.completed()).isEqualTo(800);
  }

  @Test
  void run_generatorFrozenForASecond_isInvalid() throws Exception {
    LoadResult unused = run("/hello", Duration.ofMillis(200));
    Faults.after(Duration.ofMillis(500), Faults.freeze(generator::pid, Duration.ofSeconds(1)));

    assertThat(causes(run("/hello", Duration.ofSeconds(3)))).contains(Reason.GENERATOR_STALLED);
  }

  @Test
  void run_serverKilled_isInvalid() throws Exception {
    try (BenchServer mortal = startServer()) {
      Faults.after(Duration.ofMillis(500), mortal::kill);

      LoadResult load =
          generator.run(plan(mortal.url("/hello"), Duration.ofSeconds(2), Overload.FAULT));

      assertThat(causes(load)).contains(Reason.SERVER_DIED);
    }
  }

  @Test
  void run_portRefused_isInvalidAndSaysWhy() throws Exception {
    LoadResult load = generator.run(plan(Faults.refusing(), Duration.ofSeconds(1), Overload.FAULT));

    assertThat(load.invalid()).extracting(Invalid::cause).containsExactly(Reason.CONNECT_FAILED);
    assertThat(load.invalid().getFirst().detail())
        .startsWith("0 of 20 connections opened, then: ")
        .contains("Connection refused");
  }

  @Test
  void run_onePercentOf503s_areCounted() throws Exception {
    HttpServer failing = Faults.answering503Every(100);
    try {
      URI url = URI.create("http://127.0.0.1:" + failing.getAddress().getPort() + "/");
      LoadResult load = generator.run(plan(url, Duration.ofSeconds(1), Overload.FAULT));

      assertThat(load.errors().status()).isEqualTo(2);
      assertThat(causes(load)).doesNotContain(Reason.ERRORS);
    } finally {
      failing.stop(0);
    }
  }

  /**
   * The connection is busy when the loop last looks and free long before the next request is due:
   * that request must not wait for the loop to look again.
   */
  @Test
  void run_connectionsAllBusyForAMoment_areUsedAgainWhenTheNextRequestIsDue() throws Exception {
    LoadPlan oneConnection =
        new LoadPlan(server.url("/hello"), 190, 1, Duration.ofSeconds(2), Overload.FAULT);

    LoadResult unused = generator.run(oneConnection);
    LoadResult load = generator.run(oneConnection);

    long wait = latency(load).nanosAt(50) - Objects.requireNonNull(load.serviceTime()).nanosAt(50);
    // Without that it is half the loop's heartbeat of 10 ms at best; 8.5 ms on a busy machine.
    assertThat(wait).isLessThan(4_000_000);
  }

  /** A request is always due when a connection opens, and goes out on it at once. */
  @Test
  void run_serverClosesAfterEachResponse_opensAgainAndLosesNothing() throws Exception {
    HttpServer closing =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    closing.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Connection", "close");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    closing.start();
    try {
      URI url = URI.create("http://127.0.0.1:" + closing.getAddress().getPort() + "/");

      LoadResult load =
          generator.run(new LoadPlan(url, 20_000, 1, Duration.ofMillis(10), Overload.EXPECTED));

      assertThat(load.completed()).isEqualTo(200);
    } finally {
      closing.stop(0);
    }
  }

  /** 20 connections ÷ 200 ms serve 100/s; the second half of 200 requests waits its turn. */
  @Test
  void run_serverTooSlow_keepsIntendedStartsAndSaysSo() throws Exception {
    URI slow = server.url("/sleep?ms=200");

    LoadResult load = generator.run(plan(slow, Duration.ofSeconds(1), Overload.FAULT));

    assertThat(causes(load)).contains(Reason.RATE_NOT_REACHED);
    assertThat(load.completed()).isEqualTo(200);
    assertThat(latency(load).maxNanos()).isGreaterThan(1_000_000_000);
    assertThat(Objects.requireNonNull(load.serviceTime()).nanosAt(50)).isLessThan(900_000_000);
  }

  @Test
  void run_serverTooSlowOnPurpose_isNoFault() throws Exception {
    URI slow = server.url("/sleep?ms=200");

    assertThat(causes(generator.run(plan(slow, Duration.ofSeconds(1), Overload.EXPECTED))))
        .doesNotContain(Reason.RATE_NOT_REACHED, Reason.UNFINISHED);
  }

  private LoadResult run(String path, Duration length) throws InterruptedException {
    return generator.run(plan(server.url(path), length, Overload.FAULT));
  }

  private static LoadPlan plan(URI target, Duration length, Overload overload) {
    return new LoadPlan(target, RATE, 20, length, overload);
  }

  private static LatencyHistogram latency(LoadResult load) {
    return Objects.requireNonNull(load.latency());
  }

  private static List<Reason> causes(LoadResult load) {
    return load.invalid().stream().map(Invalid::cause).toList();
  }
}
