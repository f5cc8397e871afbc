package loomwatch.reporting.publish;

import org.jspecify.annotations.Nullable;

/**
 * Where more is to be seen, such as a run's page on GitHub, or the trend site.
 *
 * @param url {@code https}, or {@code http} for a server of one's own; of characters that need no
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
   * What a check's summary ends in. Its own link does not lead there: GitHub puts the check's page
   * in the place of the address that a job's token sends along.
   */
  static String ending(@Nullable DetailsUrl details) {
    return details == null ? "" : "\n\nThe log is at " + details.url() + "\n";
  }

  @Override
  public String toString() {
    return url;
  }
}
