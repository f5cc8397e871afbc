package loomwatch.loadgen.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Session;
import loomwatch.results.Session.Taken;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Against a shop with a login, which forgets whom it knew after some requests. Its password is the
 * variable PATH, which every process has.
 */
class SessionLoadTest {
  private static final String PASSWORD = Objects.requireNonNull(System.getenv("PATH"));

  private static final MixedRequest LOGIN =
      taking(
          post(
              "/login",
              Map.of("Content-Type", "application/json"),
              "{\"password\":\"{env.PATH}\"}"),
          Map.of("token", new Taken.Json("/access_token")));
  private static final Map<String, String> BEARER =
      Map.of("Authorization", "Bearer {session.token}");

  private static EmbeddedGenerator generator;
  private HttpServer server;

  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final Set<String> tokens = ConcurrentHashMap.newKeySet();
  private final Set<String> carts = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private volatile int forgetsAfter = Integer.MAX_VALUE;
  private volatile int closesAfter = Integer.MAX_VALUE;

  private volatile Set<String> closesAt = Set.of();
  private volatile Duration login = Duration.ZERO;
  private final AtomicInteger loggingIn = new AtomicInteger();
  private final AtomicInteger mostLoggingIn = new AtomicInteger();

  @BeforeAll
  static void start() {
    generator =
        new EmbeddedGenerator(Path.of(System.getProperty("java.home")), List.of(), Polling.SLEEP);
  }

  @BeforeEach
  void open() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @AfterAll
  static void close() {
    generator.close();
  }

  @Test
  void run_loginByJson_sendsTheTokenAndMeasuresTheRequestAlone() throws Exception {
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false));

    LoadResult load = run(mix, 3);

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(load.offered()).isEqualTo(200);
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(3);
    assertThat(seen.stream().filter("GET /basket"::equals)).hasSize(200);
  }

  @Test
  void run_sameSessionAgain_usesTheConnectionsThatAreLoggedIn() throws Exception {
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false));
    LoadResult first = run(mix, 3);
    LoadResult second = run(mix, 3);

    assertThat(List.of(first, second)).allMatch(load -> load.completed() == 200);
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(3);
  }

  /** A service may have one token for each account. */
  @Test
  void run_severalConnections_logInOneAfterAnotherAgainToo() throws Exception {
    login = Duration.ofMillis(50);
    forgetsAfter = 100;

    LoadResult load =
        run(new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false)), 3);

    assertThat(load.errors().status()).isEqualTo(3);
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(6);
    assertThat(mostLoggingIn).hasValue(1);
  }

  @Test
  void run_closedLoop_logsInToo() throws Exception {
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false));

    LoadResult load = generator.run(plan(mix, 2).closed(Duration.ofMillis(5)));

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isPositive();
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(2);
  }

  @Test
  void run_formWithCsrfAndCookie_isLoggedIn() throws Exception {
    LoadResult load = run(withForm(), 2);

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(200);
  }

  private static Mix withForm() {
    MixedRequest page =
        taking(
            get("/form", Map.of()),
            Map.of(
                "csrf", new Taken.Pattern("name=\"_csrf\" value=\"([^\"]+)\""),
                "xsrf", new Taken.Cookie("XSRF-TOKEN")));
    MixedRequest form =
        new MixedRequest(
            "/form",
            new Request(
                "POST",
                Map.of(
                    "Content-Type", "application/x-www-form-urlencoded",
                    "X-XSRF-TOKEN", "{session.xsrf}"),
                "_csrf={session.csrf}&password={env.PATH}",
                new ExpectedAnswer(302, null)),
            1);
    return new Mix(
        List.of(get("/account", Map.of())), null, new Session(List.of(page, form), false));
  }

  /** As Tomcat does after 100 requests, whichever that is. */
  @ParameterizedTest
  @ValueSource(strings = {"GET /form", "POST /form"})
  void run_loginWhoseConnectionTheServerEnds_goesOnOverAnother(String last) throws Exception {
    LoadResult before = run(Mix.of("/open", null), 2);
    closesAt = Set.of(last);

    LoadResult load = run(withForm(), 2);

    assertThat(List.of(before, load)).extracting(LoadResult::completed).containsOnly(200L);
    assertThat(seen.stream().filter("POST /form"::equals)).hasSize(2);
  }

  @Test
  void run_loginAgainWhoseConnectionTheServerEnds_goesOnOverAnother() throws Exception {
    closesAt = Set.of("POST /login");
    forgetsAfter = 100;

    LoadResult load =
        run(new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false)), 2);

    assertThat(load.errors().status()).isEqualTo(2);
    assertThat(load.completed()).isEqualTo(198);
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(4);
  }

  @Test
  void run_connectionsThatTheServerEnds_keepTheirUsers() throws Exception {
    closesAfter = 20;
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false));

    LoadResult load = run(mix, 1);

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(200);
    assertThat(load.reopened()).isPositive();
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(1);
  }

  @Test
  void run_serverThatForgetsUsers_isAnErrorAndANewLogin() throws Exception {
    forgetsAfter = 100;
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(LOGIN), false));

    LoadResult load = run(mix, 1);

    assertThat(load.errors().status()).isEqualTo(1);
    assertThat(load.completed()).isEqualTo(199);
    assertThat(load.firstFailure())
        .startsWith("/basket was answered with 401 where 2xx is expected: unknown ***; fix");
    assertThat(seen.stream().filter("POST /login"::equals)).hasSize(2);
  }

  @Test
  void run_loginWithRows_takesAnotherForEachConnectionAndOneForAPassOfSteps() throws Exception {
    Mix mix =
        new Mix(
            List.of(
                post("/carts", BEARER, "{csv.user}"),
                new MixedRequest("/{csv.user}", new Request("PUT", BEARER, "{csv.user}", null), 1)),
            new Values(List.of("user"), List.of(List.of("ann"), List.of("bob"))),
            new Session(List.of(get("/login/{csv.user}", Map.of()), LOGIN), true));

    LoadResult load = run(mix, 2);

    assertThat(load.completed()).isEqualTo(200);
    assertThat(seen.stream().filter(line -> line.startsWith("GET /login")))
        .containsExactlyInAnyOrder("GET /login/ann", "GET /login/bob");
    assertThat(seen.stream().filter("PUT /ann"::equals).count()).isBetween(49L, 51L);
  }

  @Test
  void run_steps_carryTheirValuesAndAreCountedEach() throws Exception {
    Mix mix =
        new Mix(
            List.of(
                taking(
                    post("/carts", BEARER, "tea"),
                    Map.of("cart", new Taken.Json("/id"), "at", new Taken.Header("Location"))),
                get("/carts/{session.cart}", BEARER),
                get("{session.at}", BEARER),
                new MixedRequest(
                    "/carts/{session.cart}", new Request("DELETE", BEARER, null, null), 1)),
            null,
            new Session(List.of(LOGIN), true));

    LoadResult load = run(mix, 1);

    assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
    assertThat(load.completed()).isEqualTo(200);
    List<RequestLoad> requests = Objects.requireNonNull(load.requests());
    assertThat(requests)
        .extracting(RequestLoad::request)
        .containsExactly(
            "POST /carts", "/carts/{session.cart}", "{session.at}", "DELETE /carts/{session.cart}");
    assertThat(requests).extracting(RequestLoad::completed).containsOnly(50L);
    assertThat(carts).isEmpty();
  }

  @Test
  void run_stepWhoseValueIsMissing_isAnErrorAndBeginsAgain() throws Exception {
    Mix mix =
        new Mix(
            List.of(
                taking(post("/carts", BEARER, "tea"), Map.of("cart", new Taken.Json("/number"))),
                get("/carts/{session.cart}", BEARER)),
            null,
            new Session(List.of(LOGIN), true));

    LoadResult load = run(mix, 1);

    assertThat(load.errors().status()).isEqualTo(200);
    assertThat(seen.stream().filter(line -> line.startsWith("GET"))).isEmpty();
    assertThat(load.firstFailure())
        .isEqualTo(
            "POST /carts was answered with 201: {\"id\": \"***\"}, without cart (JSON pointer /number);"
                + " correct take");
  }

  @Test
  void run_wrongPassword_tellsTheStepAndTheAnswerWithoutIt() throws Exception {
    MixedRequest wrong = post("/login", Map.of(), "x{env.PATH}");
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(wrong), false));

    LoadResult load = run(mix, 2);

    assertThat(load.completed()).isZero();
    assertThat(load.invalid())
        .hasSize(1)
        .first()
        .asString()
        .matches(
            "errors: step 1 of the session, POST /login, was answered with 401 where 2xx is"
                + " expected: wrong: x\\*\\*\\*…?; fix the service or the request, or say under"
                + " expect what is right");
    assertThat(load.toString()).doesNotContain(PASSWORD);
  }

  @Test
  void run_loginWithoutItsToken_tellsWhereItWasLookedForWithoutSecrets() throws Exception {
    MixedRequest login =
        taking(
            LOGIN,
            Map.of(
                "access", new Taken.Json("/access_token"),
                "refresh", new Taken.Json("/refresh_token")));
    Mix mix = new Mix(List.of(get("/basket", BEARER)), null, new Session(List.of(login), false));

    assertThat(run(mix, 1).invalid())
        .extracting(Invalid::detail)
        .containsExactly(
            "step 1 of the session, POST /login, was answered with 200: {\"access_token\":"
                + " \"***\"}, without refresh (JSON pointer /refresh_token); correct take");
  }

  @Test
  void run_variableThatIsNotSet_isRefusedBeforeItSends() throws Exception {
    Mix mix = Mix.of("/{env.LOOMWATCH_NOT_SET}", null);

    assertThat(run(mix, 1).invalid())
        .extracting(Invalid::detail)
        .containsExactly(
            "environment must have LOOMWATCH_NOT_SET, which requests use as"
                + " {env.LOOMWATCH_NOT_SET}, had none; export it before measuring");
    assertThat(seen).isEmpty();
  }

  private static MixedRequest get(String path, Map<String, String> headers) {
    return new MixedRequest(path, new Request("GET", headers, null, null), 1);
  }

  private static MixedRequest post(String path, Map<String, String> headers, String body) {
    return new MixedRequest(path, new Request("POST", headers, body, null), 1);
  }

  private static MixedRequest taking(MixedRequest of, Map<String, Taken> take) {
    Request sent = of.sent();
    return new MixedRequest(
        of.path(), new Request(sent.method(), sent.headers(), sent.body(), sent.expect(), take), 1);
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String path = exchange.getRequestURI().getPath();
    String line = exchange.getRequestMethod() + " " + path;
    seen.add(line);
    if (closesAt.contains(line)) {
      exchange.getResponseHeaders().add("Connection", "close");
    }
    switch (line) {
      case "POST /login" -> logIn(exchange, body);
      case "GET /form" -> {
        exchange.getResponseHeaders().add("Set-Cookie", "before=1; HttpOnly");
        exchange.getResponseHeaders().add("Set-Cookie", "XSRF-TOKEN=twice");
        answer(exchange, 200, "<input name=\"_csrf\" value=\"a+b\">");
      }
      case "POST /form" -> {
        boolean right =
            body.startsWith("_csrf=a%2Bb&")
                && cookies(exchange).equals("before=1; XSRF-TOKEN=twice")
                && "twice".equals(exchange.getRequestHeaders().getFirst("X-XSRF-TOKEN"));
        exchange.getResponseHeaders().add("Set-Cookie", "before=; Max-Age=0");
        exchange.getResponseHeaders().add("Set-Cookie", "user=1");
        answer(exchange, right ? 302 : 403, "");
      }
      case "GET /open" -> answer(exchange, 200, "");
      case "GET /login/ann", "GET /login/bob" -> answer(exchange, 200, "");
      case "GET /account" ->
          answer(exchange, cookies(exchange).equals("XSRF-TOKEN=twice; user=1") ? 200 : 403, "");
      default -> serveUser(exchange, path, body);
    }
  }

  private void logIn(HttpExchange exchange, String body) throws IOException {
    mostLoggingIn.accumulateAndGet(loggingIn.incrementAndGet(), Math::max);
    LockSupport.parkNanos(login.toNanos());
    loggingIn.decrementAndGet();
    if (body.equals("{\"password\":\"%s\"}".formatted(PASSWORD))) {
      String token = "token" + count.incrementAndGet();
      tokens.add(token);
      answer(exchange, 200, "{\"access_token\": \"%s\"}".formatted(token));
    } else {
      answer(exchange, 401, "wrong: " + body);
    }
  }

  private void serveUser(HttpExchange exchange, String path, String body) throws IOException {
    String bearer = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    String token = bearer.replace("Bearer ", "");
    if (seen.size() == forgetsAfter) {
      tokens.clear();
    }
    if (seen.size() % closesAfter == 0) {
      exchange.getResponseHeaders().add("Connection", "close");
    }
    if (!tokens.contains(token)) {
      answer(exchange, 401, "unknown " + token);
      return;
    }
    switch (exchange.getRequestMethod()) {
      case "POST" -> {
        String cart = "cart" + count.incrementAndGet();
        carts.add(cart);
        exchange.getResponseHeaders().add("Location", "/carts/" + cart);
        answer(exchange, 201, "{\"id\": \"%s\"}".formatted(cart));
      }
      case "PUT" -> answer(exchange, path.equals("/" + body) ? 200 : 400, "");
      case "DELETE" -> answer(exchange, carts.remove(path.substring(7)) ? 200 : 404, "");
      default ->
          answer(
              exchange,
              path.equals("/basket") || carts.contains(path.substring(7)) ? 200 : 404,
              path);
    }
  }

  private static String cookies(HttpExchange exchange) {
    return String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private LoadResult run(Mix mix, int connections) throws Exception {
    return generator.run(plan(mix, connections));
  }

  private LoadPlan plan(Mix mix, int connections) {
    URI target = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    return new LoadPlan(
        target,
        ConnectionSpec.PLAIN,
        mix,
        0,
        400,
        connections,
        Duration.ofMillis(500),
        Overload.EXPECTED,
        null);
  }
}
