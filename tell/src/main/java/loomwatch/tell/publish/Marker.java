package loomwatch.tell.publish;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hidden first line by which a comment or an issue of ours is found again. It proves nothing by
 * itself: anybody can write one, so that whoever looks for it looks at the author too.
 */
public final class Marker {
  /** First line of the one comment on a pull request. */
  static final String COMMENT = "<!-- loomwatch:comment -->";

  /** What a key is made of: nothing that could end an HTML comment. */
  static final String KEY = "[a-z0-9][a-z0-9./-]{0,150}";

  private static final Pattern ISSUE =
      Pattern.compile("<!-- loomwatch:issue (" + KEY + ") -->(?:\\R.*)?", Pattern.DOTALL);

  private Marker() {}

  static String issue(String key) {
    return "<!-- loomwatch:issue " + key + " -->";
  }

  /** Whether that is the body of our comment. */
  public static boolean isComment(@Nullable String body) {
    return body != null
        && (body.equals(COMMENT)
            || body.startsWith(COMMENT + "\n")
            || body.startsWith(COMMENT + "\r\n"));
  }

  /** The key of the issue that has that body; nothing if it is none of ours. */
  public static Optional<String> issueKey(@Nullable String body) {
    Matcher marked = ISSUE.matcher(body == null ? "" : body);
    return marked.matches() ? Optional.of(marked.group(1)) : Optional.empty();
  }
}
