package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("it changes the default locale")
class RecordJsonTest {
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
}
