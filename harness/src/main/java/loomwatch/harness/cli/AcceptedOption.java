package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.AcceptedReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What people said about history. */
final class AcceptedOption {
  @Option(
      names = "--accepted",
      hidden = true,
      paramLabel = "FILE",
      description =
          "What people said about history. Default: accepted.yaml beside loomwatch.yaml, or else of"
              + " this checkout, if it is there.")
  private @Nullable Path file;

  /**
   * Reads it.
   *
   * @throws UsageException when the file named is not there
   */
  Accepted read() {
    if (file == null) {
      Path usual = Installation.ofLauncher().project().resolve("accepted.yaml");
      return Files.exists(usual) ? AcceptedReader.read(usual) : Accepted.NOTHING;
    }
    if (!Files.isRegularFile(file)) {
      throw new UsageException(file + " does not exist; --accepted names the reviewed file");
    }
    return AcceptedReader.read(file);
  }
}
