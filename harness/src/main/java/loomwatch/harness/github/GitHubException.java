package loomwatch.harness.github;

/** What could not be published, and why. */
public final class GitHubException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What whoever called can do about it. */
  public enum Kind {
    /** It would be refused again: token, permission or argument must change. */
    REFUSED,
    /** GitHub did not answer, or was busy, for as long as we were told to wait: try later. */
    UNAVAILABLE
  }

  private GitHubException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static GitHubException refused(String message) {
    return new GitHubException(Kind.REFUSED, message);
  }

  static GitHubException unavailable(String message) {
    return new GitHubException(Kind.UNAVAILABLE, message);
  }

  public Kind kind() {
    return kind;
  }
}
