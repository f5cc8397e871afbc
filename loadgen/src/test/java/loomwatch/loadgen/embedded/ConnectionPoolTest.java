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
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that notes the ports its clients come from. */
class ConnectionPoolTest {
  private final Set<Integer> clients = ConcurrentHashMap.newKeySet();
  private EmbeddedGenerator generator;
  private HttpServer server;
  private int port;

  @BeforeEach
  void open() throws Exception {
    generator =
        new EmbeddedGenerator(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
    serve(0);
    port = server.getAddress().getPort();
  }

  @AfterEach
  void close() {
    generator.close();
    server.stop(0);
  }

  @Test
  void run_sameTargetAgain_usesTheSameConnectionsAndOpensTheMissingOnes() throws Exception {
    run("/", 2);
    run("/", 2);
    run("/other", 2);
    assertThat(clients).hasSize(2);

    run("/", 5);
    assertThat(clients).hasSize(5);
  }

  @Test
  void hangUp_betweenRuns_opensThemAgain() throws Exception {
    run("/", 4);
    generator.hangUp();
    LoadResult load = run("/", 4);

    assertThat(load.completed()).isEqualTo(load.offered());
    assertThat(clients).hasSize(8);
  }

  @Test
  void run_serverWasReplacedOnItsPort_opensThemAgain() throws Exception {
    run("/", 3);
    server.stop(0);
    serve(port);

    LoadResult load = run("/", 3);

    assertThat(load.completed()).isEqualTo(load.offered());
    assertThat(clients).hasSize(6);
  }

  /** With one connection less it is not the load that was asked for. */
  @Test
  void run_connectionThatCannotBeOpenedAgain_isInvalid() throws Exception {
    try (ServerSocket socket = listen(2)) {
      untilClosed(() -> {
        Socket first = socket.accept();
        Socket second = socket.accept();
        socket.close();
        answer(first, 0, "Connection: close\r\n");
        first.close();
        answerAll(second);
      });

      assertThat(run("/", 2).invalid())
          .extracting(Invalid::cause)
          .contains(Invalid.Reason.CONNECT_FAILED);
    }
  }

  /** All is over before the loop would have looked by itself, at its heartbeat after 10 ms. */
  @Test
  void run_backlogThatIsSentRightAfterTheEnd_isInvalid() throws Exception {
    try (ServerSocket socket = listen(1)) {
      untilClosed(() -> {
        Socket only = socket.accept();
        only.setTcpNoDelay(true);
        answer(only, 6, "");
        answerAll(only);
      });

      LoadResult load = generator.run(plan("/", 4_000, 1, 5, Overload.FAULT));

      assertThat(load.completed()).isEqualTo(20);
      assertThat(load.invalid())
          .extracting(Invalid::detail)
          .anyMatch(detail -> detail.matches("(19|20) of 20 requests still waited for .*"));
    }
  }

  /** A request was never under way, so none fails: what it costs is to open another. */
  @Test
  void run_serverThatClosesEachConnectionAfterTen_isCounted() throws Exception {
    try (ServerSocket socket = listen(100)) {
      untilClosed(() -> {
        while (true) {
          Socket next = socket.accept();
          untilClosed(() -> {
            for (int i = 1; i <= 10; i++) {
              answer(next, 0, i < 10 ? "" : "Connection: close\r\n");
            }
            next.close();
          });
        }
      });

      LoadResult load = run("/", 2);

      assertThat(load.errors().total()).isZero();
      assertThat(load.completed()).isEqualTo(load.offered());
      assertThat(load.reopened()).isBetween(load.offered() / 10 - 2, load.offered() / 10);
    }
  }

  @Test
  void run_connectionThatEndsWhileOthersOpen_isOpenedAgain() throws Exception {
    try (ServerSocket socket = listen(100)) {
      CountDownLatch accepted = new CountDownLatch(97);
      untilClosed(() -> {
        socket.accept().close();
        accepted.countDown();
        while (true) {
          Socket next = socket.accept();
          accepted.countDown();
          untilClosed(() -> answerAll(next));
        }
      });

      run("/", 96);

      assertThat(accepted.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** A socket that the runs go to from now on. */
  private ServerSocket listen(int backlog) throws IOException {
    ServerSocket socket = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    port = socket.getLocalPort();
    return socket;
  }

  private interface Serving {
    void serve() throws IOException, InterruptedException;
  }

  /** Beside the test, until the run or the socket is closed. */
  private static void untilClosed(Serving serving) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            serving.serve();
          } catch (IOException | InterruptedException ended) {
            // The run is over.
          }
        });
  }

  private static void answerAll(Socket each) throws IOException, InterruptedException {
    while (true) {
      answer(each, 0, "");
    }
  }

  private static void answer(Socket socket, int afterMillis, String header)
      throws IOException, InterruptedException {
    if (socket.getInputStream().read(new byte[4_096]) < 0) {
      socket.close();
      throw new EOFException();
    }
    Thread.sleep(afterMillis);
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
    return generator.run(plan(path, 200, connections, 300, Overload.EXPECTED));
  }

  private LoadPlan plan(String path, double rate, int connections, long millis, Overload overload) {
    URI url = URI.create("http://127.0.0.1:%d%s".formatted(port, path));
    return new LoadPlan(url, rate, connections, Duration.ofMillis(millis), overload);
  }
}
