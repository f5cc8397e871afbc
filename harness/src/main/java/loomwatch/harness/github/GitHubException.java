package loomwatch.harness.github;

/** What could not be published, and why. */
public final class GitHubException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final FailureKind kind;

  /** What whoever called can do about it. */
  public enum FailureKind {
    /** It would be refused again: token, permission or argument must change. */
    REFUSED,
    /** GitHub did not answer, or was busy, for as long as we were told to wait: try later. */
    UNAVAILABLE
  }

  private GitHubException(FailureKind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static GitHubException refused(String message) {
    return new GitHubException(FailureKind.REFUSED, message);
  }

  static GitHubException unavailable(String message) {
    return new GitHubException(FailureKind.UNAVAILABLE, message);
  }

  public FailureKind kind() {
    return kind;
  }
}
