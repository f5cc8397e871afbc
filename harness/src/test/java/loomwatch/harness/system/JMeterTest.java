package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import loomwatch.harness.job.GeneratorChoice.JMeterBuild;
import loomwatch.harness.job.Installation;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.jmeter.JMeterGenerator;
import loomwatch.loadgen.jmeter.JMeterGenerator.JMeterHome;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** JMeter as it is, against a server that takes 20 ms for a request. */
@ResourceLock("cpus")
class JMeterTest {
  private static final int USERS = 20;

  @TempDir private Path scratch;

  private final List<Process> agents = new ArrayList<>();
  private final AtomicLong requests = new AtomicLong();
  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private HttpServer server;
  private JMeterHome home;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    home =
        JMeterBuild.of(
            new Installation(
                Path.of("..").toAbsolutePath().normalize(), Optional.empty(), scratch));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          connections.add(exchange.getRemoteAddress());
          try {
            Thread.sleep(requests.incrementAndGet() == 500 ? 1_000 : 20);
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
    agents.forEach(Process::destroyForcibly);
  }

  @Test
  void run_byItself_keepsRateAndConnections() throws InterruptedException {
    try (JMeterGenerator generator = new JMeterGenerator(home, List.of(), List.of(), scratch)) {
      LoadResult load = generator.run(plan(200, Duration.ofSeconds(5)));

      assertThat(ofServer(load)).isEmpty();
      assertThat(load.generatorVersion()).matches("JMeter [\\d.]+");
      assertThat(load.offered()).isEqualTo(1000);
      assertThat(load.completed()).isEqualTo(1000);
      LatencyHistogram latency = Objects.requireNonNull(load.latency());
      assertThat(latency.nanosAt(1) / 1e6).isGreaterThan(19.0);
      assertThat(latency.maxNanos() / 1e6).isGreaterThan(950.0);
      assertThat(connections).hasSize(USERS);
    }
  }

  @Test
  void run_onTwoAgents_dividesTheLoad() throws IOException, InterruptedException {
    List<String> places = List.of(agent(), agent());
    try (JMeterGenerator generator = new JMeterGenerator(home, List.of(), places, scratch)) {
      LoadResult first = generator.run(plan(100, Duration.ofSeconds(8)));
      LoadResult closed =
          generator.run(plan(200, Duration.ofSeconds(4)).closed(Duration.ofMillis(80)));

      assertThat(ofServer(first)).isEmpty();
      assertThat(first.generatorVersion()).endsWith(", 2 agents");
      assertThat(first.completed()).isEqualTo(800);
      assertThat(ofServer(closed)).isEmpty();
      // Each of 20 users asks every 20 + 80 ms; a busy machine is slower.
      assertThat(closed.achievedPerSecond()).isBetween(40.0, 205.0);
    }
  }

  @Test
  void run_onAnAgentThatIsNotThere_saysSo() throws IOException, InterruptedException {
    List<String> places = List.of("127.0.0.1:" + freePort());
    try (JMeterGenerator generator = new JMeterGenerator(home, List.of(), places, scratch)) {
      assertThat(generator.run(plan(200, Duration.ofSeconds(4))).invalid())
          .singleElement()
          .matches(invalid -> invalid.cause() == Invalid.Reason.GENERATOR_FAILED)
          .matches(invalid -> invalid.detail().contains(places.getFirst()));
    }
  }

  /** On a busy machine JMeter may stand still, and then says so. */
  private static List<Invalid> ofServer(LoadResult load) {
    return load.invalid().stream()
        .filter(invalid -> invalid.cause() != Invalid.Reason.GENERATOR_STALLED)
        .toList();
  }

  private LoadPlan plan(double rate, Duration length) {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/items");
    return new LoadPlan(url, rate, USERS, length, Overload.FAULT);
  }

  private String agent() throws IOException {
    int port = freePort();
    Process agent =
        new ProcessBuilder(Leash.command(home.agent("127.0.0.1", port, scratch)))
            .redirectError(scratch.resolve("agent.log").toFile())
            .start();
    agents.add(agent);
    assertThat(agent.inputReader().lines().anyMatch(JMeterHome.READY::equals)).isTrue();
    return "127.0.0.1:" + port;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
