package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that notes the ports its clients come from. */
class ConnectionPoolTest {
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

  /** With one connection less it is not the load that was asked for. */
  @Test
  void run_connectionThatCannotBeOpenedAgain_isTold() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      Thread.ofVirtual().start(() -> endTheFirstOfTwo(socket));

      LoadResult load = run("/", 2);

      assertThat(load.invalid()).extracting(Invalid::cause).contains(Invalid.Reason.CONNECT_FAILED);
    }
  }

  /** All is over before the loop would have looked by itself, at its heartbeat after 10 ms. */
  @Test
  void run_backlogThatIsSentRightAfterTheEnd_isTold() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      Thread.ofVirtual().start(() -> answerTheFirstLate(socket));

      LoadResult load =
          engine.run(
              new LoadPlan(
                  URI.create("http://127.0.0.1:%d/".formatted(port)),
                  4_000,
                  1,
                  Duration.ofMillis(5),
                  Overload.FAULT));

      assertThat(load.completed()).isEqualTo(20);
      assertThat(load.invalid())
          .extracting(Invalid::detail)
          .anyMatch(detail -> detail.matches("(19|20) of 20 requests still waited for .*"));
    }
  }

  private static void answerTheFirstLate(ServerSocket socket) {
    try (Socket only = socket.accept()) {
      only.setTcpNoDelay(true);
      answerAfter(6, only);
      while (true) {
        answer(only, "");
      }
    } catch (IOException | InterruptedException ended) {
      // The run is over.
    }
  }

  private static void answerAfter(int millis, Socket socket)
      throws IOException, InterruptedException {
    if (socket.getInputStream().read(new byte[4_096]) < 0) {
      throw new EOFException();
    }
    Thread.sleep(millis);
    write(socket, "");
  }

  /** A request was never under way, so none fails: what it costs is to open another. */
  @Test
  void run_serverThatClosesEachConnectionAfterTen_isCounted() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      Thread.ofVirtual().start(() -> closeAfterTen(socket));

      LoadResult load = run("/", 2);

      assertThat(load.errors().total()).isZero();
      assertThat(load.completed()).isEqualTo(load.offered());
      assertThat(load.reopened()).isBetween(load.offered() / 10 - 2, load.offered() / 10);
    }
  }

  private static void closeAfterTen(ServerSocket socket) {
    try {
      while (true) {
        Socket next = socket.accept();
        Thread.ofVirtual()
            .start(() -> {
              try (next) {
                for (int i = 1; i <= 10; i++) {
                  answer(next, i < 10 ? "" : "Connection: close\r\n");
                }
              } catch (IOException ended) {
                // The run is over.
              }
            });
      }
    } catch (IOException ended) {
      // The run is over.
    }
  }

  /** It would count as one that is there, and never be used. */
  @Test
  void run_connectionThatEndsWhileOthersOpen_isOpenedAgain() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      CountDownLatch accepted = new CountDownLatch(97);
      Thread.ofVirtual().start(() -> endTheFirst(socket, accepted));

      run("/", 96);

      assertThat(accepted.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void endTheFirst(ServerSocket socket, CountDownLatch accepted) {
    try {
      socket.accept().close();
      accepted.countDown();
      while (true) {
        Socket next = socket.accept();
        accepted.countDown();
        Thread.ofVirtual().start(() -> answerAll(next));
      }
    } catch (IOException ended) {
      // The run is over.
    }
  }

  private static void answerAll(Socket each) {
    try (each) {
      while (true) {
        answer(each, "");
      }
    } catch (IOException ended) {
      // The run is over.
    }
  }

  private static void endTheFirstOfTwo(ServerSocket socket) {
    try (Socket first = socket.accept();
        Socket second = socket.accept()) {
      socket.close();
      answer(first, "Connection: close\r\n");
      while (true) {
        answer(second, "");
      }
    } catch (IOException ended) {
      // The run is over.
    }
  }

  private static void answer(Socket socket, String header) throws IOException {
    if (socket.getInputStream().read(new byte[4_096]) < 0) {
      throw new EOFException();
    }
    write(socket, header);
  }

  private static void write(Socket socket, String header) throws IOException {
    String answer = "HTTP/1.1 200 OK\r\n" + header + "Content-Length: 0\r\n\r\n";
    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
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
