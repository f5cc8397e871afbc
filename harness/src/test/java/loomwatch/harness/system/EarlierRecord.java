package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.RecordJson;
import loomwatch.results.RecordStore;

/**
 * A record that was there before a bad day, and must be there after it.
 *
 * @param store the history
 * @param text of the only record in it
 */
record EarlierRecord(Path store, String text) {
  static final Path FIXTURE =
      Loomwatch.ROOT.resolve("results/src/test/resources/loomwatch/results/record-v1.json");

  static EarlierRecord in(Path out) throws IOException {
    Path store = out.resolve("store");
    Path file = new RecordStore(store).append(RecordJson.read(FIXTURE));
    return new EarlierRecord(store, Files.readString(file));
  }

  /** To the byte, alone, and readable by those who come after. */
  void assertIntact() throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      List<Path> there =
          files.filter(Files::isRegularFile).filter(file -> !file.endsWith(".lock")).toList();
      assertThat(there).singleElement().asString().endsWith(".json");
      assertThat(Files.readString(there.getFirst())).isEqualTo(text);
    }
    assertThat(new RecordStore(store).readAll()).hasSize(1);
  }
}
