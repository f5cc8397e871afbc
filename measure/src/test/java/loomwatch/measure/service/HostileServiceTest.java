package loomwatch.measure.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files nobody writes by mistake: each is refused at a place, soon and in few words. */
final class HostileServiceTest {
  /** What takes seconds at least where time grows with the square of the input. */
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void read_binary_isNoText() throws IOException {
    byte[] binary = new byte[100_000];
    new Random(1).nextBytes(binary);
    assertThat(refusal(binary)).startsWith("loomwatch.yaml:1:1: file must be UTF-8, was not\n");
    assertThat(refusal(new byte[1_000]))
        .startsWith(
            "loomwatch.yaml:1:1: file must be YAML, was not: character U+0000 is not allowed\n");
  }

  @Test
  void read_manyPlaceholdersNobodyKnows_tellsTheFirst() throws IOException {
    String text = Example.MINIMAL.replace("{port}", "{p}".repeat(50_000));
    assertThat(refusal(text))
        .contains(": problems must be at most 100 to be reported at once, are more from here on\n")
        .hasSizeLessThan(100_000);
  }

  @Test
  void read_manyScenarios_tellsThatThereAreTooMany() throws IOException {
    StringBuilder text = new StringBuilder(Example.MINIMAL);
    for (int i = 0; i < 10_000; i++) {
      text.append("  s").append(i).append(": {get: 5}\n");
    }
    assertThat(refusal(text.toString()))
        .contains(": scenarios must be at most 50, were 10001\n")
        .hasSizeLessThan(50_000);
  }

  @Test
  void read_longWordsAndBraces_takeNoLongerThanTheyAre() throws IOException {
    String long1 = Example.MINIMAL.replace("{port}", "{" + "a".repeat(200_000));
    assertThat(refusal(long1)).contains(": start must have {port}, had none\n");
    assertThat(refusal(Example.MINIMAL.replace("{port}", "{a".repeat(100_000))))
        .contains(": start must have {port}, had none\n");
  }

  @Test
  void read_mappingsWithinThemselves_areNoLoop() throws IOException {
    assertThat(refusal("&a\nschema: 1\nservice: *a\nscenarios: &b {b: *b}\n"))
        .contains(": start must be given, was missing\n");
    assertThat(refusal("schema: 1\nservice: &a {start: x, ready: *a, modes: {virtual: *a}}\n"))
        .contains(": start must have {port}, had none\n");
  }

  @Test
  void read_escapeSequences_areShownAsText() throws IOException {
    String message =
        refusal(
            "schema: 1\nservice: {name: \"\\e[2J\", start: \"\\e]0;{port} 'x\", \"\\u202e\": 1,"
                + " ready: \"/\\x9b31m\", environment: {\"\\a\": x}}\n");
    assertThat(message).contains("\uFFFD[2J");
    assertThat(message.lines())
        .allSatisfy(line -> assertThat(line).doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
  }

  private String refusal(String text) throws IOException {
    return refusal(text.getBytes(StandardCharsets.UTF_8));
  }

  private String refusal(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("loomwatch.yaml"), bytes);
    Supplier<String> refused =
        () -> {
          try {
            return "accepted: " + ServiceFile.read(file);
          } catch (BadFileException e) {
            return String.valueOf(e.getMessage());
          }
        };
    return assertTimeoutPreemptively(SOON, refused::get).replace(folder + "/", "");
  }
}
