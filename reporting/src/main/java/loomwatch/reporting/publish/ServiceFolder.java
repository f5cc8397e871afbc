package loomwatch.reporting.publish;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which of several services of a repository something is about: what is published of each is told
 * apart by this, and found again by a hidden first line. That proves nothing by itself: anybody can
 * write one, so that whoever looks for it looks at the author too.
 *
 * @param path of its folder in the repository, such as {@code services/cart}; empty for the one at
 *     the repository's root
 */
public record ServiceFolder(String path) {
  /** The only one, or the one whose file is at the repository's root. */
  public static final ServiceFolder ROOT = new ServiceFolder("");

  /** What a folder must be called, for people. */
  public static final String RULE =
      "a service's folder must be at most 100 letters, digits, dots, slashes, hyphens and"
          + " underscores, and begin with a letter or digit";

  /** What the key of an issue is made of: nothing that could end an HTML comment. */
  static final String KEY = "[a-z0-9][a-z0-9./-]{0,150}";

  /** Nothing that could end an HTML comment, or say something in Markdown. */
  private static final String PATH = "[A-Za-z0-9](?:[A-Za-z0-9./-]|_(?=[A-Za-z0-9])){0,99}";

  private static final Pattern ISSUE =
      Pattern.compile(
          "<!-- loomwatch:issue (" + KEY + ")(?: of (" + PATH + "))? -->(?:\\R.*)?",
          Pattern.DOTALL);

  public ServiceFolder {
    if (!names(path)) {
      throw new IllegalArgumentException(RULE + ", was " + Clipped.quoted(path));
    }
  }

  /** Whether there may be a service in a folder of that path. */
  public static boolean names(String path) {
    return path.isEmpty() || path.matches(PATH);
  }

  /** The name of its check, by which branch protection requires it. */
  public String check() {
    return path.isEmpty() ? CheckReport.NAME : CheckReport.NAME + " (" + path + ")";
  }

  /** Before a title; empty for the root's. */
  String prefix() {
    return path.isEmpty() ? "" : path + ": ";
  }

  /** First line of the one comment on a pull request about it. */
  String commentMarker() {
    return "<!-- loomwatch:comment" + (path.isEmpty() ? "" : " of " + path) + " -->";
  }

  /** First line of the issue of that key about it. */
  String issueMarker(String key) {
    return "<!-- loomwatch:issue " + key + (path.isEmpty() ? "" : " of " + path) + " -->";
  }

  /** Whether that is the body of our comment about it. */
  public boolean isComment(@Nullable String body) {
    return body != null && body.matches("(?s)" + Pattern.quote(commentMarker()) + "(\\r?\\n.*)?");
  }

  /** The key of the issue that has that body; nothing if it is none of ours about it. */
  public Optional<String> issueKey(@Nullable String body) {
    Matcher marked = ISSUE.matcher(body == null ? "" : body);
    return marked.matches() && path.equals(Objects.requireNonNullElse(marked.group(2), ""))
        ? Optional.of(marked.group(1))
        : Optional.empty();
  }
}
