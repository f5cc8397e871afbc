package loomwatch.tell.text;

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
}
