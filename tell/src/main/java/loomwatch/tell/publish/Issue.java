package loomwatch.tell.publish;

/**
 * One change that people should know of, as an issue on GitHub shows it.
 *
 * @param key the same whenever the same change is seen; lower case letters, digits, dots, slashes
 *     and hyphens
 * @param state whether somebody should look
 * @param title one plain line
 * @param body Markdown that begins with the hidden marker
 */
public record Issue(String key, State state, String title, String body) {
  /** What is known of a change. Of what cannot be told no issue is made at all. */
  public enum State {
    /** It is there: somebody should look. */
    BROKEN,
    /** The level has returned: an open issue about it can be closed. */
    RETURNED,
    /** It is there and a reviewed file takes it as it is: an open issue can be closed. */
    ACCEPTED
  }

  public Issue {
    if (!key.matches(Marker.KEY)) {
      throw new IllegalArgumentException(
          "key must be 1 to 151 lower case letters, digits, dots, slashes and hyphens, was "
              + Clipped.quoted(key));
    }
  }

  /** The same about that service of several. */
  public Issue about(ServiceFolder service) {
    String marker = Marker.issue(key, ServiceFolder.ROOT);
    return new Issue(
        key,
        state,
        service.prefix() + title,
        Marker.issue(key, service) + body.substring(marker.length()));
  }
}
