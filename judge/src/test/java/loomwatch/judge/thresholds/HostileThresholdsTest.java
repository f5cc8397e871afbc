package loomwatch.judge.thresholds;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files nobody writes by mistake: each is refused at a place, soon and in few words. */
final class HostileThresholdsTest {
  /** What takes seconds at least where time grows with the square of the input. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final String ENTRY =
      "schema: 1\nlimits:\n  - {scenario: hello, metric: latency-p99, ceiling: %s, gate: true, why: w}\n";

  @TempDir private Path folder;

  @Test
  void read_thousandsOfUnknownNamesInALine_tellsTheFirst() {
    String names =
        IntStream.range(0, 10_000).mapToObj(i -> "s" + i).collect(joining(",", "[", "]"));
    String message = refusal("schema: 1\nlimits:\n  - {scenario: " + names + "}\n");

    assertThat(message)
        .startsWith("thresholds.yaml:3:5: limit must have a ceiling")
        .contains(
            """
            thresholds.yaml:3:17: scenario must be a known one, was "s0"
                2 | limits:
                3 |   - {scenario: [s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12,s13,s14,s15,s16,s17,s18,s19,s20,s21,s22,s2…
                  |                 ^
              Known are: hello.
            """)
        .contains(": problems must be at most 100 to be reported at once, are more from here on\n")
        .hasSizeLessThan(50_000);
  }

  @Test
  void read_problemFarWithinALine_showsWhatIsAroundIt() {
    String line =
        "  - {scenario: hello, ceiling: 1 s, why: \"" + "y".repeat(1_000) + "\", gat: true}";
    assertThat(refusal("schema: 1\nlimits:\n" + line + "\n"))
        .contains(
            """
                3 | …%s", gat: true}
                  | %s^
            """
                .formatted("y".repeat(66), " ".repeat(1 + 66 + 3)));
  }

  @Test
  void read_thousandsOfDigits_isNoNumber() {
    assertThat(refusal(ENTRY.formatted("9".repeat(200_000))))
        .contains("ceiling must be a time above 0 such as 20 ms, was \"" + "9".repeat(60) + "…\"\n")
        .hasSizeLessThan(1_000);
  }

  @Test
  void read_aMegabyteOfDigits_isTooLargeAFile() {
    assertThat(refusal(ENTRY.formatted("9".repeat(1 << 20))))
        .isEqualTo(
            """
            thresholds.yaml:1:1: file must have at most 262144 bytes, had more
              Nobody could review it: name another, or leave out what is no longer needed.\
            """);
  }

  @Test
  void read_deepNesting_isRefusedWhereItGetsTooDeep() {
    assertThat(refusal("schema: 1\nlimits: " + "[".repeat(20_000)))
        .startsWith("thresholds.yaml:2:28: file must be YAML, was not: nested more than 20 deep\n");
    assertThat(refusal("limits:\n  " + "- ".repeat(20_000)))
        .startsWith("thresholds.yaml:2:41: file must be YAML, was not: nested more than 20 deep\n");
    assertThat(refusal("{".repeat(20_000)))
        .startsWith("thresholds.yaml:1:21: file must be YAML, was not: nested more than 20 deep\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"00110000", "99999999", "FFFFFFFF"})
  void read_escapeBeyondUnicode_isRefusedAtItsPlace(String digits) {
    assertThat(refusal("schema: 1\nlimits: \"\\U" + digits + "\"\n"))
        .startsWith("thresholds.yaml:2:12: file must be YAML, was not: ");
  }

  @Test
  void read_escapeSequences_areShownAsText() {
    String message =
        refusal(
            """
            schema: 1
            limits:
              - {scenario: "\\e[2J\\x9b31m", "\\e]0;title\\a": 1, metric: "\\u202e", ceiling: "\\e"}
            """);
    assertThat(message).contains("\uFFFD[2J\uFFFD31m", "\uFFFD]0;title\uFFFD");
    assertPlain(message);
    assertPlain(refusal("schema: \033[31m1\033[2J\nlimits: \u202e\n"));
    assertPlain(refusal("schema: 1\nlimits: *\u009b31m\n"));
  }

  @Test
  void readAccepted_alike() {
    assertThat(refusal("accepted: " + "[".repeat(20_000), AcceptedReader::read))
        .startsWith("thresholds.yaml:1:30: file must be YAML, was not: nested more than 20 deep\n");
    assertThat(refusal("#".repeat(1 << 20), AcceptedReader::read))
        .startsWith("thresholds.yaml:1:1: file must have at most 262144 bytes, had more\n");
    assertPlain(refusal("accepted: [{commit: \"\\e[31m\"}]", AcceptedReader::read));
  }

  private static void assertPlain(String message) {
    assertThat(message.lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
  }

  private String refusal(String text) {
    return refusal(text, file -> ThresholdsReader.read(file, Set.of("hello")));
  }

  private interface Reader {
    Object read(Path file);
  }

  private String refusal(String text, Reader reader) {
    Path file = written(text);
    Supplier<String> refused =
        () -> {
          try {
            reader.read(file);
            return "accepted";
          } catch (BadFileException e) {
            return String.valueOf(e.getMessage());
          }
        };
    return assertTimeoutPreemptively(SOON, refused::get).replace(folder + "/", "");
  }

  private Path written(String text) {
    try {
      return Files.writeString(folder.resolve("thresholds.yaml"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
