package loomwatch.results.history;

import static loomwatch.results.Refusals.RESTORE;
import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.FullDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordStoreTest {
  private static final MeasurementRecord OCTOBER =
      Examples.record("20261031T235959Z-a", Instant.parse("2026-10-31T23:59:59Z"));
  private static final MeasurementRecord NOVEMBER =
      Examples.record("20261101T000000Z-b", Instant.parse("2026-11-01T00:00:00Z"));
  private static final String KEPT =
      "; earlier records are intact: free space, or correct the path or its permissions, and run"
          + " again";

  @TempDir Path folder;
  private Path root;
  private RecordStore store;

  @BeforeEach
  void setUp() {
    root = folder.resolve("records");
    store = new RecordStore(root);
  }

  @Test
  void append_inAnyOrder_liesInItsMonthAndIsReadById() {
    append(NOVEMBER);
    Path file = append(OCTOBER);

    assertThat(file)
        .isEqualTo(root.resolve("2026-10/20261031T235959Z-a.json"))
        .hasContent(StoredRecord.of(OCTOBER).text());
    assertThat(store.hashes()).containsOnlyKeys(OCTOBER.id(), NOVEMBER.id());
  }

  @Test
  void append_sameRecordAgain_changesNothing() throws IOException {
    Path file = append(OCTOBER);
    FileTime longAgo = FileTime.from(Instant.EPOCH);
    Files.setLastModifiedTime(file, longAgo);

    assertThat(append(OCTOBER)).isEqualTo(file);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(longAgo);
  }

  @Test
  void append_otherRecordOfTheSameId_isRefusedAndTheFirstKept() {
    Path file = append(OCTOBER);

    assertRefused(
        () -> append(Examples.record(OCTOBER.id(), NOVEMBER.createdAt())),
        "%s: id must be new, was that of this other record, which is kept; measure again",
        file);
    assertThat(store.hashes()).containsOnlyKeys(OCTOBER.id());
  }

  @Test
  void hashes_noFolder_isAnErrorAndAnEmptyOneIsNone() throws IOException {
    refused(
        root,
        ": records must be a readable folder, was not: NoSuchFile;"
            + " correct the path or its permissions");
    Files.createDirectory(root);
    assertThat(store.hashes()).isEmpty();
  }

  @Test
  void hashes_entryCutOff_namesIt() throws IOException {
    append(NOVEMBER);
    Path file = append(OCTOBER);
    Files.writeString(file, "{\n  \"schema\" : 1,");

    refused(file, ":2:16: record must be complete, was cut off here" + RESTORE);
  }

  @Test
  void hashes_whatIsNotWhereItBelongs_namesIt() throws IOException {
    Path file = append(OCTOBER);
    Path renamed = Files.move(file, file.resolveSibling("other.json"));
    refused(
        renamed,
        ": record 20261031T235959Z-a of 2026-10-31T23:59:59Z must lie in"
            + " 2026-10/20261031T235959Z-a.json; move it back");
    Path stranger = Files.move(renamed, file.resolveSibling("notes.txt"));
    refused(
        stranger, ": entry of the records must be a record ID.json, was not; move it elsewhere");
    Path misnamed = Files.move(file.getParent(), root.resolve("2026-1"));
    refused(
        misnamed,
        ": entry of the records must be a folder such as 2026-11, was not; move it elsewhere");
  }

  @Test
  void append_fullDisk_saysSoAndKeepsTheEarlier() {
    append(OCTOBER);

    assertRefused(
        () -> new RecordStore(root, FullDisk.OPENING).append(StoredRecord.of(NOVEMBER)),
        root + ": record 20261101T000000Z-b must be kept, was not: No space left on device" + KEPT);
    assertThat(store.hashes()).containsOnlyKeys(OCTOBER.id());
  }

  @Test
  void append_fileInPlaceOfRoot_saysWhatToDo() throws IOException {
    Files.createFile(root);

    assertRefused(
        () -> append(OCTOBER),
        root + ": record 20261031T235959Z-a must be kept, was not: FileAlreadyExists" + KEPT);
  }

  @Test
  void append_afterAKilledWriter_removesItsLeftoverWhichIsNoRecord() throws IOException {
    Path leftover = append(OCTOBER).resolveSibling(".20261031T235960Z-x.json.0b5e.tmp");
    Files.writeString(leftover, "{ \"schema\" :");
    assertThat(store.hashes()).containsOnlyKeys(OCTOBER.id());

    append(NOVEMBER);

    assertThat(leftover).doesNotExist();
    assertThat(store.hashes()).containsOnlyKeys(OCTOBER.id(), NOVEMBER.id());
  }

  private Path append(MeasurementRecord record) {
    return store.append(StoredRecord.of(record));
  }

  private void refused(Path place, String message) {
    assertRefused(() -> store.hashes(), place + message);
  }
}
