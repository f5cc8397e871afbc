package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seals the format: what schema 1 looks like on disk, to the byte. A released fixture never
 * changes; {@code -Dloomwatch.fixtures=update} writes it anew until then.
 */
final class HistoryFixtureTest {
  private static final Path FIXTURE =
      Path.of("src/test/resources/loomwatch/results/history/history-v1");
  private static final List<HistoryEntry> ENTRIES =
      List.of(
          Entries.run("a", "2026-10-30T23:59:59Z", 0.001),
          Entries.run("b", "2026-11-01T00:00:00.123456Z", 0.002));

  @TempDir private Path folder;

  @Test
  void write_entries_giveTheFixtureToTheByte() throws IOException {
    new HistoryStore(folder).addAll(ENTRIES);
    for (String file : List.of("head.json", "2026-10.jsonl", "2026-11.jsonl")) {
      if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
        Files.createDirectories(FIXTURE);
        Files.writeString(FIXTURE.resolve(file), Files.readString(folder.resolve(file)));
      }
      assertThat(folder.resolve(file)).hasSameTextualContentAs(FIXTURE.resolve(file));
    }
  }

  @Test
  void read_fixture_givesTheEntries() {
    assertThat(new HistoryStore(FIXTURE).read().entries()).isEqualTo(ENTRIES);
  }
}
