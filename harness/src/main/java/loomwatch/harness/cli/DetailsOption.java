package loomwatch.harness.cli;

import loomwatch.gate.publish.DetailsUrl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where more is to be seen of what is published. */
final class DetailsOption {
  @Option(
      names = "--details-url",
      paramLabel = "URL",
      description = "Where its logs are, such as the workflow run's page.")
  private @Nullable String url;

  @Nullable DetailsUrl read() {
    try {
      return url == null ? null : new DetailsUrl(url);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--details-url " + e.getMessage());
    }
  }
}
