package loomwatch.reporting.text;

/** The layout of a terminal report; the width is in columns, at least 40. */
public record Style(int width, Colour colour, Detail detail) {
  private static final int NARROWEST = 40;

  public Style {
    width = Math.max(NARROWEST, width);
  }

  /** Whether escape sequences colour the text; shapes carry the same meaning. */
  public enum Colour {
    ON,
    OFF
  }

  public enum Detail {
    /** Shows only what answers the question, on one screen. */
    KEY,
    ALL
  }
}
