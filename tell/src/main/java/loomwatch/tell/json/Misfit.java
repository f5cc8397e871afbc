package loomwatch.tell.json;

/** Fields that do not go together, each by itself as it should be. */
final class Misfit extends RuntimeException {
  private static final long serialVersionUID = 1;

  Misfit(String message) {
    super(message);
  }

  /**
   * Refuses it.
   *
   * @param rule of a line, such as {@code .change must have both base and head, or neither}
   */
  static void unless(boolean fits, String rule) {
    if (!fits) {
      throw new Misfit(rule);
    }
  }
}
