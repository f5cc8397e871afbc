package loomwatch.results;

import static loomwatch.results.Refusals.RESTORE;
import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.Sha256;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("it changes the default locale")
class StoredRecordTest {
  private static final String GOOD = StoredRecord.of(Examples.record()).text();
  private static final Path V1 = Path.of("src/test/resources/loomwatch/results/record-v1.json");
  private static final String V1_SHA256 =
      "6a2af97f69cf44472c26fa413ea6418b17c95469d5715343b25075c479394716";

  @TempDir private Path folder;

  @BeforeAll
  static void update() {
    if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
      AtomicFile.write(V1, StoredRecord.of(Examples.record()).text());
    }
  }

  @Test
  void v1_file_isTheOneThatWasReleasedAndHoldsWhatWasMeasured() throws Exception {
    String json = Files.readString(V1);

    assertThat(Sha256.of(json)).isEqualTo("sha256:" + V1_SHA256);
    assertThat(StoredRecord.read(V1).record()).isEqualTo(Examples.record());
    assertThat(StoredRecord.of(StoredRecord.read(V1).record()).text()).isEqualTo(json);
    assertThat(StoredRecord.read(json, "x.json").record()).isEqualTo(Examples.record());
  }

  /** As earlier versions wrote it. */
  @Test
  void v1_readWithASecret_holdsItNoMore() throws IOException {
    String json = Files.readString(V1).replace("/sleep/50", "/sleep/50?key=s3cr3t");

    String written = StoredRecord.of(StoredRecord.read(json, "x.json").record()).text();

    assertThat(written).contains("/sleep/50?key=***").doesNotContain("s3cr3t");
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
  void read_fileMissingOrOfAnotherEncoding_saysSo() throws IOException {
    Path file = folder.resolve("r.json");
    assertRefused(
        () -> StoredRecord.read(file),
        file
            + ": record must be a readable file, was not: NoSuchFile;"
            + " correct the path or its permissions");

    Files.write(file, "{\"é\":1}".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(
        () -> StoredRecord.read(file),
        file + ": record must be UTF-8 text, was in another encoding" + RESTORE);
  }
}
