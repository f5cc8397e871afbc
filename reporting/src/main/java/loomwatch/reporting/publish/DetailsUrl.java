package loomwatch.reporting.publish;

import org.jspecify.annotations.Nullable;

/**
 * The address of further details, such as a run's page on GitHub or the trend site.
 *
 * @param url {@code https}, or {@code http} for a self-hosted server; without characters that need
 *     escaping in a Markdown link
 */
public record DetailsUrl(String url) {
  public DetailsUrl {
    if (!url.matches("https?://[A-Za-z0-9._~:/?#@!$&'*+,;=%-]{1,1000}")) {
      throw new IllegalArgumentException(
          "must be an http or https address without brackets and blanks, was "
              + Clipped.quoted(url));
    }
  }

  /**
   * Returns the link that ends a check's summary. The check's own link cannot be used: GitHub
   * replaces the address that a job's token sends by the check's page.
   */
  static String ending(@Nullable DetailsUrl details) {
    return details == null ? "" : "\n\nThe log is at " + details.url() + "\n";
  }

  @Override
  public String toString() {
    return url;
  }
}
