package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that notes the ports its clients come from. */
class KeptConnectionsTest {
  private final Set<Integer> clients = ConcurrentHashMap.newKeySet();
  private EmbeddedEngine engine;
  private HttpServer server;
  private int port;

  @BeforeEach
  void open() throws Exception {
    engine = new EmbeddedEngine(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
    serve(0);
    port = server.getAddress().getPort();
  }

  @AfterEach
  void close() {
    engine.close();
    server.stop(0);
  }

  @Test
  void run_sameTargetAgain_usesTheSameConnections() throws Exception {
    run("/", 4);
    run("/", 4);

    assertThat(clients).hasSize(4);
  }

  @Test
  void hangUp_betweenRuns_opensThemAnew() throws Exception {
    run("/", 4);
    engine.hangUp();
    LoadResult load = run("/", 4);

    assertThat(load.completed()).isEqualTo(load.offered());
    assertThat(clients).hasSize(8);
  }

  @Test
  void run_moreConnectionsThanBefore_opensTheMissingOnes() throws Exception {
    run("/", 2);
    run("/", 5);

    assertThat(clients).hasSize(5);
  }

  @Test
  void run_anotherPath_usesTheSame() throws Exception {
    run("/", 2);
    run("/other", 2);

    assertThat(clients).hasSize(2);
  }

  @Test
  void run_serverWasReplacedOnItsPort_opensThemAnew() throws Exception {
    run("/", 3);
    server.stop(0);
    serve(port);

    LoadResult load = run("/", 3);

    assertThat(load.completed()).isEqualTo(load.offered());
    assertThat(clients).hasSize(6);
  }

  private void serve(int at) throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
    server.createContext(
        "/",
        exchange -> {
          clients.add(exchange.getRemoteAddress().getPort());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private LoadResult run(String path, int connections) throws Exception {
    return engine.run(
        new LoadPlan(
            URI.create("http://127.0.0.1:%d%s".formatted(port, path)),
            200,
            connections,
            Duration.ofMillis(300),
            Overload.EXPECTED));
  }
}
