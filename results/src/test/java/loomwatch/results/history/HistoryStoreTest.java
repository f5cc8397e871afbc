package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("it changes the default locale")
final class HistoryStoreTest {
  private static final HistoryEntry FIRST = Entries.run("a", "2026-10-30T23:59:59Z", 0.001);
  private static final HistoryEntry SECOND = Entries.run("b", "2026-11-01T00:00:00Z", 0.002);
  private static final HistoryEntry THIRD = Entries.run("c", "2026-11-02T00:00:00Z", 0.003);

  @TempDir private Path folder;
  private HistoryStore store;
  private Path root;

  @BeforeEach
  void open() {
    root = folder.resolve("history");
    store = new HistoryStore(root);
  }

  @Test
  void addAll_severalMonths_areReadInTheOrderAdded() {
    assertThat(store.addAll(List.of(FIRST, SECOND))).isEqualTo(2);
    assertThat(store.addAll(List.of(THIRD))).isEqualTo(1);

    assertThat(store.read().entries()).containsExactly(FIRST, SECOND, THIRD);
    assertThat(root.resolve("2026-10.jsonl")).exists();
    assertThat(root.resolve("2026-11.jsonl")).exists();
  }

  @Test
  void addAll_clockRunningBackwards_keepsTheOrderAdded() {
    store.addAll(List.of(THIRD));
    store.addAll(List.of(FIRST));
    store.addAll(List.of(SECOND));

    assertThat(store.read().entries()).containsExactly(THIRD, FIRST, SECOND);
  }

  @Test
  void addAll_sameAgain_changesNoByte() throws IOException {
    store.addAll(List.of(FIRST, SECOND));
    String head = Files.readString(root.resolve("head.json"));
    String shard = Files.readString(root.resolve("2026-11.jsonl"));

    assertThat(store.addAll(List.of(FIRST, SECOND))).isZero();
    assertThat(root.resolve("head.json")).hasContent(head);
    assertThat(root.resolve("2026-11.jsonl")).hasContent(shard);
  }

  @Test
  void addAll_anotherEntryOfTheSameId_isRefusedAndNothingIsAdded() {
    store.addAll(List.of(FIRST));

    assertThatThrownBy(
            () -> store.addAll(List.of(SECOND, Entries.run("a", "2026-10-30T23:59:59Z", 9))))
        .isInstanceOf(RecordException.class)
        .hasMessage(root + ": id must be new, was that of another entry, a, which is kept");
    assertThat(store.read().entries()).containsExactly(FIRST);
  }

  @Test
  void addAll_killedBeforeTheHead_losesNothing() throws IOException {
    store.addAll(List.of(FIRST));
    String head = Files.readString(root.resolve("head.json"));
    store.addAll(List.of(SECOND));
    Files.writeString(root.resolve("head.json"), head);

    assertThat(store.read().entries()).containsExactly(FIRST, SECOND);
    store.addAll(List.of(THIRD));
    assertThat(store.read().entries()).containsExactly(FIRST, SECOND, THIRD);
    assertThat(Files.readString(root.resolve("head.json"))).contains("\"entries\" : 3");
  }

  @Test
  void addAll_afterTheVeryFirstWasKilled_begins() throws IOException {
    Files.createDirectories(root);
    Path left = Files.writeString(root.resolve(".head.json.1f0c.tmp"), "{");

    assertThat(store.exists()).isFalse();
    assertThat(store.addAll(List.of(FIRST))).isEqualTo(1);
    assertThat(left).doesNotExist();
  }

  @Test
  void addAll_afterOneWasKilled_removesWhatItLeft() throws IOException {
    store.addAll(List.of(FIRST));
    Path left = Files.writeString(root.resolve(".2026-11.jsonl.1f0c.tmp"), "half a sh");

    store.addAll(List.of(SECOND));

    assertThat(left).doesNotExist();
  }

  /** What is in a history stays there: an entry that nobody can read would be the end of it. */
  @Test
  void addAll_entryThatCouldNotBeReadAgain_isRefusedAndNothingIsAdded() {
    store.addAll(List.of(FIRST));

    assertThatThrownBy(
            () -> store.addAll(List.of(SECOND, Entries.noted("c", "half a character: \ud83d"))))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "entry c must be one that can be read again, was not, as when a text in it ends within a"
                + " character; nothing was added");
    assertThat(store.read().entries()).containsExactly(FIRST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+12345-11-01T00:00:00Z", "-0001-11-01T00:00:00Z"})
  void entry_ofAYearWithoutAShard_cannotBe(String measuredAt) {
    assertThatThrownBy(() -> Entries.run("a", measuredAt, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("measuredAt must be of a year from 0000 to 9999, was " + measuredAt);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "ar-EG", "mr-IN"})
  void addAll_inALocaleOfOtherDigits_canBeReadAgain(String locale) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      store.addAll(List.of(FIRST));
    } finally {
      Locale.setDefault(before);
    }
    assertThat(store.read().entries()).containsExactly(FIRST);
  }

  @Test
  void addAll_twoThreads_loseNothing() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (String name : List.of("x", "y")) {
      threads.add(
          Thread.ofPlatform()
              .start(() ->
                  IntStream.range(0, 8)
                      .forEach(i ->
                          new HistoryStore(root)
                              .addAll(
                                  List.of(Entries.run(name + i, "2026-11-01T00:00:00Z", i + 1))))));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(store.read().entries()).hasSize(16);
  }

  @Test
  void add_run_keepsTheWholeRecordToo() {
    MeasurementRecord record = Examples.record();
    HistoryEntry entry =
        HistoryEntries.ofRun(StoredRecord.of(record), Provenance.of("unknown"), "pass", List.of());

    assertThat(store.add(entry, StoredRecord.of(record))).isTrue();
    assertThat(store.add(entry, StoredRecord.of(record))).isFalse();
    assertThat(store.records().readAll()).containsExactly(record);
    assertThat(entry.record()).isEqualTo(StoredRecord.of(record).sha256());
    assertThat(store.verify()).isEqualTo(1);
  }

  /** What it wrote, this one reads and would write otherwise. */
  @Test
  void verify_recordOfAnEarlierVersion_isWhole() throws IOException {
    MeasurementRecord record = Examples.record();
    String now = StoredRecord.of(record).text();
    String then =
        now.replace("\"name\" : \"hello\",", "\"name\" : \"hello\", \"workload\" : \"hello\",");
    Path file = root.resolve("records/2026-11/" + record.id() + ".json");
    store.addAll(
        List.of(
            new HistoryEntry(
                HistoryEntry.SCHEMA,
                record.id(),
                HistoryEntry.Kind.RUN,
                record.createdAt(),
                Provenance.of("unknown"),
                null,
                null,
                record.fingerprint(),
                Sha256.of(then),
                "pass",
                null,
                List.of(),
                List.of())));
    AtomicFile.write(file, then);

    assertThat(then).isNotEqualTo(now);
    assertThat(store.verify()).isEqualTo(1);

    Files.writeString(file, now);
    assertThatThrownBy(store::verify).hasMessageContaining(", was changed; ");
  }

  @Test
  void verify_recordMissing_isAnError() throws IOException {
    MeasurementRecord record = Examples.record();
    store.add(
        HistoryEntries.ofRun(StoredRecord.of(record), Provenance.of("unknown"), "pass", List.of()),
        StoredRecord.of(record));
    Files.delete(root.resolve("records/2026-11/" + record.id() + ".json"));

    assertThatThrownBy(store::verify)
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s/records: record %s must be there as it was measured, was missing"
                    .formatted(root, record.id())
                + "; restore the file from version control");
  }

  @Test
  void requireExtends_earlierStateOfTheSame_holds() throws IOException {
    store.addAll(List.of(FIRST));
    Path earlier = Files.copy(root.resolve("head.json"), folder.resolve("before.json"));
    store.addAll(List.of(SECOND));

    store.requireExtends(earlier);
    assertThat(store.read().entries()).hasSize(2);
  }

  @Test
  void requireExtends_longerState_isAnError() throws IOException {
    store.addAll(List.of(FIRST, SECOND));
    Path earlier = Files.copy(root.resolve("head.json"), folder.resolve("before.json"));
    Path other = folder.resolve("other");
    HistoryStore shorter = new HistoryStore(other);
    shorter.addAll(List.of(FIRST));

    assertThatThrownBy(() -> shorter.requireExtends(earlier))
        .hasMessage(
            "%s: history must go on from the 2 entries of %s, has 1 and another past"
                    .formatted(other, earlier)
                + "; restore the file from version control");
  }

  @Test
  void read_nothingThere_isAnErrorAndNotAnEmptyHistory() throws IOException {
    Files.createDirectories(root);

    assertThat(store.exists()).isFalse();
    assertThatThrownBy(store::read)
        .isInstanceOf(RecordException.class)
        .hasMessage(
            root
                + ": history must have a head.json, had none; name the folder of a history, or begin"
                + " one with ./loomwatch history add");
  }
}
