package loomwatch.measure.subject;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages about mixes, values and expected answers, word for word, beside some files. */
final class MixProblemsTest {
  private static final Path GOLDEN =
      Path.of("src/test/resources/loomwatch/measure/subject/mix-problems.txt");
  private static final String CASE = ">>> ";

  @TempDir private static Path folder;

  static Stream<Arguments> cases() throws IOException {
    return Arrays.stream(Files.readString(GOLDEN).split("(?m)^" + CASE))
        .filter(each -> !each.isEmpty())
        .map(each -> each.split("\n", 2))
        .map(parts -> arguments(parts[0], parts[1].strip()));
  }

  /** With {@code -Dloomwatch.fixtures=update} the messages are written anew. */
  @BeforeAll
  static void write() throws IOException {
    Files.writeString(folder.resolve("items.csv"), "id,name\n1,tea\n2,Käse\n");
    Files.writeString(folder.resolve("short.csv"), "id,name\n");
    Files.writeString(folder.resolve("ragged.csv"), "id,name\n1,tea\n2,tea,green\n");
    Files.writeString(folder.resolve("twice.csv"), "id,id\n1,2\n");
    Files.writeString(folder.resolve("large.txt"), "x".repeat(MixReader.MOST_BYTES + 1));
    Files.write(folder.resolve("latin1.txt"), "é".getBytes(StandardCharsets.ISO_8859_1));
    if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
      Files.writeString(
          GOLDEN,
          cases()
              .map(each -> String.valueOf(each.get()[0]))
              .map(title -> CASE + title + "\n" + message(title) + "\n")
              .collect(joining("\n")));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void parse_oneProblem_tellsItAtItsPlace(String title, String message) {
    assertThat(message(title)).isEqualTo(message);
  }

  @Test
  void parse_linkOutOfTheFolder_isRefused(@TempDir Path elsewhere) throws IOException {
    Path secret = Files.writeString(elsewhere.resolve("secret"), "x");
    Files.createSymbolicLink(folder.resolve("link.json"), secret);

    assertThat(message("a: {post: /, body: {file: link.json}, rate: 1}"))
        .contains("file must lie within this file's folder, was \"link.json\"");
  }

  @Test
  void parse_moreThanTwentyRequests_tellsWhereTheyBegin() {
    assertThat(message("a: {rate: 1, requests: [" + "{get: /}, ".repeat(21) + "]}"))
        .startsWith("loomwatch.yaml:7:227: requests must be at most 20, were 21\n");
  }

  private static String message(String scenario) {
    Path file = folder.resolve("loomwatch.yaml");
    String text = Example.MINIMAL + "  " + scenario + "\n";
    return String.valueOf(
            catchThrowableOfType(BadFileException.class, () -> SubjectFileReader.parse(file, text))
                .getMessage())
        .replace(file.toString(), "loomwatch.yaml");
  }
}
