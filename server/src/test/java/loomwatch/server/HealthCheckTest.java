package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What an image's health check says; its exit codes are tried in containers. */
@ResourceLock("tomcat")
class HealthCheckTest {
  @Test
  void trouble_serverAnswers_isNone() throws Exception {
    try (RunningServer server = RunningServer.start("virtual")) {
      assertThat(HealthCheck.trouble(server.port())).isEmpty();
    }
  }

  @Test
  void trouble_nobodyListens_saysSo() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = taken.getLocalPort();
    }

    assertThat(HealthCheck.trouble(port))
        .contains(
            "http://127.0.0.1:%d/hello must answer 200, did not: Connection refused"
                .formatted(port));
  }

  @Test
  void trouble_serverFails_tellsItsStatus() throws Exception {
    HttpServer failing = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 1);
    failing.createContext("/", exchange -> exchange.sendResponseHeaders(503, -1));
    failing.start();
    try {
      int port = failing.getAddress().getPort();

      assertThat(HealthCheck.trouble(port))
          .contains("http://127.0.0.1:%d/hello must answer 200, answered 503".formatted(port));
    } finally {
      failing.stop(0);
    }
  }
}
