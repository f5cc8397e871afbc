package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import loomwatch.measure.rounds.ScenarioRound.ConnectionBurst;
import org.junit.jupiter.api.Test;

class ConnectionBurstTest {
  private static final int CONNECTIONS = 50;
  private static final String BEGINNING = "OPTIONS * HTTP/1.1\r\n";

  @Test
  void visit_server_hasAllRequestsBegunBeforeOneEnds() throws Exception {
    try (ServerSocket server = listening();
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<List<String>> seen = threads.submit(() -> servedTogether(server));

      ConnectionBurst.send(uri(server.getLocalPort()), CONNECTIONS);

      assertThat(seen.get(10, TimeUnit.SECONDS))
          .hasSize(CONNECTIONS)
          .containsOnly(BEGINNING + "Host: localhost\r\nConnection: close\r\n\r\n");
    }
  }

  /** Answers none before it has read how each begins. */
  private static List<String> servedTogether(ServerSocket server) throws IOException {
    List<Socket> open = new ArrayList<>();
    while (open.size() < CONNECTIONS) {
      Socket socket = server.accept();
      assertThat(read(socket, BEGINNING.length())).isEqualTo(BEGINNING);
      open.add(socket);
    }
    List<String> requests = new ArrayList<>();
    for (Socket socket : open) {
      try (socket) {
        StringBuilder request = new StringBuilder(BEGINNING);
        while (!request.toString().endsWith("\r\n\r\n")) {
          request.append(read(socket, 1));
        }
        requests.add(request.toString());
      }
    }
    return requests;
  }

  private static String read(Socket socket, int bytes) throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  @Test
  void visit_nobodyThere_isNoFault() throws Exception {
    int port;
    try (ServerSocket gone = listening()) {
      port = gone.getLocalPort();
    }
    ConnectionBurst.send(uri(port), CONNECTIONS);
  }

  @Test
  void visit_serverThatAnswersNothing_isLeftSoon() throws Exception {
    try (ServerSocket server = listening()) {
      long start = System.nanoTime();
      ConnectionBurst.send(uri(server.getLocalPort()), CONNECTIONS);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void visit_service_isAskedForNothing() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    List<String> asked = new ArrayList<>();
    server.createContext("/", exchange -> asked.add(exchange.getRequestURI().toString()));
    server.start();
    try {
      ConnectionBurst.send(uri(server.getAddress().getPort()), CONNECTIONS);
      assertThat(asked).isEmpty();
    } finally {
      server.stop(0);
    }
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress());
  }

  private static URI uri(int port) {
    return URI.create("http://127.0.0.1:" + port + "/");
  }
}
