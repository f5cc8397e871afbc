package loomwatch.reporting.publish;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one of several services of a repository. What is published about each begins with a
 * hidden line, by which it is found again. Anybody can write such a line, so a reader must check
 * the author too.
 *
 * @param path of its folder in the repository, such as {@code services/cart}; empty for the root
 */
public record ServiceFolder(String path) {
  /** The only service, or the one whose file is at the repository's root. */
  public static final ServiceFolder ROOT = new ServiceFolder("");

  /** The rule for a folder's name, for error messages. */
  public static final String RULE =
      "a service's folder must be at most 100 letters, digits, dots, slashes, hyphens and"
          + " underscores, and begin with a letter or digit";

  /** Pattern of an issue's key, which cannot end an HTML comment. */
  static final String KEY = "[a-z0-9][a-z0-9./-]{0,150}";

  /** Pattern of a path, which can neither end an HTML comment nor be Markdown syntax. */
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

  /** Returns whether a folder of that path may hold a service. */
  public static boolean names(String path) {
    return path.isEmpty() || path.matches(PATH);
  }

  /** Returns the name of its check, by which branch protection requires it. */
  public String check() {
    return path.isEmpty() ? CheckReport.NAME : CheckReport.NAME + " (" + path + ")";
  }

  /** Returns what precedes a title; empty for the root. */
  String prefix() {
    return path.isEmpty() ? "" : path + ": ";
  }

  /** Returns the first line of its comment on a pull request. */
  String commentMarker() {
    return "<!-- loomwatch:comment" + (path.isEmpty() ? "" : " of " + path) + " -->";
  }

  /** Returns the first line of its issue of that key. */
  String issueMarker(String key) {
    return "<!-- loomwatch:issue " + key + (path.isEmpty() ? "" : " of " + path) + " -->";
  }

  /** Returns whether the body is Loomwatch's comment about this service. */
  public boolean isComment(@Nullable String body) {
    return body != null && body.matches("(?s)" + Pattern.quote(commentMarker()) + "(\\r?\\n.*)?");
  }

  /** Returns the key of the issue with that body; empty if it is not about this service. */
  public Optional<String> issueKey(@Nullable String body) {
    Matcher marked = ISSUE.matcher(body == null ? "" : body);
    return marked.matches() && path.equals(Objects.requireNonNullElse(marked.group(2), ""))
        ? Optional.of(marked.group(1))
        : Optional.empty();
  }
}
