package loomwatch.results.history;

import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;
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
  private static final String RESTORE = "; restore the file from version control";

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
    assertThat(store.addAll(List.of(SECOND, THIRD))).isEqualTo(2);
    assertThat(store.addAll(List.of(FIRST))).isEqualTo(1);

    assertThat(store.read().entries()).containsExactly(SECOND, THIRD, FIRST);
    assertThat(root.resolve("2026-10.jsonl")).exists();
    assertThat(root.resolve("2026-11.jsonl")).exists();
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

  /** What is in a history stays there: an entry that nobody can read would be the end of it. */
  @Test
  void addAll_entryThatCannotBeAdded_isRefusedAndNothingIsAdded() {
    store.addAll(List.of(FIRST));

    assertRefused(
        () -> store.addAll(List.of(SECOND, Entries.run("a", "2026-10-30T23:59:59Z", 9))),
        root + ": id must be new, was that of another entry, a, which is kept");
    assertRefused(
        () -> store.addAll(List.of(SECOND, Entries.noted("c", "half a character: \ud83d"))),
        "entry c must be one that can be read again, was not, as when a text in it ends within a"
            + " character; nothing was added");
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
  void addAll_afterOneWasKilled_removesWhatItLeft() throws IOException {
    Files.createDirectories(root);
    Path left = Files.writeString(root.resolve(".head.json.1f0c.tmp"), "{");
    assertThat(store.exists()).isFalse();
    assertThat(store.addAll(List.of(FIRST))).isEqualTo(1);
    Path later = Files.writeString(root.resolve(".2026-11.jsonl.1f0c.tmp"), "half a sh");

    store.addAll(List.of(SECOND));

    assertThat(left).doesNotExist();
    assertThat(later).doesNotExist();
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
    List<Thread> threads =
        Stream.of("x", "y").map(name -> Thread.ofPlatform().start(() -> addEight(name))).toList();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(store.read().entries()).hasSize(16);
  }

  private void addEight(String name) {
    for (int i = 0; i < 8; i++) {
      HistoryEntry entry = Entries.run(name + i, "2026-11-01T00:00:00Z", i + 1);
      new HistoryStore(root).addAll(List.of(entry));
    }
  }

  @Test
  void add_run_keepsTheWholeRecordToo() throws IOException {
    StoredRecord record = StoredRecord.of(Examples.record());
    HistoryEntry entry = Entries.of(record);

    assertThat(store.add(entry, record)).isTrue();
    assertThat(store.add(entry, record)).isFalse();
    assertThat(store.records().hashes()).containsOnlyKeys(record.record().id());
    assertThat(entry.record()).isEqualTo(record.sha256());
    assertThat(store.verify()).isEqualTo(1);

    Files.delete(root.resolve("records/2026-11/" + entry.id() + ".json"));
    assertRefused(
        store::verify,
        "%s/records: record %s must be there as it was measured, was missing%s",
        root,
        entry.id(),
        RESTORE);
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
                List.of(),
                null)));
    AtomicFile.write(file, then);

    assertThat(then).isNotEqualTo(now);
    assertThat(store.verify()).isEqualTo(1);
    Files.writeString(file, now);
    assertThatThrownBy(store::verify).hasMessageContaining(", was changed; ");
  }

  @Test
  void requireExtends_earlierStateOfTheSame_holdsAndNoOther() throws IOException {
    store.addAll(List.of(FIRST));
    Path earlier = Files.copy(root.resolve("head.json"), folder.resolve("before.json"));
    store.addAll(List.of(SECOND));
    store.requireExtends(earlier);
    assertThat(store.read().entries()).hasSize(2);

    Path longer = Files.copy(root.resolve("head.json"), folder.resolve("longer.json"));
    Path other = folder.resolve("other");
    HistoryStore shorter = new HistoryStore(other);
    shorter.addAll(List.of(FIRST));
    assertRefused(
        () -> shorter.requireExtends(longer),
        "%s: history must go on from the 2 entries of %s, has 1 and another past%s",
        other,
        longer,
        RESTORE);
  }

  @Test
  void read_nothingThere_isAnErrorAndNotAnEmptyHistory() throws IOException {
    Files.createDirectories(root);

    assertThat(store.exists()).isFalse();
    assertRefused(
        store::read,
        root
            + ": history must have a head.json, had none; name the folder of a history, or begin"
            + " one with ./loomwatch history add");
  }

  /**
   * The newest, and those asked for; what is gone by the rule is no fault, what else is gone is.
   */
  @Test
  void prune_records_keepsTheNewestAndSomeAndEveryEntry() throws IOException {
    List<MeasurementRecord> records = new ArrayList<>();
    for (int day = 1; day <= 5; day++) {
      MeasurementRecord record =
          Examples.record(
              "r" + day, Instant.parse("2026-1%d-0%d".formatted(day / 3, day) + "T00:00:00Z"));
      records.add(record);
      store.add(Entries.of(StoredRecord.of(record)), StoredRecord.of(record));
    }
    List<HistoryEntry> entries = store.read().entries();
    Path head = Files.copy(root.resolve("head.json"), folder.resolve("before.json"));

    assertThat(store.prune(2, Set.of("r2"))).isEqualTo(2);
    assertThat(store.prune(2, Set.of("r2"))).isZero();

    assertThat(store.read().entries()).isEqualTo(entries);
    store.requireExtends(head);
    assertThat(store.records().hashes())
        .containsOnlyKeys(records.get(1).id(), records.get(3).id(), records.get(4).id());
    assertThat(store.verify()).isEqualTo(3);
    assertThat(root.resolve("records/2026-11/r4.json")).doesNotExist();
    assertThat(
            StoredRecord.read(HistoryStore.recordFile(root.resolve("records"), entries.get(3)))
                .record())
        .isEqualTo(records.get(3));
    assertThat(store.add(entries.get(4), StoredRecord.of(records.get(4)))).isFalse();
    Files.delete(root.resolve("records/2026-11/r5.json.gz"));
    assertThatThrownBy(store::verify).hasMessageContaining("record r5 must be there");
  }

  @Test
  void prune_addedInAnotherOrderThanMeasured_leavesAWholeHistory() throws IOException {
    for (int hour : List.of(1, 5, 3)) {
      MeasurementRecord record =
          Examples.record("r" + hour, Instant.parse("2026-10-01T0" + hour + ":00:00Z"));
      store.add(Entries.of(StoredRecord.of(record)), StoredRecord.of(record));
    }

    assertThat(store.prune(1, Set.of())).isEqualTo(2);
    assertThat(store.verify()).isEqualTo(1);
  }

  @Test
  void prune_shards_packsAllButTheNewestAndGoesOn() throws IOException {
    store.addAll(List.of(FIRST, SECOND));
    store.prune(1, Set.of());

    assertThat(root.resolve("2026-10.jsonl")).doesNotExist();
    assertThat(root.resolve("2026-10.jsonl.gz")).exists();
    assertThat(root.resolve("2026-11.jsonl")).exists();
    HistoryEntry late = Entries.run("late", "2026-10-02T00:00:00Z", 0.004);
    assertThat(store.addAll(List.of(THIRD, late))).isEqualTo(2);
    assertThat(root.resolve("2026-10.jsonl.gz")).doesNotExist();
    assertThat(store.read().entries()).containsExactly(FIRST, SECOND, THIRD, late);
  }

  @Test
  void read_packedShardDamagedOrGone_isAnError() throws IOException {
    store.addAll(List.of(FIRST, SECOND));
    store.prune(1, Set.of());
    Path packed = root.resolve("2026-10.jsonl.gz");
    byte[] bytes = Files.readAllBytes(packed);

    Files.write(packed, Arrays.copyOf(bytes, bytes.length - 9));
    assertRefused(
        store::read,
        packed
            + ": file must be packed whole, was cut off or changed; restore the file from version"
            + " control");
    Files.delete(packed);
    assertThatThrownBy(store::read).hasMessageContaining("2026-10.jsonl: shard must be there");
  }

  /** Killed between the two: the plain one counts, and the next pruning ends it. */
  @Test
  void prune_stopped_leavesBothAndIsReadable() throws IOException {
    store.addAll(List.of(FIRST, SECOND));
    Path shard = root.resolve("2026-10.jsonl");
    String text = Files.readString(shard);
    store.prune(1, Set.of());
    Files.writeString(shard, text);

    assertThat(store.read().entries()).containsExactly(FIRST, SECOND);
    store.prune(1, Set.of());
    assertThat(shard).doesNotExist();
    assertThat(store.read().entries()).containsExactly(FIRST, SECOND);
  }

  /**
   * Seals the format: what schema 1 looks like on disk, to the byte. A released fixture never
   * changes; {@code -Dloomwatch.fixtures=update} writes it again until then.
   */
  @Test
  void addAll_entries_giveTheFixtureToTheByte() throws IOException {
    Path fixture = Path.of("src/test/resources/loomwatch/results/history/history-v1");
    List<HistoryEntry> entries =
        List.of(FIRST, Entries.run("b", "2026-11-01T00:00:00.123456Z", 0.002));
    store.addAll(entries);

    for (String file : List.of("head.json", "2026-10.jsonl", "2026-11.jsonl")) {
      if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
        Files.createDirectories(fixture);
        Files.writeString(fixture.resolve(file), Files.readString(root.resolve(file)));
      }
      assertThat(root.resolve(file)).hasSameTextualContentAs(fixture.resolve(file));
    }
    assertThat(new HistoryStore(fixture).read().entries()).isEqualTo(entries);
  }
}
