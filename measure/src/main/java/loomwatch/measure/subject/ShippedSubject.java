package loomwatch.measure.subject;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** The subject file of the server that ships, as Loomwatch carries it. */
public final class ShippedSubject {
  /** Where it lies in a checkout. */
  private static final Path NAME = Path.of("server", "loomwatch.yaml");

  private ShippedSubject() {}

  /** What it says. */
  public static SubjectFile read() {
    try (InputStream in =
        Objects.requireNonNull(ShippedSubject.class.getResourceAsStream("loomwatch.yaml"))) {
      return SubjectFileReader.parse(NAME, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
