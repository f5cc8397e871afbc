package loomwatch.reporting.text;

/**
 * How a report on a terminal is to look.
 *
 * @param width columns; text is wrapped to it, at least 40
 * @param colour whether escape sequences are used
 * @param detail how much is shown
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

  /** How much is shown. */
  public enum Detail {
    /** What answers the question, on one screen. */
    KEY,
    /** Every metric. */
    ALL
  }
}
