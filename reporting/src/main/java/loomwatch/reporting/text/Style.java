package loomwatch.reporting.text;

/**
 * How a report on a terminal is to look.
 *
 * @param colour whether escape sequences are used
 */
public record Style(int width, Colour colour, Detail detail) {
  private static final int NARROWEST = 40;

  public Style {
    width = Math.max(NARROWEST, width);
  }

  /** Whether escape sequences colour the text; shapes always tell the same. */
  public enum Colour {
    ON,
    OFF
  }

  public enum Detail {
    /** What answers the question, on one screen. */
    KEY,
    ALL
  }
}
