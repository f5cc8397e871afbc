package loomwatch.results.files;

/** A record or file that cannot be read or stored; the message is safe to print. */
public sealed class RecordException extends RuntimeException
    permits RecordException.NotWrittenException {
  private static final long serialVersionUID = 1;

  private static final int LONGEST = 2_000;

  private static final int END = 400;

  public RecordException(String message) {
    super(shown(message));
  }

  public RecordException(String message, Throwable cause) {
    super(shown(message), cause);
  }

  private static String shown(String message) {
    String plain = Plain.text(message);
    return plain.length() <= LONGEST
        ? plain
        : plain.substring(0, LONGEST - END) + "…" + plain.substring(plain.length() - END);
  }

  /** A file that could not be written, as on a full disk; its old content is intact. */
  public static final class NotWrittenException extends RecordException {
    private static final long serialVersionUID = 1;

    public NotWrittenException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
