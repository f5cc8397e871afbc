package loomwatch.judge.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;

final class AcceptedReaderTest {

  @Test
  void parse_everyKey_isRead() {
    String text =
        """
        schema: 1
        accepted:
          - commit: 1a2b3c4d
            scenario: hello
            mode: virtual
            metric: latency-p99
            why: the new header is worth 3 %
          - commit: 12345678
            why: all of it
        annotations:
          - commit: 5e6f7a8b
            text: the host got new memory
        """;

    assertThat(AcceptedReader.parse("accepted.yaml", text))
        .isEqualTo(
            new Accepted(
                Sha256.of(text),
                List.of(
                    new Accepted.Change(
                        "1a2b3c4d",
                        "hello",
                        "virtual",
                        "latency-p99",
                        "the new header is worth 3 %"),
                    new Accepted.Change("12345678", null, null, null, "all of it")),
                List.of(new Accepted.Note("5e6f7a8b", "the host got new memory"))));
  }

  @Test
  void parse_commitThatIsANumberToYaml_isItsText() {
    String text = "schema: 1\naccepted: [{commit: 12345e67, why: x}]\n";

    assertThat(AcceptedReader.parse("a", text).changes().getFirst().commit()).isEqualTo("12345e67");
    assertThat(AcceptedReader.parse("a", "schema: 1\n").changes()).isEmpty();
  }

  @Test
  void parse_severalProblems_areToldTogetherWithPlaceAndCaret() {
    assertThatThrownBy(() ->
            AcceptedReader.parse(
                "accepted.yaml",
                """
                schema: 2
                accepted:
                  - commit: main
                    whi: because
                """))
        .isInstanceOf(BadFileException.class)
        .hasMessage(
            """
            accepted.yaml:1:9: schema must be 1, was "2"
                1 | schema: 2
                  |         ^
              Write schema: 1; this is the version described here.

            accepted.yaml:3:5: why must be given, was missing
                2 | accepted:
                3 |   - commit: main
                  |     ^
              Say why it is taken as it is, for whoever wonders later.

            accepted.yaml:3:13: commit must be 7 to 64 hexadecimal digits, was "main"
                2 | accepted:
                3 |   - commit: main
                  |             ^
              Write its first 7 characters or more, in quotes when they are digits only.

            accepted.yaml:4:5: key must be one of commit, scenario, mode, metric, why, was "whi"
                3 |   - commit: main
                4 |     whi: because
                  |     ^
              Did you mean why?\
            """);
  }

  /** It would accept nothing, and nobody would know. */
  @Test
  void parse_unknownModeOrEmptyFile_isAProblem() {
    assertThatThrownBy(() ->
            AcceptedReader.parse(
                "a", "schema: 1\naccepted:\n  - {commit: 1a2b3c4d, mode: Virtual, why: x}\n"))
        .hasMessageStartingWith(
            "a:3:30: mode must be one of platform, virtual, ratio, imported, was \"Virtual\"");
    assertThatThrownBy(() -> AcceptedReader.parse("a", ""))
        .hasMessageStartingWith("a:1:1: file must have its schema, was empty");
  }
}
