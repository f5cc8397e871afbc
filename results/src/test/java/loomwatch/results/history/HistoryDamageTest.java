package loomwatch.results.history;

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
  private Path october;
  private Path november;

  @BeforeEach
  void fill() {
    store = new HistoryStore(root);
    store.addAll(
        List.of(
            Entries.run("a", "2026-10-30T00:00:00Z", 0.001),
            Entries.run("b", "2026-11-01T00:00:00Z", 0.002),
            Entries.run("c", "2026-11-02T00:00:00Z", 0.003)));
    october = root.resolve("2026-10.jsonl");
    november = root.resolve("2026-11.jsonl");
  }

  @Test
  void read_missingShard_isNamed() throws IOException {
    Files.delete(october);
    refused("%s: shard must be there, was missing: head.json counts 1 entries in it", october);
  }

  @Test
  void read_shardCutOffBetweenLines_isNamed() throws IOException {
    edit(november, text -> text.substring(0, text.indexOf('\n') + 1));
    refused("%s: shard must have at least 2 entries, had 1: it was cut off", november);
  }

  @Test
  void read_shardCutOffWithinALine_isNamed() throws IOException {
    edit(november, text -> text.substring(0, text.length() - 40));
    refused("%s: shard must end with a whole line, was cut off", november);
  }

  @Test
  void read_emptyShard_isNamed() throws IOException {
    edit(november, text -> "");
    refused("%s: shard must have at least 2 entries, had 0: it was cut off", november);
  }

  @Test
  void read_valueChanged_isNamedWithItsLine() throws IOException {
    edit(november, text -> text.replace("0.003", "0.001"));
    refused("%s:2: entry must have the hash it was written with, was changed", november);
  }

  @Test
  void read_lineCutShort_isNamedWithItsLine() throws IOException {
    edit(november, text -> text.substring(0, 30) + text.substring(text.indexOf('\n')));
    refused("%s:1: entry must be a whole line of history, was cut off or is none", november);
  }

  @Test
  void read_entryReplacedTogetherWithItsHash_isFoundByTheChain() throws IOException {
    HistoryReader.Line first = HistoryReader.Line.parse(line(november, 0), "first");
    HistoryReader.Line forged =
        HistoryReader.Line.of(2, first.previous(), Entries.run("b", "2026-11-01T00:00:00Z", 0.001));
    edit(november, text -> forged + text.substring(text.indexOf('\n')));
    refused(
        "%s:2: entry 3 must follow the one before it, follows another: history was rewritten",
        november);
  }

  @Test
  void read_lastEntryReplacedTogetherWithItsHash_isFoundByTheHead() throws IOException {
    HistoryReader.Line last = HistoryReader.Line.parse(line(november, 1), "last");
    HistoryReader.Line forged =
        HistoryReader.Line.of(3, last.previous(), Entries.run("c", "2026-11-02T00:00:00Z", 0.001));
    edit(november, text -> text.substring(0, text.indexOf('\n') + 1) + forged + "\n");
    refused(
        "%s:2: entry 3 must be the one head.json names, was another: history was rewritten",
        november);
  }

  @Test
  void read_lineThereTwice_isNamed() throws IOException {
    edit(november, text -> text + text.substring(0, text.indexOf('\n') + 1));
    refused("%s:3: entry 3 must come next, was 2: entries are missing or there twice", november);
  }

  @Test
  void read_newerEntry_saysToUpdate() throws IOException {
    HistoryReader.Line last = HistoryReader.Line.parse(line(november, 1), "last");
    String newer = last.text().replace("\"schema\":1", "\"schema\":3");
    String forged =
        new HistoryReader.Line(4, last.sha256(), hash(4, last.sha256(), newer), newer).toString();
    edit(november, text -> text + forged + "\n");
    refusedPlainly(
        november
            + ":3:199: schema must be at most 2, was 3: a newer Loomwatch wrote it; update this one");
  }

  /** Whoever can write a line can write its hash. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"provenance\":{ | \"provenance\":null,\"x\":{ | provenance must have a value or be left"
            + " out, was null",
        "\"notes\":[] | \"notes\":[null] | notes[0] must have a value or be left out, was null",
        "\"values\":[0.003, | \"values\":[0.003,null, | series[0].values[1] must have a value or be"
            + " left out, was null",
        "\"values\":[0.003, | \"values\":[1e308, | series[0]: values must be 0 or from 1e-100 to 1e100 in"
            + " size, was 1.0E308"
      })
  void read_valueThatIsNone_isNamed(String part, String instead, String message)
      throws IOException {
    HistoryReader.Line last = HistoryReader.Line.parse(line(november, 1), "last");
    String text = last.text().replace(part, instead);
    String forged =
        new HistoryReader.Line(4, last.sha256(), hash(4, last.sha256(), text), text).toString();
    edit(november, shard -> shard + forged + "\n");

    assertThat(text).isNotEqualTo(last.text());
    assertThatThrownBy(store::read)
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            Pattern.quote(november + ":3:")
                + "\\d+: "
                + Pattern.quote(message + "; restore the file from version control"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | 1:1: head must be a JSON object, was null",
        "{ | 1:2: head must be complete, was cut off here",
        "{\"schema\":1,\"entries\":3,\"last\":null,\"shards\":{}} | 1:32: last must have a value or"
            + " be left out, was null",
        "{\"schema\":1,\"entries\":3,\"last\":\"\",\"shards\":{\"2026-11\":null}} | 1:55:"
            + " shards.2026-11 must have a value or be left out, was null"
      })
  void read_headThatIsNone_isNamedWithItsPlace(String json, String message) throws IOException {
    Path head = root.resolve("head.json");
    edit(head, text -> json);

    refused("%s:" + message, head);
  }

  @Test
  void read_newerHead_saysToUpdate() throws IOException {
    Path head = root.resolve("head.json");
    edit(head, text -> text.replace("\"schema\" : 1", "\"schema\" : 7"));
    refusedPlainly(
        head
            + ":2:14: schema must be at most 1, was 7: a newer Loomwatch wrote it; update this one");
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
    String message =
        root
            + ": history must have a head.json, had none; name the folder of a history, or begin one"
            + " with ./loomwatch history add";
    refusedPlainly(message);
  }

  @Test
  void read_strangeFile_isNamed() throws IOException {
    Path strange = Files.writeString(root.resolve("2026-11 (copy).jsonl"), "");
    refusedPlainly(
        strange
            + ": entry of the history must be a shard such as 2026-11.jsonl, was not; move it"
            + " elsewhere");
  }

  @Test
  void read_otherEncoding_isNamed() throws IOException {
    Files.write(november, "ä\n".getBytes(StandardCharsets.ISO_8859_1));
    refused("%s: file must be UTF-8 text, was in another encoding", november);
  }

  private void refused(String message, Path file) {
    refusedPlainly(message.formatted(file) + RESTORE);
  }

  private void refusedPlainly(String message) {
    assertThatThrownBy(store::read).isInstanceOf(RecordException.class).hasMessage(message);
    assertThatThrownBy(() -> store.addAll(List.of(Entries.run("d", "2026-11-03T00:00:00Z", 1))))
        .isInstanceOf(RecordException.class)
        .hasMessage(message);
  }

  private static String hash(int number, String previous, String text) {
    return Sha256.of(number + "\n" + previous + "\n" + text);
  }

  private static String line(Path file, int index) throws IOException {
    return Files.readAllLines(file).get(index);
  }

  private static void edit(Path file, UnaryOperator<String> change) throws IOException {
    Files.writeString(file, change.apply(Files.readString(file)));
  }
}
