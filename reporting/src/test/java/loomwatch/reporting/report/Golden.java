package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a report looked like when somebody last looked at it. After a wanted change: {@code mvn -pl
 * tell -am test -Dloomwatch.fixtures=update}, and read the difference before committing it.
 */
public final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/loomwatch/reporting/report");

  private Golden() {}

  /** A file beside them, as it is. */
  static String read(String name) {
    try {
      return Files.readString(FOLDER.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void assertSame(String name, String actual) {
    Path file = FOLDER.resolve(name);
    try {
      if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, actual);
      }
      assertThat(actual).as(file.toString()).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
