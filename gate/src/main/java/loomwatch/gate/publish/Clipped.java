package loomwatch.gate.publish;

/** Text from outside, made one plain line and no longer than there is room. */
final class Clipped {
  private static final int LONGEST_QUOTE = 60;

  private Clipped() {}

  /** At most so many code points; what is cut off shows as an ellipsis. */
  static String to(int most, String text) {
    String plain = line(text);
    return plain.codePointCount(0, plain.length()) <= most
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, most - 1)) + "…";
  }

  static String quoted(String text) {
    return "\"" + to(LONGEST_QUOTE, text) + "\"";
  }

  /** White space becomes a blank; what steers a terminal or hides becomes {@code U+FFFD}. */
  private static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isWhitespace(c) ? ' ' : hidden(c) ? '\uFFFD' : c)
        .forEach(line::appendCodePoint);
    return line.toString().strip();
  }

  private static boolean hidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
