package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that writes down what it is sent, and answers 201 to POST. */
class MixedLoadTest {
  private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();
  private static EmbeddedGenerator generator;
  private static HttpServer server;

  @BeforeAll
  static void open() throws Exception {
    generator =
        new EmbeddedGenerator(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String method = exchange.getRequestMethod();
          SEEN.add(method + " " + exchange.getRequestURI() + " " + body);
          byte[] answer = ("{\"id\": \"" + body + "\"}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(method.equals("POST") ? 201 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void close() {
    generator.close();
    server.stop(0);
  }

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  @Test
  void run_mixOverOneConnection_sendsEachInItsShareWithItsRow() throws Exception {
    Mix mix =
        new Mix(
            List.of(
                new MixedRequest("/items/{csv.id}", null, 3),
                new MixedRequest("/orders", post("order {csv.id}", ExpectedAnswer.SUCCESS), 1)),
            new Values(List.of("id"), List.of(List.of("1"), List.of("2"))));

    LoadResult load = run(mix, 1, 1);

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(SEEN).hasSize(200);
    assertThat(SEEN.stream().filter(line -> line.startsWith("POST /orders order"))).hasSize(50);
    assertThat(SEEN.stream().filter(line -> line.contains("1"))).hasSize(100);
    assertThat(SEEN.stream().filter(line -> line.contains("2"))).hasSize(100);
    List<RequestLoad> requests = Objects.requireNonNull(load.requests());
    assertThat(requests)
        .extracting(RequestLoad::request)
        .containsExactly("/items/{csv.id}", "POST /orders");
    assertThat(requests).extracting(RequestLoad::completed).containsExactly(150L, 50L);
    LatencyHistogram all = Objects.requireNonNull(load.latency());
    LatencyHistogram items = Objects.requireNonNull(requests.getFirst().latency());
    LatencyHistogram orders = Objects.requireNonNull(requests.getLast().latency());
    assertThat((double) Math.max(items.maxNanos(), orders.maxNanos()))
        .isBetween(0.99 * all.maxNanos(), 1.001 * all.maxNanos());
  }

  @Test
  void run_sameSeed_sendsTheSameInTheSameOrder() throws Exception {
    Mix mix =
        new Mix(List.of(new MixedRequest("/a", null, 2), new MixedRequest("/b", null, 1)), null);
    LoadResult first = run(mix, 1, 7);
    List<String> order = List.copyOf(SEEN);
    SEEN.clear();
    LoadResult again = run(mix, 1, 7);
    List<String> sameAgain = List.copyOf(SEEN);
    SEEN.clear();
    LoadResult other = run(mix, 1, 8);

    assertThat(sameAgain).isEqualTo(order);
    assertThat(List.copyOf(SEEN)).isNotEqualTo(order);
    assertThat(List.of(first, again, other)).allMatch(load -> load.completed() == 200);
  }

  @Test
  void run_otherStatusThanExpected_countsAndQuotesTheFirst() throws Exception {
    Mix mix =
        new Mix(
            List.of(
                new MixedRequest("/", null, 1),
                new MixedRequest("/orders", post("tea", new ExpectedAnswer(200, null)), 1)),
            null);

    LoadResult load = run(mix, 4, 0);

    assertThat(load.errors().status()).isEqualTo(100);
    assertThat(load.completed()).isEqualTo(100);
    assertThat(Objects.requireNonNull(load.requests()))
        .extracting(RequestLoad::errors)
        .containsExactly(0L, 100L);
    assertThat(load.firstFailure())
        .isEqualTo(
            "POST /orders was answered with 201 where 200 is expected: {\"id\": \"tea\"}; fix the"
                + " service or the request, or say under expect what is right");
  }

  @Test
  void run_bodyWithoutTheExpectedPiece_isAnError() throws Exception {
    Mix with = Mix.of("/orders", post("tea", new ExpectedAnswer(201, "\"tea\"")));
    Mix without = Mix.of("/orders", post("tea", new ExpectedAnswer(201, "\"milk\"")));

    assertThat(run(with, 2, 0).errors().total()).isZero();
    assertThat(run(without, 2, 0).errors().status()).isEqualTo(200);
  }

  private static Request post(String body, ExpectedAnswer expected) {
    return new Request("POST", Map.of("Content-Type", "text/plain"), body, expected);
  }

  private static LoadResult run(Mix mix, int connections, long seed) throws Exception {
    URI target = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    return generator.run(
        new LoadPlan(
            target,
            ConnectionSpec.PLAIN,
            mix,
            seed,
            200,
            connections,
            Duration.ofSeconds(1),
            Overload.EXPECTED,
            null));
  }
}
