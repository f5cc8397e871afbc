package loomwatch.measure.variants;

/**
 * A SPEC that is well formed and names what is not there or cannot be built; a bad input. The
 * message says what was looked for and what would help.
 */
public final class VariantException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public VariantException(String message) {
    super(message);
  }

  public VariantException(String message, Throwable cause) {
    super(message, cause);
  }
}
