package loomwatch.measure.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.LoadPlan.ConnectionSpec.Certificates;
import loomwatch.measure.service.BackingService.Image;
import loomwatch.measure.service.ServiceFile.BenchmarkSpec;
import loomwatch.measure.service.ServiceFile.UnfinishedFile;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.measure.service.ServiceSpec.Variant;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.Session;
import loomwatch.results.Session.Taken;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ServiceFileTest {
  private static final Path FILE = Path.of("/srv/shop/loomwatch.yaml");
  private static final Path FOLDER = Path.of("/srv/shop");
  @TempDir private Path folder;

  static Stream<String> examples() throws IOException {
    return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(Path.of("../docs/service-file.md")))
        .results()
        .map(example -> example.group(1));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void parse_exampleOfItsPage_isRead(String example) throws IOException {
    Files.createDirectory(folder.resolve("perf"));
    Files.writeString(folder.resolve("perf/items.csv"), "id\n1\n");
    Files.writeString(folder.resolve("perf/order.json"), "{}");
    String whole =
        example.startsWith("schema")
            ? example
            : example.startsWith("service")
                ? Example.MINIMAL.replace("service:\n", example)
                : Example.MINIMAL.replaceFirst("(?s)scenarios:.*", "") + example;

    ServiceFile read = ServiceFile.parse(folder.resolve("loomwatch.yaml"), whole);
    assertThat(read.scenarios().isEmpty()).isEqualTo(whole.contains("\nbenchmarks:"));
  }

  @Test
  void unfinished_fileOfItsBuildAlone_isReadAsFarAsItGoes() throws Exception {
    UnfinishedFile file = unfinished("schema: 1\nservice: {build: make, jdk: 25}\n");

    assertThat(file.whole()).isFalse();
    assertThat(file.keys()).containsExactlyInAnyOrder("build", "jdk");
    assertThat(file.service().orElseThrow().build()).contains("make");
    assertThat(unfinished("schema: 1\n").service()).isEmpty();
    assertThat(unfinished("schema: 1\nservice:\n").service()).isEmpty();
  }

  @Test
  void unfinished_minimal_isWhole() throws Exception {
    assertThat(unfinished(Example.MINIMAL).whole()).isTrue();
    assertThat(unfinished(Example.MINIMAL.replace("  ready:", "  # ready:")).whole()).isFalse();
  }

  @Test
  void unfinished_mistake_isShown() {
    assertThatThrownBy(() -> unfinished("schema: 1\nservice: {start: shop, jkd: 25}\n"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("start must have {port}, had none")
        .hasMessageContaining("jkd");
  }

  private UnfinishedFile unfinished(String text) throws IOException {
    return UnfinishedFile.read(Files.writeString(folder.resolve("loomwatch.yaml"), text));
  }

  @Test
  void parse_minimal_hasDefaults() {
    assertThat(parse(Example.MINIMAL))
        .isEqualTo(
            new ServiceFile(
                FILE,
                Sha256.of(Example.MINIMAL),
                ServiceSpec.program(
                    "shop",
                    FOLDER,
                    List.of("java", "-jar", "target/shop.jar", "--server.port={port}"),
                    new Ready.Answers("/actuator/health", 200, Ready.USUALLY_WITHIN)),
                List.of(new Scenario("items", "/items", 2_000, 50, null, false, Set.of())),
                Map.of(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void parse_benchmarksAlone_hasThemAndAServiceThatNothingStarts() {
    ServiceFile read =
        parse(
            """
            schema: 1
            benchmarks:
              build: mvn -q package
              jar: target/benchmarks.jar
              include: [Parser]
              params: {size: [10, 1000], kind: short}
            """);

    assertThat(read.benchmarks())
        .contains(
            new BenchmarkSpec(
                Optional.of("mvn -q package"),
                "target/benchmarks.jar",
                List.of("Parser"),
                Map.of("size", List.of("10", "1000"), "kind", List.of("short"))));
    assertThat(read.benchmarks().orElseThrow().options())
        .containsExactly("-p", "kind=short", "-p", "size=10,1000");
    assertThat(read.scenarios()).isEmpty();
    assertThat(read.service().name()).isEqualTo("shop");
    assertThat(read.service().start().words()).isEmpty();
  }

  @Test
  void parse_full_hasAllOfIt() {
    ServiceFile read = parse(Example.FULL);

    assertThat(read.service())
        .isEqualTo(
            new ServiceSpec(
                "shop",
                FOLDER,
                Optional.of("21.0.8"),
                Optional.of("./mvnw -q -DskipTests package"),
                new ServiceSpec.Start(
                    List.of(
                        "java", "-Xmx512m", "-jar", "target/the shop.jar", "--server.port={port}"),
                    Path.of("server/run"),
                    Map.of(
                        "SPRING_PROFILES_ACTIVE",
                        "perf",
                        "WORKERS",
                        "4",
                        "TRACE",
                        "false",
                        "NONE",
                        "",
                        "DB",
                        "{services.db.port}"),
                    Optional.empty(),
                    Optional.empty()),
                Map.of(
                    Mode.PLATFORM,
                    Variant.PLAIN,
                    Mode.VIRTUAL,
                    new Variant(
                        List.of("--virtual=true", "--threads={threads}"),
                        Map.of("MODE", "{mode}"))),
                new Ready.Answers("/ready?deep=1", 204, Duration.ofSeconds(90)),
                ConnectionSpec.PLAIN,
                new Components(List.of("spring-core", "acme-*")),
                List.of(
                    new BackingService(
                        "db",
                        Optional.of("initdb -D {directory}/data"),
                        List.of("postgres", "-D", "{directory}/data", "-p", "{port}"),
                        Map.of("TZ", "UTC"),
                        new Ready.Listens(Ready.USUALLY_WITHIN),
                        Optional.of("psql -p {port} -c 'truncate items'"),
                        Optional.of("postgres --version"),
                        Optional.empty()),
                    new BackingService(
                        "stub",
                        Optional.empty(),
                        List.of("stub", "{port}", "{services.db.port}"),
                        Map.of(),
                        new Ready.Answers("/up", 200, Ready.USUALLY_WITHIN),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())),
                Map.of()));
    assertThat(read.service().isJava()).isTrue();
    assertThat(read.service().modes().keySet()).containsExactly(Mode.PLATFORM, Mode.VIRTUAL);
    assertThat(read.service().start().environment().keySet())
        .containsExactly("DB", "NONE", "SPRING_PROFILES_ACTIVE", "TRACE", "WORKERS");
    assertThat(read.scenarios())
        .containsExactly(
            new Scenario(
                "slow",
                "/slow?ms=50",
                null,
                null,
                null,
                500.5,
                200,
                100,
                true,
                Set.of(Mode.PLATFORM),
                new Objective(99.9, 0.12),
                null),
            new Scenario("items", "/items", 1_000_000, 50, null, false, Set.of()));
  }

  @Test
  void parse_image_isANeedInAContainer() {
    ServiceSpec service =
        parse(
                Example.MINIMAL.replace(
                    "  start:",
                    """
                    services:
                      db:
                        image: acme.example:5000/db/postgres:16@sha256:%s
                        port: 5432
                        args: -c 'fsync=off'
                        environment: {POSTGRES_PASSWORD: x}
                        ready: {port: true}
                        reset: psql -p {port}
                    start:\
                    """
                        .formatted("0a".repeat(32))
                        .replaceFirst("^  ", "")
                        .indent(2)
                        .replaceFirst("\n$", "")))
            .service();

    assertThat(service.services())
        .containsExactly(
            new BackingService(
                "db",
                Optional.empty(),
                List.of(),
                Map.of("POSTGRES_PASSWORD", "x"),
                new Ready.Listens(Ready.USUALLY_WITHIN),
                Optional.of("psql -p {port}"),
                Optional.empty(),
                Optional.of(
                    new Image(
                        "acme.example:5000/db/postgres:16@sha256:" + "0a".repeat(32),
                        5432,
                        List.of("-c", "fsync=off")))));
  }

  /** Histories know services by it. */
  @Test
  void identity_withABackingService_staysAsItIs() {
    assertThat(parse(Example.FULL).service().identity()).isEqualTo("shop@6b8673f0463c");
  }

  @Test
  void parse_war_isDeployedInBothModesByTheServerOfLoomwatch() {
    ServiceSpec service =
        parse(
                Example.MINIMAL
                    .replaceAll("start: .*", "war: target/shop.war\n  tomcat: 10.1")
                    .replaceAll("  ready: .*\n", ""))
            .service();

    assertThat(service.start().war()).contains(new WebApplication("target/shop.war", "10.1"));
    assertThat(service.start().words()).contains("{tomcat-class-path}", "--war", "target/shop.war");
    assertThat(service.isJava()).isTrue();
    assertThat(service.modes().keySet()).containsExactly(Mode.PLATFORM, Mode.VIRTUAL);
    assertThat(service.ready()).isEqualTo(Ready.DEPLOYED);
    assertThat(service.given(Map.of("tomcat-class-path", "a.jar")).identity())
        .isEqualTo(service.identity());
  }

  @Test
  void parse_url_isAskedInOneModeOnceItListens() {
    ServiceSpec service =
        parse(
                Example.MINIMAL
                    .replaceAll("start: .*", "url: https://shop.example.org:8443/")
                    .replaceAll("  ready: .*\n", ""))
            .service();

    assertThat(service.start().url()).contains(URI.create("https://shop.example.org:8443"));
    assertThat(service.isJava()).isFalse();
    assertThat(service.modes().keySet()).containsExactly(Mode.PLATFORM);
    assertThat(service.ready()).isEqualTo(Ready.LISTENING);
    assertThat(service.at(URI.create("http://b")).identity()).isNotEqualTo(service.identity());
  }

  static Stream<Arguments> readies() {
    return Stream.of(
        arguments("{path: /x}", new Ready.Answers("/x", 200, Ready.USUALLY_WITHIN)),
        arguments(
            "{log: \"Started .* in\", within: 10 ms}",
            new Ready.Logs("Started .* in", Duration.ofMillis(10))),
        arguments("{port: true, within: 600 s}", new Ready.Listens(Duration.ofMinutes(10))));
  }

  @ParameterizedTest
  @MethodSource("readies")
  void parse_ready_isWhatItSays(String yaml, Ready ready) {
    String text = Example.MINIMAL.replace("/actuator/health", yaml);
    assertThat(parse(text).service().ready()).isEqualTo(ready);
  }

  @ParameterizedTest
  @CsvSource({
    "/srv/My Shop (2)/loomwatch.yaml, my-shop-2",
    "/srv/_shop_/loomwatch.yaml, shop",
    "/srv/店/loomwatch.yaml, service",
    "/loomwatch.yaml, service",
    "/srv/shop/../desk/loomwatch.yaml, desk"
  })
  void parse_withoutName_isTheFoldersMadeFit(Path file, String name) {
    assertThat(ServiceFile.parse(file, Example.MINIMAL).service().name()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start: serve | environment: {PORT: '{port}'}",
        "start: serve | modes: {virtual: {args: '-p {port}'}}",
        "start: serve | modes: {virtual: {environment: {PORT: '{port}'}}}",
        "start: serve '{\"port\":1}' '${x}' {port} | name: a",
      })
  void parse_portAnywhere_isEnough(String start, String more) {
    String text =
        Example.MINIMAL.replace(
            "start: java -jar target/shop.jar --server.port={port}", start + "\n  " + more);
    assertThat(parse(text).service().start().words().getFirst()).isEqualTo("serve");
  }

  @Test
  void read_relativeFile_hasAbsoluteFolders() throws IOException {
    Path file = Files.writeString(folder.resolve("loomwatch.yaml"), Example.FULL);
    Path relative = Path.of("").toAbsolutePath().relativize(file);

    ServiceFile read = ServiceFile.read(relative);

    assertThat(read.file()).isEqualTo(relative);
    assertThat(read.service().folder()).isEqualTo(folder);
    assertThat(read.service().directory()).isEqualTo(folder.resolve("server/run"));
  }

  @Test
  void parse_mixWithFiles_hasAllOfThem() throws IOException {
    Files.createDirectory(folder.resolve("perf"));
    Files.writeString(folder.resolve("perf/items.csv"), "id,name\n1,\"tea, green\"\n\n2,\n");
    Files.writeString(folder.resolve("perf/order.json"), "{\"id\": {csv.id}}\n");
    String mix =
        """
          shop:
            rate: 2000
            csv: perf/items.csv
            requests:
            - {get: "/items/{csv.id}", weight: 9}
            - post: /orders
              headers: {Content-Type: application/json}
              body: {file: perf/order.json}
              expect: {status: 201, contains: '"id"'}
        """;

    assertThat(scenario(mix))
        .isEqualTo(
            new Scenario(
                "shop",
                null,
                null,
                new Mix(
                    List.of(
                        new MixedRequest("/items/{csv.id}", null, 9),
                        new MixedRequest(
                            "/orders",
                            new Request(
                                "POST",
                                Map.of("Content-Type", "application/json"),
                                "{\"id\": {csv.id}}\n",
                                new ExpectedAnswer(201, "\"id\"")),
                            1)),
                    new Values(
                        List.of("id", "name"),
                        List.of(List.of("1", "tea, green"), List.of("2", "")))),
                null,
                2_000,
                50,
                null,
                false,
                Set.of(),
                null,
                null));
  }

  @Test
  void parse_sessionAndSteps_areOfEachConnectionWithTheScenariosHeaders() {
    String steps =
        """
          shop:
            rate: 10
            session:
            - {post: /login, body: "{env.PASSWORD}", take: {token: {json: /token}}}
            headers: {Authorization: "Bearer {session.token}", Accept: "*/*"}
            steps:
            - {get: /carts, headers: {accept: text/plain}, take: {at: {header: Location}}}
            - {get: "{session.at}"}
        """;
    Map<String, Taken> token = Map.of("token", new Taken.Json("/token"));
    Map<String, Taken> at = Map.of("at", new Taken.Header("Location"));
    String bearer = "Bearer {session.token}";

    assertThat(scenario(steps).sent())
        .isEqualTo(
            new Mix(
                List.of(
                    new MixedRequest(
                        "/carts",
                        new Request(
                            "GET",
                            Map.of("Authorization", bearer, "accept", "text/plain"),
                            null,
                            null,
                            at),
                        1),
                    new MixedRequest(
                        "{session.at}",
                        new Request(
                            "GET", Map.of("Authorization", bearer, "Accept", "*/*"), null, null),
                        1)),
                null,
                new Session(
                    List.of(
                        new MixedRequest(
                            "/login",
                            new Request("POST", Map.of(), "{env.PASSWORD}", null, token),
                            1)),
                    true)));
  }

  @Test
  void parse_oneRequestInAList_isAsIfAlone() {
    assertThat(scenario("  a: {rate: 1, requests: [{get: /x, weight: 1}]}\n"))
        .isEqualTo(scenario("  a: {rate: 1, get: /x}\n"))
        .isEqualTo(new Scenario("a", "/x", 1, 50, null, false, Set.of()));
  }

  @Test
  void parse_expectOfAGet_isKept() {
    assertThat(scenario("  a: {rate: 1, get: /x, expect: {status: 304}}\n").sent())
        .isEqualTo(Mix.of("/x", new Request("GET", Map.of(), null, new ExpectedAnswer(304, null))));
  }

  @Test
  void parse_protocol_isTheServicesAndItsScenarios() {
    ServiceFile file =
        ServiceFile.parse(
            folder.resolve("loomwatch.yaml"),
            Example.MINIMAL.replace("  ready:", "  protocol: h2\n  certificate: any\n  ready:"));

    assertThat(file.service().connectionSpec())
        .isEqualTo(new ConnectionSpec(Protocol.H2, Certificates.ANY));
    assertThat(file.scenarios().getFirst().protocol()).isEqualTo(Protocol.H2);
  }

  private Scenario scenario(String yaml) {
    return ServiceFile.parse(folder.resolve("loomwatch.yaml"), Example.MINIMAL + yaml)
        .scenarios()
        .getLast();
  }

  private static ServiceFile parse(String text) {
    return ServiceFile.parse(FILE, text);
  }

  private static final Path SHIPPED = Path.of("..", "server", "loomwatch.yaml");

  @Test
  void read_whatLoomwatchCarries_isTheFileOfTheServer() {
    ServiceFile carried = ServiceFile.shipped();
    ServiceFile file = ServiceFile.read(SHIPPED);
    assertThat(carried.digest()).isEqualTo(file.digest());
    assertThat(carried.scenarios()).isEqualTo(file.scenarios()).isNotEmpty();
  }

  @Test
  void file_firstLine_namesTheSchema() throws IOException {
    String first = Files.readAllLines(SHIPPED).getFirst();
    assertThat(first).startsWith("# yaml-language-server: $schema=");
    assertThat(SHIPPED.resolveSibling(first.substring(first.indexOf('=') + 1))).isRegularFile();
  }

  @Test
  void withClassPath_ofItsStart_takesThePlaceOfTheOneWritten() {
    ServiceSpec service = ServiceFile.shipped().service();
    assertThat(service.start().words()).startsWith("java", "-cp", "target/app/*");
    assertThat(service.withClassPath("a.jar:b.jar").start().words())
        .startsWith("java", "-cp", "a.jar:b.jar", "loomwatch.server.Main")
        .hasSameSizeAs(service.start().words());
  }
}
