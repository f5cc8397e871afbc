package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.measure.plan.Scenarios;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that judges. */
public final class PolicyOption {
  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description = "The policy. Default: thresholds.yaml of this checkout.")
  private @Nullable Path file;

  /**
   * Reads the policy.
   *
   * @throws UsageException when there is no such file
   */
  public Thresholds read() {
    Path policy = file == null ? Installation.ofLauncher().thresholds() : file;
    if (!Files.isRegularFile(policy)) {
      throw new UsageException(policy + " does not exist; --thresholds names the policy file");
    }
    return ThresholdsReader.read(policy, Scenarios.knownNames());
  }
}
