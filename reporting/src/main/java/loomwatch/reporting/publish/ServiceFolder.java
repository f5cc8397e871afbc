package loomwatch.reporting.publish;

/**
 * Which of several services of a repository something is about: what is published of each is told
 * apart by this.
 *
 * @param path of its folder in the repository, such as {@code services/cart}; empty for the one at
 *     the repository's root
 */
public record ServiceFolder(String path) {
  /** The only one, or the one whose file is at the repository's root. */
  public static final ServiceFolder ROOT = new ServiceFolder("");

  /** Nothing that could end an HTML comment, or say something in Markdown. */
  static final String PATH = "[A-Za-z0-9](?:[A-Za-z0-9./-]|_(?=[A-Za-z0-9])){0,99}";

  /** What a folder must be called, for people. */
  public static final String RULE =
      "a service's folder must be at most 100 letters, digits, dots, slashes, hyphens and"
          + " underscores, and begin with a letter or digit";

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

  /** Within a hidden marker; empty for the root's. */
  String mark() {
    return path.isEmpty() ? "" : " of " + path;
  }
}
