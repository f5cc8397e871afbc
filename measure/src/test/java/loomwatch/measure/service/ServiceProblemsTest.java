package loomwatch.measure.service;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages, word for word, of a file beside some others. */
final class ServiceProblemsTest {
  private static final String PROGRAM =
      "Write the program and its arguments, such as start: java -jar target/shop.jar"
          + " --server.port={port}.";
  private static final String PORT =
      "Add {port} where the service takes its port from, such as --server.port={port} in start or"
          + " args, or SERVER_PORT: \"{port}\" in environment.";

  private static final Path GOLDEN =
      Path.of("src/test/resources/loomwatch/measure/service/problems.txt");
  private static final String CASE = ">>> ";

  /** One kind of problem each: what is written where, and the whole message. */
  static Stream<Arguments> cases() throws IOException {
    return Arrays.stream(Files.readString(GOLDEN).split("(?m)^" + CASE))
        .filter(each -> !each.isEmpty())
        .map(each -> each.split("\n", 2))
        .map(parts -> arguments(parts[0], parts[1].strip()));
  }

  @TempDir private static Path folder;

  /**
   * {@code mvn -pl measure -am test -Dloomwatch.fixtures=update} writes the messages again; read
   * the difference before committing it.
   */
  @BeforeAll
  static void write() throws IOException {
    Files.writeString(folder.resolve("items.csv"), "id,name\n1,tea\n2,Käse\n");
    Files.writeString(folder.resolve("short.csv"), "id,name\n");
    Files.writeString(folder.resolve("ragged.csv"), "id,name\n1,tea\n2,tea,green\n");
    Files.writeString(folder.resolve("twice.csv"), "id,id\n1,2\n");
    Files.writeString(folder.resolve("large.txt"), "x".repeat(RequestReader.MOST_BYTES + 1));
    Files.write(folder.resolve("latin1.txt"), "é".getBytes(StandardCharsets.ISO_8859_1));
    if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
      Files.writeString(
          GOLDEN,
          cases()
              .map(each -> String.valueOf(each.get()[0]))
              .map(title -> CASE + title + "\n" + message(file(title)) + "\n")
              .collect(joining("\n")));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void parse_oneProblem_tellsItAtItsPlace(String title, String message) {
    assertThat(message(file(title))).isEqualTo(message);
  }

  /** The minimal file with one thing in it as the case has it. */
  static String file(String title) {
    String kind = title.substring(0, title.indexOf(": "));
    String written = title.substring(kind.length() + 2);
    return switch (kind) {
      case "service" ->
          Example.MINIMAL.replace("  start:", "  " + written.replace("\\n", "\n  ") + "\n  start:");
      case "start" ->
          Example.MINIMAL.replace("java -jar target/shop.jar --server.port={port}", written);
      case "war" ->
          Example.MINIMAL.replace(
              "start: java -jar target/shop.jar --server.port={port}",
              written.replace("\\n", "\n  "));
      case "ready" -> Example.MINIMAL.replace("/actuator/health", written);
      case "scenario" -> Example.MINIMAL + "  " + written + "\n";
      case "profiles" -> Example.MINIMAL + "profiles: " + written + "\n";
      case "benchmarks" -> Example.MINIMAL + "benchmarks: " + written + "\n";
      case "budget" -> Example.MINIMAL + "budget: " + written + "\n";
      case "file" -> written.replace("\\n", "\n");
      default -> throw new IllegalArgumentException(title);
    };
  }

  @Test
  void parse_longRegularExpression_isNotCompiled() {
    String log = "{log: " + "(".repeat(1_001) + "}";
    assertThat(message(Example.MINIMAL.replace("/actuator/health", log)))
        .startsWith("loomwatch.yaml:4:16: log must have at most 1000 characters, had more\n")
        .endsWith("  Shorten it.");
  }

  @Test
  void parse_moreThanFiftyScenarios_tellsWhereTheyBegin() {
    String more =
        IntStream.range(0, 50).mapToObj("  s%d: {get: /, rate: 1}\n"::formatted).collect(joining());
    assertThat(message(Example.MINIMAL + more))
        .isEqualTo(
            """
            loomwatch.yaml:56:3: scenarios must be at most 50, were 51
               55 |   s48: {get: /, rate: 1}
               56 |   s49: {get: /, rate: 1}
                  |   ^
              Keep the most informative ones: each is measured for minutes.\
            """);
  }

  @Test
  void parse_portInOneModeOnly_tellsWhichHasNone() {
    String text =
        """
        schema: 1
        service:
          start: serve
          ready: {port: true}
          modes:
            platform: {args: '-p {port}'}
            virtual: {args: --virtual}
        scenarios:
          items: {get: /items, rate: 2000}
        """;
    assertThat(message(text))
        .isEqualTo(
            """
            loomwatch.yaml:7:5: every mode must have {port}, this had none
                6 |     platform: {args: '-p {port}'}
                7 |     virtual: {args: --virtual}
                  |     ^
              %s\
            """
                .formatted(PORT));
  }

  @Test
  void parse_manyProblems_tellsAllInTheOrderOfTheFile() {
    assertThat(
            message(
                """
                schema: 1
                service:
                  strat: java -jar shop.jar
                  ready: health
                  environment: {PORT: "{prot}"}
                scenarios:
                  items: {get: /my items, rate: 0}
                """))
        .isEqualTo(
            """
            loomwatch.yaml:3:3: key must be one of name, jdk, build, start, war, url, tomcat, directory, environment, ready, protocol, certificate, modes, components, services, was "strat"
                2 | service:
                3 |   strat: java -jar shop.jar
                  |   ^
              Did you mean start?

            loomwatch.yaml:3:3: start must be given, was missing
                2 | service:
                3 |   strat: java -jar shop.jar
                  |   ^
              %s

            loomwatch.yaml:4:10: ready must be a path that begins with /, was "health"
                3 |   strat: java -jar shop.jar
                4 |   ready: health
                  |          ^
              Write path and query alone, such as ready: /items?page=2.

            loomwatch.yaml:5:24: placeholder must be one of {port}, {threads}, {connections}, {mode}, \
            was "{prot}"
                4 |   ready: health
                5 |   environment: {PORT: "{prot}"}
                  |                        ^
              Did you mean port?

            loomwatch.yaml:7:16: get must have neither blanks, control characters nor # and be ASCII, \
            was "/my items"
                6 | scenarios:
                7 |   items: {get: /my items, rate: 0}
                  |                ^
              Percent-encode them: a blank is %%20, # is %%23.

            loomwatch.yaml:7:33: rate must be a plain number above 0 such as 5, was "0"
                6 | scenarios:
                7 |   items: {get: /my items, rate: 0}
                  |                                 ^
              Write the number alone, without a unit.\
            """
                .formatted(PROGRAM));
  }

  @Test
  void parse_linkOutOfTheFolder_isRefused(@TempDir Path elsewhere) throws IOException {
    Path secret = Files.writeString(elsewhere.resolve("secret"), "x");
    Files.createSymbolicLink(folder.resolve("link.json"), secret);

    assertThat(message(Example.MINIMAL + "  a: {post: /, body: {file: link.json}, rate: 1}\n"))
        .contains("file must lie within this file's folder, was \"link.json\"");
  }

  @Test
  void parse_moreThanTwentyRequests_tellsWhereTheyBegin() {
    assertThat(
            message(
                Example.MINIMAL + "  a: {rate: 1, requests: [" + "{get: /}, ".repeat(21) + "]}\n"))
        .startsWith("loomwatch.yaml:7:227: requests must be at most 20, were 21\n");
  }

  @Test
  void read_missingFile_saysSo() {
    Path file = folder.resolve("none.yaml");
    assertThat(catchThrowableOfType(BadFileException.class, () -> ServiceFile.read(file)))
        .hasMessage(
            file
                + ":1:1: file must be readable, was not: NoSuchFileException\n"
                + "  Name an existing file, or write a loomwatch.yaml where your service is built.");
  }

  private static String message(String text) {
    Path file = folder.resolve("loomwatch.yaml");
    return String.valueOf(
            catchThrowableOfType(BadFileException.class, () -> ServiceFile.parse(file, text))
                .getMessage())
        .replace(file.toString(), "loomwatch.yaml");
  }
}
