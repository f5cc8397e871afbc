package loomwatch.measure.arms;

/** A SPEC that does not follow the grammar; wrong usage. The message shows it with a caret. */
public final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SpecException(String message) {
    super(message);
  }
}
