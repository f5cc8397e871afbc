package loomwatch.results.history;

/** Checks of the compact constructors, in one grammar: "<i>name</i> must be …, was …". */
final class Checks {
  static final String SHA256 = "sha256:[0-9a-f]{64}";

  private static final int LONGEST_QUOTE = 60;

  private Checks() {}

  /** Words what was wrong only when it was: a long history holds millions of texts. */
  static void text(String name, String value) {
    if (value.isBlank()) {
      throw fault(name, "some text", quoted(value));
    }
  }

  static void sha256(String name, String value) {
    that(value.matches(SHA256), name, "sha256: and 64 hexadecimal digits", quoted(value));
  }

  static void that(boolean holds, String name, String rule, Object was) {
    if (!holds) {
      throw fault(name, rule, was);
    }
  }

  static IllegalArgumentException fault(String name, String rule, Object was) {
    return new IllegalArgumentException("%s must be %s, was %s".formatted(name, rule, was));
  }

  static String quoted(String value) {
    return "\""
        + (value.length() <= LONGEST_QUOTE ? value : value.substring(0, LONGEST_QUOTE) + "…")
        + "\"";
  }
}
