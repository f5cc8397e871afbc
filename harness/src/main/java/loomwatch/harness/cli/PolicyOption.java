package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that judges. */
public final class PolicyOption {
  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description = "The policy. Default: thresholds.yaml beside what is measured.")
  private @Nullable Path file;

  /**
   * Reads the policy for the subject one stands beside.
   *
   * @throws UsageException when there is no such file
   */
  public Thresholds read() {
    return read(Installation.ofLauncher());
  }

  /**
   * Reads the policy for a subject. A team's own service has one without writing it.
   *
   * @throws UsageException when there is no such file
   */
  Thresholds read(Installation installation) {
    Set<String> known = installation.catalogue().knownNames();
    Path policy = file == null ? installation.thresholds() : file;
    if (Files.isRegularFile(policy)) {
      return ThresholdsReader.read(policy, known);
    }
    if (file == null && installation.subject().isPresent()) {
      return UsualPolicy.read(known);
    }
    throw new UsageException(policy + " does not exist; --thresholds names the policy file");
  }
}
