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
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.LoadPlan.ConnectionSpec.Certificates;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.Session;
import loomwatch.results.Session.Taken;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each protocol against Tomcat, which tells how requests came to it. */
@ResourceLock("tomcat")
class ProtocolLoadTest {
  private static final Request ORDER =
      new Request(
          "POST", Map.of("Content-Type", "text/plain"), "tea", new ExpectedAnswer(201, "xx"));
  private static final Mix MIX =
      new Mix(
          List.of(
              new MixedRequest("/items", null, 3),
              new MixedRequest("/orders?status=201", ORDER, 1)),
          null);

  private static final Map<Protocol, Oracle> ORACLES = new EnumMap<>(Protocol.class);

  @TempDir private static Path directory;
  private static EmbeddedGenerator generator;

  @BeforeAll
  static void open() throws Exception {
    generator =
        new EmbeddedGenerator(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
    for (Protocol protocol : Protocol.values()) {
      ORACLES.put(protocol, Oracle.of(protocol, directory));
    }
  }

  @AfterAll
  static void close() throws Exception {
    generator.close();
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
    assertThat(first.completed() + again.completed()).as(first + "").isEqualTo(80);
    assertThat(Objects.requireNonNull(first.latency()).count()).isEqualTo(40);
    assertThat(oracle.seen())
        .hasSize(80)
        .allMatch(one -> one.protocol().equals(protocol.second() ? "HTTP/2.0" : "HTTP/1.1"))
        .allMatch(one -> one.secure() == protocol.secure());
    assertThat(oracle.seen().stream().filter(one -> one.method().equals("POST")))
        .hasSize(20)
        .allMatch(one -> one.body().equals("tea"));
    assertThat(oracle.seen().stream().map(Oracle.Seen::client).collect(Collectors.toSet()))
        .hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_session_sendsCookiesAndValuesOfAnswers(Protocol protocol) throws Exception {
    Request login =
        new Request(
            "POST",
            Map.of(),
            "id=7",
            null,
            Map.of("x", new Taken.Pattern("(x+)"), "id", new Taken.Cookie("id")));
    Request order = new Request("POST", Map.of(), "{session.x} {session.id}", null);
    Mix mix =
        new Mix(
            List.of(new MixedRequest("/", order, 1)),
            null,
            new Session(List.of(new MixedRequest("/?bytes=3&cookie=1", login, 1)), false));

    LoadResult load = run(oracle(protocol).url(), protocol, mix);

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(40);
    assertThat(oracle(protocol).seen().stream().map(Oracle.Seen::body).distinct())
        .containsExactlyInAnyOrder("id=7", "xxx 7 id=7");
  }

  /** A header counts with its name, in HTTP/1.1 also with its colon and line end. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_responses_areCountedByTheByte(Protocol protocol) throws Exception {
    String date = "Sun, 29 Nov 2026 08:15:16 GMT";
    String head =
        protocol.second()
            ? ":status200content-length1000date" + date
            : "HTTP/1.1 200 \r\nContent-Length: 1000\r\nDate: " + date + "\r\n\r\n";

    LoadResult load = run(oracle(protocol).url(), protocol, Mix.of("/?bytes=1000", null));

    assertThat(load.completed()).isEqualTo(40);
    assertThat(load.bytes()).isEqualTo(40L * (head.length() + 1_000));
  }

  /** More than HTTP/2's windows hold, for one response and for all. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_largeBodies_areReadToTheirEnd(Protocol protocol) throws Exception {
    Mix large = Mix.of("/?bytes=200000", null);

    LoadResult load = generator.run(plan(oracle(protocol).url(), spoken(protocol), large, 20));

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_wrongAnswers_areErrorsAndQuoted(Protocol protocol) throws Exception {
    Oracle oracle = oracle(protocol);
    LoadResult load = run(oracle.url(), protocol, Mix.of("/?status=503&bytes=3", null));

    assertThat(load.completed()).isZero();
    assertThat(detail(load, Invalid.Reason.ERRORS))
        .isEqualTo(
            "40 of 40 requests failed (40 answer other than expected); the first:"
                + " /?status=***&bytes=*** was answered with 503 where 2xx is expected: xxx; fix"
                + " the service or the request, or say under expect what is right");
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void run_serverStopsOnTheWay_isInvalid(Protocol protocol) throws Exception {
    Oracle mortal = Oracle.of(protocol, directory);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> stopOnceUsed(mortal));

    LoadResult load =
        generator.run(
            new LoadPlan(
                mortal.url(),
                spoken(protocol),
                MIX,
                0,
                200,
                4,
                Duration.ofSeconds(20),
                Overload.EXPECTED,
                null));

    stopped.join();
    assertThat(load.completed()).isLessThan(4_000);
    assertThat(load.invalid())
        .extracting(Invalid::cause)
        .containsAnyOf(Invalid.Reason.SERVER_DIED, Invalid.Reason.ERRORS);
  }

  @ParameterizedTest
  @CsvSource({"HTTPS", "H2"})
  void run_certificateNobodyKnows_isRefusedWithWhatToWrite(Protocol protocol) throws Exception {
    Oracle oracle = oracle(protocol);
    ConnectionSpec trusting = new ConnectionSpec(protocol, Certificates.TRUSTED);

    LoadResult load = generator.run(plan(oracle.url(), trusting, MIX, 40));

    assertThat(detail(load, Invalid.Reason.CONNECT_FAILED))
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

    assertThat(detail(load, Invalid.Reason.CONNECT_FAILED))
        .startsWith("0 of 4 connections opened, then: " + message);
    assertThat(oracle.seen()).isEmpty();
  }

  private static Oracle oracle(Protocol protocol) {
    return Objects.requireNonNull(ORACLES.get(protocol));
  }

  private static void stopOnceUsed(Oracle oracle) {
    try {
      while (oracle.seen().size() < 10) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      oracle.close();
    } catch (InterruptedException | LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LoadResult run(URI url, Protocol protocol, Mix mix) throws InterruptedException {
    return generator.run(plan(url, spoken(protocol), mix, 40));
  }

  private static ConnectionSpec spoken(Protocol protocol) {
    return new ConnectionSpec(protocol, Certificates.ANY);
  }

  private static LoadPlan plan(URI url, ConnectionSpec spoken, Mix mix, double rate) {
    return new LoadPlan(
        url, spoken, mix, 0, rate, 4, Duration.ofSeconds(1), Overload.EXPECTED, null);
  }

  private static String detail(LoadResult load, Invalid.Reason cause) {
    return load.invalid().stream()
        .filter(invalid -> invalid.cause() == cause)
        .findFirst()
        .orElseThrow(() -> new AssertionError(load.invalid()))
        .detail();
  }
}
