package loomwatch.reporting.publish;

import loomwatch.results.files.Plain;

/** External text, reduced to one plain line of limited length. */
final class Clipped {
  private static final int LONGEST_QUOTE = 60;

  private Clipped() {}

  /** Returns at most {@code most} code points; an ellipsis marks what is cut off. */
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
