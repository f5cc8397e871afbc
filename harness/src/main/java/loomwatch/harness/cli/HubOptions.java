package loomwatch.harness.cli;

import java.time.Duration;
import loomwatch.harness.github.Endpoint;
import loomwatch.harness.github.Hub;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.UsageException;
import loomwatch.tell.publish.ServiceFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that writes to GitHub. */
final class HubOptions {
  private static final int LONGEST_PATIENCE = 3_600;

  @Option(
      names = "--repo",
      required = true,
      paramLabel = "OWNER/NAME",
      description = "The repository.")
  private String repository = "";

  @Option(
      names = "--service",
      hidden = true,
      paramLabel = "FOLDER",
      description =
          "Of several services in the repository, the folder of the one this is about; its check,"
              + " comment and issues are its own. Default: the repository's only one.")
  private String service = "";

  @Option(
      names = "--author",
      hidden = true,
      paramLabel = "LOGIN",
      description =
          "The login the token writes as, by which our own comments and issues are found again."
              + " Default: GitHub is asked; a job's own token is github-actions[bot].")
  private @Nullable String author;

  @Option(
      names = "--dry-run",
      description = "Print what would be sent, and send nothing but questions.")
  private boolean dryRun;

  @Option(
      names = "--give-up-after",
      hidden = true,
      paramLabel = "SECONDS",
      description = "How long to try again while GitHub is busy or away. Default: 300.")
  private int patience = 300;

  /** Ready to write, or to print what would be written. */
  Hub hub() {
    // An enterprise's own accounts have a suffix after an underscore.
    if (!repository.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,38}/[A-Za-z0-9._-]{1,100}")) {
      throw new UsageException("--repo must be OWNER/NAME, was '" + repository + "'");
    }
    if (patience < 1 || patience > LONGEST_PATIENCE) {
      throw new UsageException(
          "--give-up-after must be from 1 to " + LONGEST_PATIENCE + " (seconds), was " + patience);
    }
    return Hub.of(
        Endpoint.of(Invocation.current().environment()),
        repository,
        new Hub.Manner(
            dryRun ? Hub.Writing.DRY : Hub.Writing.REAL,
            Duration.ofSeconds(patience),
            author,
            System.out,
            System.err));
  }

  /** Which of several services this is about. */
  ServiceFolder service() {
    try {
      return new ServiceFolder(service);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--service: " + e.getMessage());
    }
  }

  /** A whole commit id: what is short may come to name another. */
  static String sha(String sha) {
    return sha("--sha", sha);
  }

  /** A commit in full, given by that option. */
  static String sha(String option, String sha) {
    if (!sha.matches("[0-9a-f]{40}")) {
      throw new UsageException(option + " must be 40 hexadecimal digits, was '" + sha + "'");
    }
    return sha;
  }
}
