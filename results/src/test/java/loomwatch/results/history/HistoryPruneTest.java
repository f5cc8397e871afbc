package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is packed and removed, and what never is. */
final class HistoryPruneTest {
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
      store.add(
          HistoryEntries.ofRun(
              StoredRecord.of(record), Provenance.of("unknown"), "pass", List.of()),
          StoredRecord.of(record));
    }
    List<HistoryEntry> entries = store.read().entries();
    Path head = Files.copy(root.resolve("head.json"), folder.resolve("before.json"));

    assertThat(store.prune(2, Set.of("r2"))).isEqualTo(2);
    assertThat(store.prune(2, Set.of("r2"))).isZero();

    assertThat(store.read().entries()).isEqualTo(entries);
    store.requireExtends(head);
    assertThat(store.records().readAll())
        .containsExactly(records.get(1), records.get(3), records.get(4));
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

  /** Entries are in the order they were added in. */
  @Test
  void prune_addedInAnotherOrderThanMeasured_leavesAWholeHistory() throws IOException {
    for (int hour : List.of(1, 5, 3)) {
      MeasurementRecord record =
          Examples.record("r" + hour, Instant.parse("2026-10-01T0" + hour + ":00:00Z"));
      store.add(
          HistoryEntries.ofRun(
              StoredRecord.of(record), Provenance.of("unknown"), "pass", List.of()),
          StoredRecord.of(record));
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

  /** A packed shard is believed no more than a plain one. */
  @Test
  void read_packedShardDamagedOrGone_isAnError() throws IOException {
    store.addAll(List.of(FIRST, SECOND));
    store.prune(1, Set.of());
    Path packed = root.resolve("2026-10.jsonl.gz");
    byte[] bytes = Files.readAllBytes(packed);

    Files.write(packed, Arrays.copyOf(bytes, bytes.length - 9));
    assertThatThrownBy(store::read)
        .isInstanceOf(RecordException.class)
        .hasMessage(
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
}
