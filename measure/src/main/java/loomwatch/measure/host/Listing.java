package loomwatch.measure.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What is in a folder of /proc, which may be gone while it is read. */
public final class Listing {
  private Listing() {}

  /**
   * Its entries.
   *
   * @throws IOException also when the folder is gone in the middle, which a stream tells unchecked
   */
  public static List<Path> of(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    } catch (UncheckedIOException gone) {
      throw gone.getCause();
    }
  }
}
