package loomwatch.results.files;

/**
 * A file that could not be written, as on a full disk; what was there before is intact. The input
 * is not at fault, the machine is.
 */
public final class NotWrittenException extends RecordException {
  private static final long serialVersionUID = 1;

  public NotWrittenException(String message, Throwable cause) {
    super(message, cause);
  }
}
