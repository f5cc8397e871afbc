package loomwatch.results.history;

import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way a history can be broken is an error that names the place, and stops an append too. */
final class HistoryDamageTest {
  private static final String RESTORE = "; restore the file from version control";

  @TempDir private Path root;
  private HistoryStore store;
  private Path november;

  @BeforeEach
  void fill() {
    store = new HistoryStore(root);
    store.addAll(
        List.of(
            Entries.run("a", "2026-10-30T00:00:00Z", 0.001),
            Entries.run("b", "2026-11-01T00:00:00Z", 0.002),
            Entries.run("c", "2026-11-02T00:00:00Z", 0.003)));
    november = root.resolve("2026-11.jsonl");
  }

  /** What a regular expression finds in a file is something else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2026-11.jsonl | (?s)(\\n).* | $1 | : shard must have at least 2 entries, had 1: it was cut off{restore}
          2026-11.jsonl | (?s).{40}\\z | `` | : shard must end with a whole line, was cut off{restore}
          2026-11.jsonl | (?s).* | `` | : shard must have at least 2 entries, had 0: it was cut off{restore}
          2026-11.jsonl | 0\\.003 | 0.001 | :2: entry must have the hash it was written with, was changed{restore}
          2026-11.jsonl | ^(.{30})[^\\n]* | $1 | :1: entry must be a whole line of history, was cut off or is none{restore}
          2026-11.jsonl | (?s)^([^\\n]*\\n)(.*) | $1$2$1 | :3: entry 3 must come next, was 2: entries are missing or there twice{restore}
          head.json | (?s).* | null | :1:1: head must be a JSON object, was null{restore}
          head.json | (?s).* | { | :1:2: head must be complete, was cut off here{restore}
          head.json | (?s).* | {"schema":1,"entries":3,"last":null,"shards":{}} | :1:32: last must have a value or be left out, was null{restore}
          head.json | (?s).* | {"schema":1,"entries":3,"last":"","shards":{"2026-11":null}} | :1:55: shards.2026-11 must have a value or be left out, was null{restore}
          head.json | "schema" : 1 | "schema" : 7 | :2:14: schema must be at most 1, was 7: a newer Loomwatch wrote it; update this one
          """)
  void read_damagedFile_isNamed(String file, String what, String instead, String message)
      throws IOException {
    Path damaged = root.resolve(file);
    edit(damaged, text -> text.replaceFirst(what, instead));

    refused(damaged + message.replace("{restore}", RESTORE));
  }

  @Test
  void read_shardMissing_isNamed() throws IOException {
    Path october = root.resolve("2026-10.jsonl");
    Files.delete(october);

    refused(
        october + ": shard must be there, was missing: head.json counts 1 entries in it" + RESTORE);
  }

  @Test
  void read_entryReplacedTogetherWithItsHash_isRewritten() throws IOException {
    HistoryReader.Line first = HistoryReader.Line.parse(line(0), "first");
    HistoryReader.Line forged =
        HistoryReader.Line.of(2, first.previous(), Entries.run("b", "2026-11-01T00:00:00Z", 0.001));
    String whole = Files.readString(november);
    edit(november, text -> forged + text.substring(text.indexOf('\n')));
    refused(
        november
            + ":2: entry 3 must follow the one before it, follows another: history was rewritten"
            + RESTORE);

    Files.writeString(november, whole);
    HistoryReader.Line last = HistoryReader.Line.parse(line(1), "last");
    HistoryReader.Line other =
        HistoryReader.Line.of(3, last.previous(), Entries.run("c", "2026-11-02T00:00:00Z", 0.001));
    edit(november, text -> text.substring(0, text.indexOf('\n') + 1) + other + "\n");
    refused(
        november
            + ":2: entry 3 must be the one head.json names, was another: history was rewritten"
            + RESTORE);
  }

  /** Whoever can write a line can write its hash. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "schema":1 | "schema":3 | schema must be at most 2, was 3: a newer Loomwatch wrote it; update this one
          "provenance":{ | "provenance":null,"x":{ | provenance must have a value or be left out, was null{restore}
          "notes":[] | "notes":[null] | notes[0] must have a value or be left out, was null{restore}
          "values":[0.003, | "values":[0.003,null, | series[0].values[1] must have a value or be left out, was null{restore}
          "values":[0.003, | "values":[1e308, | series[0]: values must be 0 or from 1e-100 to 1e100 in size, was 1.0E308{restore}
          """)
  void read_lineThatIsNone_isNamed(String part, String instead, String message) throws IOException {
    HistoryReader.Line last = HistoryReader.Line.parse(line(1), "last");
    String text = last.text().replace(part, instead);
    String hash = Sha256.of(4 + "\n" + last.sha256() + "\n" + text);
    String forged = new HistoryReader.Line(4, last.sha256(), hash, text).toString();
    edit(november, shard -> shard + forged + "\n");

    assertThat(text).isNotEqualTo(last.text());
    assertThatThrownBy(store::read)
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            Pattern.quote(november + ":3:")
                + "\\d+: "
                + Pattern.quote(message.replace("{restore}", RESTORE)));
  }

  @Test
  void read_headNamingAShardThatIsNoMonth_isNamed() throws IOException {
    Path head = root.resolve("head.json");
    edit(head, text -> text.replace("2026-10", "\\u0000"));

    assertThatThrownBy(store::read)
        .isInstanceOf(RecordException.class)
        .hasMessageStartingWith(head + ":")
        .hasMessageContaining(": head: shards must be by month such as 2026-11, was \"\uFFFD\"");
  }

  @Test
  void read_headRemoved_isAnErrorForAnAppendToo() throws IOException {
    Files.delete(root.resolve("head.json"));

    refused(
        root
            + ": history must have a head.json, had none; name the folder of a history, or begin one"
            + " with ./loomwatch history add");
  }

  @Test
  void read_strangeFileOrEncoding_isNamed() throws IOException {
    Path strange = Files.writeString(root.resolve("2026-11 (copy).jsonl"), "");
    refused(
        strange
            + ": entry of the history must be a shard such as 2026-11.jsonl, was not; move it"
            + " elsewhere");

    Files.delete(strange);
    Files.write(november, "ä\n".getBytes(StandardCharsets.ISO_8859_1));
    refused(november + ": file must be UTF-8 text, was in another encoding" + RESTORE);
  }

  private void refused(String message) {
    assertRefused(store::read, message);
    HistoryEntry more = Entries.run("d", "2026-11-03T00:00:00Z", 1);
    assertRefused(() -> store.addAll(List.of(more)), message);
  }

  private String line(int index) throws IOException {
    return Files.readAllLines(november).get(index);
  }

  private static void edit(Path file, UnaryOperator<String> change) throws IOException {
    Files.writeString(file, change.apply(Files.readString(file)));
  }
}
