package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadGenerator.ClosedLoopGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a server that takes 20 ms for each answer, and counts how many it is at. */
class ClosedLoopTest {
  private static final AtomicInteger AT = new AtomicInteger();
  private static final AtomicInteger MOST = new AtomicInteger();
  private static final int MILLIS = 20;
  private static EmbeddedGenerator generator;
  private static HttpServer server;

  @BeforeAll
  static void open() throws Exception {
    generator =
        new EmbeddedGenerator(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          MOST.accumulateAndGet(AT.incrementAndGet(), Math::max);
          try {
            Thread.sleep(MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          AT.decrementAndGet();
          int status = exchange.getRequestURI().getPath().equals("/bad") ? 500 : 200;
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void close() {
    generator.close();
    server.stop(0);
  }

  private static LoadResult run(String path, int users, Duration think, long millis)
      throws InterruptedException {
    MOST.set(0);
    URI url = URI.create("http://localhost:" + server.getAddress().getPort() + path);
    LoadGenerator closed = new ClosedLoopGenerator(generator, think);
    return closed.run(new LoadPlan(url, 1, users, Duration.ofMillis(millis), Overload.EXPECTED));
  }

  /** Nobody can be answered more often than once in 20 ms. */
  @Test
  void run_withoutThinking_isBoundByUsersOverTime() throws Exception {
    LoadResult result = run("/x", 10, Duration.ZERO, 1_000);

    assertThat(MOST.get()).isLessThanOrEqualTo(10);
    assertThat(result.unfinished()).isZero();
    assertThat(result.errors().total()).isZero();
    assertThat(result.completed()).isEqualTo(result.offered());
    assertThat(result.achievedPerSecond()).isBetween(10.0, 10 * 1_000.0 / MILLIS);
    assertThat(Objects.requireNonNull(result.latency()).nanosAt(50))
        .isGreaterThanOrEqualTo(MILLIS * 1_000_000L * 9 / 10);
  }

  /** Each asks at most once in 20 ms and 180 ms more. */
  @Test
  void run_thinking_asksTheLessOften() throws Exception {
    LoadResult result = run("/x", 10, Duration.ofMillis(180), 1_000);

    assertThat(result.offered()).isBetween(10L, 60L);
  }

  @Test
  void run_wrongAnswers_areInvalid() throws Exception {
    LoadResult result = run("/bad", 2, Duration.ZERO, 200);

    assertThat(result.invalid()).extracting(Invalid::cause).contains(Invalid.Reason.ERRORS);
    assertThat(result.completed()).isZero();
  }

  @Test
  void run_noServer_saysSo() throws Exception {
    URI nobody = URI.create("http://localhost:1/x");
    LoadResult result =
        new ClosedLoopGenerator(generator, Duration.ZERO)
            .run(new LoadPlan(nobody, 1, 2, Duration.ofMillis(100), Overload.EXPECTED));

    assertThat(result.invalid()).extracting(Invalid::cause).contains(Invalid.Reason.CONNECT_FAILED);
  }
}
