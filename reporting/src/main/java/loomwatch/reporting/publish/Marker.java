package loomwatch.reporting.publish;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hidden first line by which a comment or an issue of ours is found again. It proves nothing by
 * itself: anybody can write one, so that whoever looks for it looks at the author too.
 */
public final class Marker {
  /** What a key is made of: nothing that could end an HTML comment. */
  static final String KEY = "[a-z0-9][a-z0-9./-]{0,150}";

  private static final Pattern ISSUE =
      Pattern.compile(
          "<!-- loomwatch:issue (" + KEY + ")(?: of (" + ServiceFolder.PATH + "))? -->(?:\\R.*)?",
          Pattern.DOTALL);

  private Marker() {}

  static String issue(String key, ServiceFolder service) {
    return "<!-- loomwatch:issue " + key + service.mark() + " -->";
  }

  /** First line of the one comment on a pull request about that service. */
  static String comment(ServiceFolder service) {
    return "<!-- loomwatch:comment" + service.mark() + " -->";
  }

  /** Whether that is the body of our comment about that service. */
  public static boolean isComment(@Nullable String body, ServiceFolder service) {
    String comment = comment(service);
    return body != null
        && (body.equals(comment)
            || body.startsWith(comment + "\n")
            || body.startsWith(comment + "\r\n"));
  }

  /** The key of the issue that has that body; nothing if it is none of ours about that service. */
  public static Optional<String> issueKey(@Nullable String body, ServiceFolder service) {
    Matcher marked = ISSUE.matcher(body == null ? "" : body);
    return marked.matches() && service.path().equals(marked.group(2) == null ? "" : marked.group(2))
        ? Optional.of(marked.group(1))
        : Optional.empty();
  }
}
