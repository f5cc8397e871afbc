package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.FullDisk;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordStoreTest {
  private static final MeasurementRecord OCTOBER =
      Examples.record("20261031T235959Z-a", Instant.parse("2026-10-31T23:59:59Z"));
  private static final MeasurementRecord NOVEMBER =
      Examples.record("20261101T000000Z-b", Instant.parse("2026-11-01T00:00:00Z"));

  @TempDir Path folder;
  private Path root;
  private RecordStore store;

  @BeforeEach
  void setUp() {
    root = folder.resolve("records");
    store = new RecordStore(root);
  }

  @Test
  void append_record_liesInItsMonth() {
    assertThat(store.append(StoredRecord.of(OCTOBER)))
        .isEqualTo(root.resolve("2026-10/20261031T235959Z-a.json"));
    assertThat(root.resolve("2026-10/20261031T235959Z-a.json"))
        .hasContent(StoredRecord.of(OCTOBER).text());
  }

  @Test
  void readAll_appendedInAnyOrder_isById() {
    store.append(StoredRecord.of(NOVEMBER));
    store.append(StoredRecord.of(OCTOBER));

    assertThat(store.readAll()).containsExactly(OCTOBER, NOVEMBER);
  }

  @Test
  void append_sameRecordAgain_changesNothing() throws IOException {
    Path file = store.append(StoredRecord.of(OCTOBER));
    FileTime longAgo = FileTime.from(Instant.EPOCH);
    Files.setLastModifiedTime(file, longAgo);

    assertThat(store.append(StoredRecord.of(OCTOBER))).isEqualTo(file);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(longAgo);
  }

  @Test
  void append_otherRecordOfTheSameId_isRefusedAndTheFirstKept() {
    Path file = store.append(StoredRecord.of(OCTOBER));
    MeasurementRecord other = Examples.record(OCTOBER.id(), NOVEMBER.createdAt());

    assertThatThrownBy(() -> store.append(StoredRecord.of(other)))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: id must be new, was that of this other record, which is kept; measure again",
            file);
    assertThat(store.readAll()).containsExactly(OCTOBER);
  }

  @Test
  void readAll_noFolder_isAnErrorAndNotNone() {
    assertThatThrownBy(() -> store.readAll())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: records must be a readable folder, was not: NoSuchFile;"
                + " correct the path or its permissions",
            root);
  }

  @Test
  void readAll_emptyFolder_isNone() throws IOException {
    Files.createDirectory(root);

    assertThat(store.readAll()).isEmpty();
  }

  @Test
  void readAll_entryCutOff_namesIt() throws IOException {
    store.append(StoredRecord.of(NOVEMBER));
    Path file = store.append(StoredRecord.of(OCTOBER));
    Files.writeString(file, "{\n  \"schema\" : 1,");

    assertThatThrownBy(() -> store.readAll())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s:2:16: record must be complete, was cut off here;"
                + " restore the file, or measure again",
            file);
  }

  @Test
  void readAll_entryRenamed_namesIt() throws IOException {
    Path file = store.append(StoredRecord.of(OCTOBER));
    Path renamed = Files.move(file, file.resolveSibling("other.json"));

    assertThatThrownBy(() -> store.readAll())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: record 20261031T235959Z-a of 2026-10-31T23:59:59Z must lie in"
                + " 2026-10/20261031T235959Z-a.json; move it back",
            renamed);
  }

  @Test
  void readAll_strangeFileInMonth_namesIt() throws IOException {
    Path stranger = store.append(StoredRecord.of(OCTOBER)).resolveSibling("notes.txt");
    Files.createFile(stranger);

    assertThatThrownBy(() -> store.readAll())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: entry of the records must be a record ID.json, was not; move it elsewhere",
            stranger);
  }

  @Test
  void readAll_misnamedMonth_namesIt() throws IOException {
    Path month = store.append(StoredRecord.of(OCTOBER)).getParent();
    Path misnamed = Files.move(month, root.resolve("2026-1"));

    assertThatThrownBy(() -> store.readAll())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: entry of the records must be a folder such as 2026-11, was not;"
                + " move it elsewhere",
            misnamed);
  }

  @Test
  void append_fullDisk_saysSoAndKeepsTheEarlier() throws IOException {
    store.append(StoredRecord.of(OCTOBER));

    assertThatThrownBy(
            () -> new RecordStore(root, FullDisk.OPENING).append(StoredRecord.of(NOVEMBER)))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: record 20261101T000000Z-b must be kept, was not: No space left on device; earlier"
                + " records are intact: free space, or correct the path or its permissions, and"
                + " run again",
            root);
    assertThat(store.readAll()).containsExactly(OCTOBER);
  }

  @Test
  void append_fileInPlaceOfRoot_saysWhatToDo() throws IOException {
    Files.createFile(root);

    assertThatThrownBy(() -> store.append(StoredRecord.of(OCTOBER)))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: record 20261031T235959Z-a must be kept, was not: FileAlreadyExists; earlier"
                + " records are intact: free space, or correct the path or its permissions, and"
                + " run again",
            root);
  }

  @Test
  void append_afterAKilledWriter_removesItsLeftover() throws IOException {
    Path leftover =
        store.append(StoredRecord.of(OCTOBER)).resolveSibling(".20261031T235960Z-x.json.0b5e.tmp");
    Files.writeString(leftover, "{ \"schema\" :");

    store.append(StoredRecord.of(NOVEMBER));

    assertThat(leftover).doesNotExist();
    assertThat(store.readAll()).containsExactly(OCTOBER, NOVEMBER);
  }

  @Test
  void readAll_leftoverOfAKilledWriter_isNoRecord() throws IOException {
    Path leftover =
        store.append(StoredRecord.of(OCTOBER)).resolveSibling(".20261031T235960Z-x.json.0b5e.tmp");
    Files.writeString(leftover, "{ \"schema\" :");

    assertThat(store.readAll()).containsExactly(OCTOBER);
  }
}
