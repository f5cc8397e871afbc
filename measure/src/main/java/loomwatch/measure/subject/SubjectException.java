package loomwatch.measure.subject;

/**
 * A subject that cannot be built, started or asked as its file says. The message shows what it
 * wrote, and says what to do.
 */
public final class SubjectException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SubjectException(String message) {
    super(message);
  }
}
