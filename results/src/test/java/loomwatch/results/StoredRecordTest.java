package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("it changes the default locale")
class StoredRecordTest {
  private static final String GOOD = StoredRecord.of(Examples.record()).text();

  @Test
  void read_whatWasWritten_equalsIt() {
    assertThat(StoredRecord.read(GOOD, "x.json").record()).isEqualTo(Examples.record());
  }

  @Test
  void write_whatWasRead_isTheSameText() {
    assertThat(StoredRecord.of(StoredRecord.read(GOOD, "x.json").record()).text()).isEqualTo(GOOD);
  }

  @ParameterizedTest
  @CsvSource({"de-DE", "tr-TR", "ar-EG-u-nu-arab"})
  void write_underAnyLocale_isTheSameText(String locale) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(StoredRecord.of(Examples.record()).text()).isEqualTo(GOOD);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void read_file_equalsItsRecord(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("r.json"), GOOD);

    assertThat(StoredRecord.read(file).record()).isEqualTo(Examples.record());
  }

  @Test
  void read_missingFile_saysSo(@TempDir Path folder) {
    Path file = folder.resolve("r.json");

    assertThatThrownBy(() -> StoredRecord.read(file).record())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: record must be a readable file, was not: NoSuchFile;"
                + " correct the path or its permissions",
            file);
  }

  @Test
  void read_fileOfAnotherEncoding_saysSo(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("r.json");
    Files.write(file, "{\"é\":1}".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> StoredRecord.read(file).record())
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: record must be UTF-8 text, was in another encoding;"
                + " restore the file, or measure again",
            file);
  }

  private static final Path V1 = Path.of("src/test/resources/loomwatch/results/record-v1.json");
  private static final String V1_SHA256 =
      "fef7606658b28b7223cffbd598cbce51f1b0a8a89f1d6847e47da9c62c57284c";

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
