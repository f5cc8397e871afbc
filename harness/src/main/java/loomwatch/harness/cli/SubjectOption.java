package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that measures: what. */
final class SubjectOption {
  @Option(
      names = "--subject",
      paramLabel = "FILE",
      description =
          "A service of your own. Default: loomwatch.yaml of this folder, else the server that ships.")
  private @Nullable Path file;

  /**
   * Where everything is for that subject, of which something is to be measured.
   *
   * @throws UsageException when there is neither a service nor a checkout
   */
  Installation installation() throws IOException {
    return lookedAt().measurable();
  }

  /** The same where nothing needs to be measured. */
  Installation lookedAt() {
    if (file == null) {
      return Installation.ofLauncher();
    }
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          file + " does not exist; --subject names a subject file, loomwatch.yaml");
    }
    return Installation.of(Optional.of(file));
  }
}
