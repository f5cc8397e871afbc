package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;

/**
 * The record of a run that was there before a bad day, and must be there after it.
 *
 * @param out where runs are
 * @param record the only one among them
 */
record EarlierRecord(Path out, MeasurementRecord record) {
  static final Path FIXTURE =
      Loomwatch.ROOT.resolve("results/src/test/resources/loomwatch/results/record-v1.json");

  static EarlierRecord in(Path out) throws IOException {
    EarlierRecord earlier = new EarlierRecord(out, StoredRecord.read(FIXTURE).record());
    Files.createDirectories(earlier.file().getParent());
    Files.copy(FIXTURE, earlier.file());
    return earlier;
  }

  private Path file() {
    return out.resolve(record.id()).resolve("record.json");
  }

  /** To the byte, alone, and readable by those who come after. */
  void assertIntact() throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      assertThat(files.filter(file -> file.endsWith("record.json"))).containsExactly(file());
    }
    assertThat(file()).hasSameBinaryContentAs(FIXTURE);
    assertThat(StoredRecord.read(file()).record()).isEqualTo(record);
  }
}
