package loomwatch.harness.cli;

import loomwatch.harness.job.UsageException;
import loomwatch.tell.publish.DetailsUrl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where more is to be seen of what is published. */
final class DetailsOption {
  @Option(
      names = "--details-url",
      hidden = true,
      paramLabel = "URL",
      description = "Where its logs are, such as the workflow run's page.")
  private @Nullable String url;

  @Nullable DetailsUrl read() {
    return of("--details-url", url);
  }

  /**
   * An address that was given to an option, or none.
   *
   * @throws UsageException when it is no address, naming the option
   */
  static @Nullable DetailsUrl of(String option, @Nullable String url) {
    try {
      return url == null ? null : new DetailsUrl(url);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + " " + e.getMessage());
    }
  }
}
