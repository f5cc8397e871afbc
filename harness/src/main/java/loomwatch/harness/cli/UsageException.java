package loomwatch.harness.cli;

/** Wrong usage that only shows once options are looked at together; exit code 64. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
