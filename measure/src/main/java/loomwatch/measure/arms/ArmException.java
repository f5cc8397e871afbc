package loomwatch.measure.arms;

/**
 * A SPEC that is well formed and names what is not there or cannot be built; a bad input. The
 * message says what was looked for and what would help.
 */
public final class ArmException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ArmException(String message) {
    super(message);
  }

  public ArmException(String message, Throwable cause) {
    super(message, cause);
  }
}
