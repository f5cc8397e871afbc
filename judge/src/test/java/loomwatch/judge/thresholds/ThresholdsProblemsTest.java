package loomwatch.judge.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages, word for word. */
final class ThresholdsProblemsTest {
  private static final Set<String> KNOWN = Set.of("hello", "sleep-50", "sleep-50-over");
  private static final String GOOD =
      """
      schema: 1
      limits:
        - scenario: hello
          metric: latency-p99
          ceiling: 1 s
          gate: true
          why: w
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          schema: 1 | schema: 2 | 1:9: schema must be 1, was "2" | Write schema: 1; this is the version
          schema: 1 | inconclusive: round | 1:15: inconclusive must be neutral or fail, was "round" | With fail a pull
          schema: 1 | budget: {since-pin: 5 %} | 1:9: budget must have both since-pin and pin or neither, had one | Name the commit
          schema: 1 | budget: {since-pin: 5 %, pin: v1.2} | 1:31: pin must be 7 to 64 hexadecimal digits, was "v1.2" | Write its first
          schema: 1 | budget: {since-release: -1 %} | 1:25: since-release must be a percentage above 0 such as 3 %, was "-1 %" | Write a number
          hello     | sleep50 | 3:15: scenario must be a known one, was "sleep50" | Did you mean sleep-50?
          hello     | *       | 3:16: file must be YAML, was not: | Quote text that begins with a special character
          latency-p99 | latency-p98 | 4:13: metric must be a known one, was "latency-p98" | Did you mean latency-p90 or latency-p95 or latency-p99?
          ceiling: 1 s | cieling: 1 s | 5:5: key must be one of scenario, mode, metric, ceiling, | Did you mean ceiling?
          ceiling: 1 s | mode: virtual | 3:5: limit must have a ceiling, a tolerance or a ratio, had none | Add what is to be limited
          ceiling: 1 s | `ratio: {at-most: 1}\\n    mode: virtual` | 6:5: mode must be left out of a limit with ratio, was given | A ratio is virtual over platform: remove mode, or make two entries.
          latency-p99\\n    ceiling: 1 s | capacity\\n    ratio: {at-most: 1} | 5:5: ratio must be of a metric of which less is better, was of capacity | Write
          ceiling: 1 s | ceiling: 20 MB | 5:14: ceiling must be a time above 0 such as 20 ms, was "20 MB" | Write a number and one of ns, us, µs, μs, ms, s, min.
          true      | when-worse | 6:11: gate must be true or false, was "when-worse" | Write gate: true or gate: false.
          why: w    | why: p99: the tail | 7:13: file must be YAML, was not: | Quote text with a colon in it
          why: w    | `` | 3:5: why must be given, was missing | Say what the limit protects, for whoever meets it broken.
          why: w    | metric: pinned | 7:5: metric must be given once, was given at thresholds.yaml:4:5 too | Remove one of the two.
          `    gate` | `   gate` | 6:4: file must be YAML, was not: | Indent this line as far as the keys above it
          `    gate` | `\tgate` | 6:1: file must be YAML, was not: | Indent with spaces.
          """)
  void parse_bad_saysWhatMustBe(String good, String bad, String told, String advice) {
    String from = good.replace("\\n", "\n");
    assertThat(GOOD).contains(from);
    assertThat(message(GOOD.replace(from, bad.translateEscapes())))
        .contains("thresholds.yaml:" + told)
        .contains("\n  " + advice);
  }

  @Test
  void parse_misspeltNames_offersTheNearest() {
    assertThat(
            message(
                """
                schema: 1
                limits:
                  - scenario: sleep50
                    metric: latency-p98
                    cieling: 20 ms
                    tolerance: 3 %
                    gate: true
                    why: w
                """))
        .isEqualTo(
            """
            thresholds.yaml:3:15: scenario must be a known one, was "sleep50"
                2 | limits:
                3 |   - scenario: sleep50
                  |               ^
              Did you mean sleep-50?

            thresholds.yaml:4:13: metric must be a known one, was "latency-p98"
                3 |   - scenario: sleep50
                4 |     metric: latency-p98
                  |             ^
              Did you mean latency-p90 or latency-p95 or latency-p99?

            thresholds.yaml:5:5: key must be one of scenario, mode, metric, ceiling, tolerance, \
            ratio, gate, why, was "cieling"
                4 |     metric: latency-p98
                5 |     cieling: 20 ms
                  |     ^
              Did you mean ceiling?\
            """);
  }

  @Test
  void parse_sameLimitTwice_showsBothPlaces() {
    assertThat(
            message(
                """
                schema: 1
                limits:
                  - {scenario: hello, metric: latency-p99, ceiling: 1 s, gate: true, why: w}
                  - {scenario: hello, metric: latency-p50, ceiling: 1 s, gate: true, why: w}
                  - {scenario: hello, mode: virtual, metric: latency-p99, ceiling: 2 s, gate: true, why: w}
                """))
        .isEqualTo(
            """
            thresholds.yaml:5:5: ceiling of hello virtual latency-p99 must be given once, \
            was given at thresholds.yaml:3:5 too
                2 | limits:
                3 |   - {scenario: hello, metric: latency-p99, ceiling: 1 s, gate: true, why: w}
                  |     ^
                4 |   - {scenario: hello, metric: latency-p50, ceiling: 1 s, gate: true, why: w}
                5 |   - {scenario: hello, mode: virtual, metric: latency-p99, ceiling: 2 s, gate: true, why: w}
                  |     ^
              Remove one of the two entries, or narrow them by scenario or mode.\
            """);
  }

  @Test
  void parse_sameStarLimitTwice_isToldOnce() {
    assertThat(
            message(
                """
                schema: 1
                limits:
                  - {scenario: '*', metric: pinned, ceiling: 1, gate: true, why: w}
                  - {scenario: '*', metric: pinned, ceiling: 2, gate: true, why: w}
                """))
        .startsWith(
            "thresholds.yaml:4:5: ceiling of hello platform pinned must be given once, was given at"
                + " thresholds.yaml:3:5 too\n")
        .doesNotContain("\n\n");
  }

  @Test
  void parse_empty_isAnError() {
    assertThat(message("# nothing\n"))
        .startsWith("thresholds.yaml:1:1: file must have schema and limits, was empty\n");
  }

  @Test
  void read_missingFile_saysSo(@TempDir Path folder) {
    Path file = folder.resolve("none.yaml");
    assertThat(
            catchThrowableOfType(BadFileException.class, () -> ThresholdsReader.read(file, KNOWN)))
        .hasMessage(
            file
                + ":1:1: file must be readable, was not: NoSuchFileException\n"
                + "  Name an existing thresholds file; the repository has one at its root.");
  }

  @Test
  void read_notUtf8_saysSo(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', (byte) 0xB5});
    assertThat(
            catchThrowableOfType(BadFileException.class, () -> ThresholdsReader.read(file, KNOWN)))
        .hasMessage(file + ":1:1: file must be UTF-8, was not\n  Save it as UTF-8.");
  }

  private static String message(String yaml) {
    return String.valueOf(
        catchThrowableOfType(
                BadFileException.class,
                () -> ThresholdsReader.parse("thresholds.yaml", yaml, KNOWN))
            .getMessage());
  }
}
