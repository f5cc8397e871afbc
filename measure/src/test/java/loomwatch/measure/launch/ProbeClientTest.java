package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server with an answer that is whole, and one that never ends. */
class ProbeClientTest {
  private HttpServer server;

  @BeforeEach
  void open() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/whole",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.createContext(
        "/events",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().flush();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void answer_whole_isGiven() throws Exception {
    assertThat(answer("/whole", Duration.ofSeconds(20)).statusCode()).isEqualTo(200);
  }

  @Test
  void answer_streamThatNeverEnds_isGivenUp() {
    assertThatThrownBy(() -> answer("/events", Duration.ofMillis(300)))
        .isInstanceOf(HttpTimeoutException.class);
  }

  private HttpResponse<Void> answer(String path, Duration within) throws Exception {
    URI url = URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return ProbeClient.answer(
          client, HttpRequest.newBuilder(url).build(), BodyHandlers.discarding(), within);
    }
  }
}
