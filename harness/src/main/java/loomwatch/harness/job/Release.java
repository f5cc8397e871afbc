package loomwatch.harness.job;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import loomwatch.measure.arms.Git;
import loomwatch.measure.arms.Git.Revision;

/**
 * Which Loomwatch this is. An unpacked release says so in the file {@code release} beside the
 * launcher; of a checkout git knows.
 *
 * @param version by the rules of SemVer
 * @param commit that it was made from; empty where nobody knows
 * @param changed whether there is more in it than that commit
 * @param repository of its source as {@code OWNER/NAME}; empty where nobody knows
 */
public record Release(String version, String commit, boolean changed, Optional<String> repository) {
  private static final String UNRELEASED = "1.0-SNAPSHOT";

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
            said.getProperty("version", "of no version"),
            said.getProperty("commit", ""),
            false,
            Git.hosted(said.getProperty("origin", ""))));
  }

  /** That of an installation, be it a release or a checkout. */
  public static Release of(Path root) throws IOException, InterruptedException {
    Optional<Release> packed = in(root);
    if (packed.isPresent()) {
      return packed.get();
    }
    Revision revision = Revision.ofInstallation(root);
    return new Release(
        UNRELEASED, revision.known() ? revision.commit() : "", revision.dirty(), Git.origin(root));
  }
}
