package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import loomwatch.results.files.AtomicFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One immutable record of every schema version ever released, because history is never rewritten:
 * what was stored once must be readable, and mean the same, for ever.
 *
 * <p>Until a version is released its fixture may follow the format: run {@code mvn -pl results test
 * -Dloomwatch.fixtures=update}, and put the digest that the then failing test shows here.
 * Afterwards a change of format is a new schema version with a fixture of its own, and this file is
 * left alone.
 */
class RecordFixtureTest {
  private static final Path V1 = Path.of("src/test/resources/loomwatch/results/record-v1.json");
  private static final String V1_SHA256 =
      "2eb564499ec28e3f9fb19b43514352ab91d9b20ee4d2ef6235a01e7b1931c002";

  @BeforeAll
  static void update() {
    if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
      AtomicFile.write(V1, StoredRecord.of(Examples.record()).text());
    }
  }

  @Test
  void v1_file_isTheOneThatWasReleased() throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(V1));

    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(V1_SHA256);
  }

  @Test
  void v1_readAndWritten_isTheSameBytes() throws IOException {
    String json = Files.readString(V1);

    assertThat(StoredRecord.of(StoredRecord.read(V1).record()).text()).isEqualTo(json);
  }

  /** As earlier versions wrote it. */
  @Test
  void v1_readWithASecret_holdsItNoMore() throws IOException {
    String json = Files.readString(V1).replace("/sleep/50", "/sleep/50?key=s3cr3t");

    String written = StoredRecord.of(StoredRecord.read(json, "x.json").record()).text();

    assertThat(written).contains("/sleep/50?key=***").doesNotContain("s3cr3t");
  }

  @Test
  void v1_read_holdsWhatWasMeasured() {
    assertThat(StoredRecord.read(V1).record()).isEqualTo(Examples.record());
  }
}
