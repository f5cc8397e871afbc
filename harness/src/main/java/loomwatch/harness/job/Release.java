package loomwatch.harness.job;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * What an unpacked release says of itself, in the file {@code release} beside the launcher.
 *
 * @param version by the rules of SemVer
 * @param commit that it was packed from
 */
public record Release(String version, String commit) {
  private static final String FILE = "release";

  /** That of an installation; empty for a checkout, which is built from what lies in it. */
  public static Optional<Release> in(Path root) throws IOException {
    Path file = root.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Properties said = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      said.load(reader);
    }
    return Optional.of(
        new Release(
            said.getProperty("version", "of no version"), said.getProperty("commit", "unknown")));
  }
}
