package loomwatch.results;

/**
 * A record, or a file beside it, that cannot be read or kept; the message says where, what is wrong
 * and what to do. What was read may come from anywhere: of the message nothing steers a terminal or
 * fakes a line.
 */
public sealed class RecordException extends RuntimeException permits NotWrittenException {
  private static final long serialVersionUID = 1;

  public RecordException(String message) {
    super(Plain.text(message));
  }

  public RecordException(String message, Throwable cause) {
    super(Plain.text(message), cause);
  }
}
