package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.Spoken;
import loomwatch.loadgen.Spoken.Certificates;
import loomwatch.results.Expected;
import loomwatch.results.Invalid;
import loomwatch.results.LoadErrors;
import loomwatch.results.LoadResult;
import loomwatch.results.Mix;
import loomwatch.results.MixedRequest;
import loomwatch.results.Protocol;
import loomwatch.results.Request;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each protocol against Tomcat, which tells how requests came to it. */
class SpokenLoadTest {
  private static final Request ORDER =
      new Request("POST", Map.of("Content-Type", "text/plain"), "tea", new Expected(201, "xx"));
  private static final Mix MIX =
      new Mix(
          List.of(
              new MixedRequest("/items", null, 3),
              new MixedRequest("/orders?status=201", ORDER, 1)),
          null);

  private static final Map<Protocol, Oracle> ORACLES = new EnumMap<>(Protocol.class);

  @TempDir private static Path directory;
  private static EmbeddedEngine engine;

  @BeforeAll
  static void open() throws Exception {
    engine = new EmbeddedEngine(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
    for (Protocol protocol : Protocol.values()) {
      ORACLES.put(protocol, Oracle.of(protocol, directory));
    }
  }

  @AfterAll
  static void close() throws Exception {
    engine.close();
    for (Oracle oracle : ORACLES.values()) {
      oracle.close();
    }
  }

  @BeforeEach
  void forget() {
    ORACLES.values().forEach(oracle -> oracle.seen().clear());
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_protocol_isSpokenOnKeptConnections(Protocol protocol) throws Exception {
    Oracle oracle = oracle(protocol);
    LoadResult first = run(oracle.url(), protocol, MIX);
    LoadResult again = run(oracle.url(), protocol, MIX);

    assertThat(first.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(first.completed() + again.completed()).as(first + "").isEqualTo(400);
    assertThat(Objects.requireNonNull(first.latency()).count()).isEqualTo(200);
    assertThat(oracle.seen())
        .hasSize(400)
        .allMatch(one -> one.protocol().equals(protocol.second() ? "HTTP/2.0" : "HTTP/1.1"))
        .allMatch(one -> one.secure() == protocol.secure());
    assertThat(oracle.seen().stream().filter(one -> one.method().equals("POST")))
        .hasSize(100)
        .allMatch(one -> one.body().equals("tea"));
    assertThat(oracle.seen().stream().map(Oracle.Seen::client).collect(Collectors.toSet()))
        .hasSize(4);
  }

  /** More than HTTP/2's windows hold, for one response and for all. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_largeBodies_areReadToTheirEnd(Protocol protocol) throws Exception {
    Oracle oracle = oracle(protocol);
    LoadResult load = run(oracle.url(), protocol, Mix.of("/?bytes=200000", null));

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_wrongAnswers_areErrorsAndQuoted(Protocol protocol) throws Exception {
    Oracle oracle = oracle(protocol);
    LoadResult load = run(oracle.url(), protocol, Mix.of("/?status=503&bytes=3", null));

    assertThat(load.completed()).isZero();
    assertThat(detail(load, Invalid.Cause.ERRORS))
        .isEqualTo(
            "200 of 200 requests failed (200 answer other than expected); the first:"
                + " /?status=503&bytes=3 was answered with 503 where 2xx is expected: xxx; mend"
                + " the service or the request, or say under expect what is right");
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_serverStopsOnTheWay_isInvalid(Protocol protocol) throws Exception {
    Oracle oracle = Oracle.of(protocol, directory);
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(
            () -> stop(oracle), CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));

    LoadResult load = run(oracle.url(), protocol, MIX);

    stopped.join();
    assertThat(load.completed()).isLessThan(200);
    assertThat(load.invalid())
        .extracting(Invalid::cause)
        .containsAnyOf(Invalid.Cause.SERVER_DIED, Invalid.Cause.ERRORS, Invalid.Cause.UNFINISHED);
  }

  @ParameterizedTest
  @CsvSource({"HTTPS", "H2"})
  void run_certificateNobodyKnows_isRefusedWithWhatToWrite(Protocol protocol) throws Exception {
    Oracle oracle = oracle(protocol);
    Spoken trusting = new Spoken(protocol, Certificates.TRUSTED);

    LoadResult load = engine.run(plan(oracle.url(), trusting, MIX));

    assertThat(detail(load, Invalid.Cause.CONNECT_FAILED))
        .startsWith("0 of 4 connections opened, then: TLS failed: ")
        .endsWith("; write certificate: any if it is the service's own");
    assertThat(oracle.seen()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "HTTPS, H2, the server does not speak HTTP/2 over TLS (ALPN); enable it there, or write protocol: https",
    "HTTP, H2C, the server does not speak HTTP/2 from the first byte on; enable it there, or write protocol: http",
    "HTTP, HTTPS, TLS failed: ",
  })
  void run_serverSpeaksOtherwise_saysSo(Protocol spoken, Protocol asked, String message)
      throws Exception {
    Oracle oracle = oracle(spoken);
    LoadResult load = run(oracle.url(), asked, MIX);

    assertThat(detail(load, Invalid.Cause.CONNECT_FAILED))
        .startsWith("0 of 4 connections opened, then: " + message);
    assertThat(oracle.seen()).isEmpty();
  }

  private static Oracle oracle(Protocol protocol) {
    return Objects.requireNonNull(ORACLES.get(protocol));
  }

  private static void stop(Oracle oracle) {
    try {
      oracle.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static LoadResult run(URI url, Protocol protocol, Mix mix) throws InterruptedException {
    return engine.run(plan(url, new Spoken(protocol, Certificates.ANY), mix));
  }

  private static LoadPlan plan(URI url, Spoken spoken, Mix mix) {
    return new LoadPlan(url, spoken, mix, 0, 200, 4, Duration.ofSeconds(1), Overload.EXPECTED);
  }

  private static String detail(LoadResult load, Invalid.Cause cause) {
    return load.invalid().stream()
        .filter(invalid -> invalid.cause() == cause)
        .findFirst()
        .orElseThrow(() -> new AssertionError(load.invalid()))
        .detail();
  }
}
