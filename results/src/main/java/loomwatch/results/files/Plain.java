package loomwatch.results.files;

import static java.util.stream.Collectors.joining;

/** Makes external text safe to print: it must not control a terminal or imitate a line. */
public final class Plain {
  private static final int REPLACEMENT = '\uFFFD';

  private Plain() {}

  /** Returns one line; control and invisible characters become {@code U+FFFD}. */
  public static String text(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isWhitespace(c) ? ' ' : harmless(c) ? c : REPLACEMENT)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  public static String lines(String text) {
    return text.lines().map(Plain::text).collect(joining("\n"));
  }

  private static boolean harmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  public static int width(String text) {
    return text.codePoints().map(Plain::columns).sum();
  }

  private static int columns(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return wide(c) ? 2 : 1;
  }

  /** Approximates the wide and full-width blocks of Unicode's East Asian Width (UAX #11). */
  private static boolean wide(int c) {
    return c >= 0x1100 && c <= 0x115F
        || c >= 0x2E80 && c <= 0xA4CF
        || c >= 0xAC00 && c <= 0xD7A3
        || c >= 0xF900 && c <= 0xFAFF
        || c >= 0xFE30 && c <= 0xFE6F
        || c >= 0xFF00 && c <= 0xFF60
        || c >= 0xFFE0 && c <= 0xFFE6
        || c >= 0x1F300 && c <= 0x1FAFF
        || c >= 0x20000 && c <= 0x3FFFD;
  }
}
