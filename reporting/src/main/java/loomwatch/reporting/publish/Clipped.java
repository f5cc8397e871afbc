package loomwatch.reporting.publish;

import loomwatch.results.files.Plain;

/** Text from outside, made one plain line and no longer than there is room. */
final class Clipped {
  private static final int LONGEST_QUOTE = 60;

  private Clipped() {}

  /** At most so many code points; what is cut off shows as an ellipsis. */
  static String to(int most, String text) {
    String plain = Plain.text(text).strip();
    return plain.codePointCount(0, plain.length()) <= most
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, most - 1)) + "…";
  }

  static String quoted(String text) {
    return "\"" + to(LONGEST_QUOTE, text) + "\"";
  }
}
