package loomwatch.judge.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AcceptedWriterTest {
  private static final String COMMIT = "12345678".repeat(5);

  @TempDir Path directory;

  /** Of the kind that would be another entry, or no text, if it were not quoted. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "worth 3 %",
        "x\n  - commit: 1a2b3c4d\n    why: mine",
        "\"}]\nannotations: []",
        "'",
        "\"",
        "\\",
        "\\u0000",
        "#",
        "- a",
        "? a",
        "a: b",
        "{a}",
        "[a",
        "&a",
        "*a",
        "!!binary a",
        "|",
        ">",
        "%YAML 1.2",
        "---",
        "...",
        "null",
        "true",
        "12e3",
        "0x10",
        "~",
        "=",
        "<<",
        "ä \uFFFD \uD83D\uDE00 \u2028 \t"
      })
  void write_anyText_isReadAsItWas(String text) {
    Accepted accepted =
        new Accepted(
            null,
            List.of(
                new Accepted.Change(COMMIT, null, null, null, text.strip()),
                new Accepted.Change("12345e67", text, "virtual", text, "x")),
            List.of(new Accepted.Note(COMMIT, text.strip())));

    Path file = directory.resolve("accepted.yaml");
    AcceptedWriter.write(file, accepted);

    assertThat(AcceptedReader.read(file))
        .usingRecursiveComparison()
        .ignoringFields("digest")
        .isEqualTo(accepted);
  }

  @Test
  void text_oneChange_canBeReadByPeople() {
    assertThat(
            AcceptedWriter.text(
                new Accepted(
                    null,
                    List.of(
                        new Accepted.Change("1a2b3c4d", null, null, null, "worth it (ada, #7)")),
                    List.of())))
        .isEqualTo(
            """
            # What was accepted on pull requests, by /perf accept. Loomwatch adds to it. To take one back,
            # move its entry to annotations, with text for why.
            schema: 1
            accepted:
              - commit: 1a2b3c4d
                why: 'worth it (ada, #7)'
            """);
  }

  @Test
  void write_moreThanItsReaderAllows_leavesTheFile() {
    Accepted.Change change = new Accepted.Change(COMMIT, null, null, null, "x".repeat(1_000));
    Accepted much = new Accepted(null, Collections.nCopies(300, change), List.of());

    assertThatThrownBy(() -> AcceptedWriter.write(directory.resolve("a"), much))
        .isInstanceOf(RecordException.class)
        .hasMessageEndingWith("would have more; delete its oldest entries");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void and_twoFiles_areAsOne() {
    Accepted reviewed =
        new Accepted(
            "a", List.of(new Accepted.Change("1a2b3c4", null, null, null, "x")), List.of());
    Accepted kept = new Accepted("b", List.of(), List.of(new Accepted.Note("1234567", "y")));

    Accepted both = reviewed.and(kept);

    assertThat(both.changes()).isEqualTo(reviewed.changes());
    assertThat(both.notes()).isEqualTo(kept.notes());
    assertThat(both.digest()).isNotIn("a", "b", null);
    assertThat(reviewed.and(Accepted.NOTHING)).isEqualTo(reviewed);
    assertThat(Accepted.NOTHING.and(kept)).isEqualTo(kept);
    assertThat(both.names(COMMIT)).isTrue();
    assertThat(both.names("2".repeat(40))).isFalse();
  }
}
