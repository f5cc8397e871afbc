package loomwatch.measure.variants;

/** A valid SPEC that names something missing or not buildable; the message advises. */
public final class VariantException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public VariantException(String message) {
    super(message);
  }

  public VariantException(String message, Throwable cause) {
    super(message, cause);
  }
}
