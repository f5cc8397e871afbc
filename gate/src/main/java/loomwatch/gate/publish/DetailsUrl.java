package loomwatch.gate.publish;

/**
 * Where more is to be seen of a run, such as its page on GitHub.
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

  @Override
  public String toString() {
    return url;
  }
}
