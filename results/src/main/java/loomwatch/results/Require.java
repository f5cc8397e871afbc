package loomwatch.results;

import java.util.Collection;
import java.util.List;
import loomwatch.results.files.Sha256;

/** Checks for compact constructors, which throw "<i>name</i> must be …, was …". */
public final class Require {
  private static final int LONGEST_QUOTE = 60;

  /**
   * Measured values are 0 or between these in their base unit, so that sums, ratios and intervals
   * are within a double's range.
   */
  private static final double LEAST = 1e-15;

  private static final double MOST = 1e15;

  private Require() {}

  /** Builds the message only on failure, as a long history has millions of texts. */
  public static void text(String name, String value) {
    if (value.isBlank()) {
      throw fault(name, "some text", quoted(value));
    }
  }

  static void oneOf(String name, List<String> allowed, String value) {
    check(allowed.contains(value), name, "one of " + String.join(", ", allowed), quoted(value));
  }

  public static void matches(String name, String pattern, String meaning, String value) {
    check(value.matches(pattern), name, meaning, quoted(value));
  }

  public static void sha256(String name, String value) {
    matches(name, Sha256.PATTERN, "sha256: and 64 hexadecimal digits", value);
  }

  static void atLeast(String name, long least, long value) {
    check(value >= least, name, "at least " + least, value);
    check(value <= MOST, name, "at most 1e15", value);
  }

  static void eachAtLeast(String name, int least, Collection<Integer> values) {
    check(
        values.stream().allMatch(value -> value >= least), name, "each at least " + least, values);
  }

  static void finite(String name, double value) {
    check(
        Double.isFinite(value),
        name,
        "a finite number",
        value + ": leave out what could not be measured");
    size(name, value);
  }

  static void size(String name, double value) {
    check(isOfSize(value), name, "0 or from 1e-15 to 1e15 in size", value);
  }

  static boolean isOfSize(double value) {
    return value == 0 || Math.abs(value) >= LEAST && Math.abs(value) <= MOST;
  }

  static void notNegative(String name, double value) {
    finite(name, value);
    check(value >= 0, name, "at least 0", value);
  }

  static void positive(String name, double value) {
    finite(name, value);
    check(value > 0, name, "above 0", value);
  }

  public static void check(boolean holds, String name, String rule, Object was) {
    if (!holds) {
      throw fault(name, rule, was);
    }
  }

  public static IllegalArgumentException fault(String name, String rule, Object was) {
    return new IllegalArgumentException("%s must be %s, was %s".formatted(name, rule, was));
  }

  public static String quoted(String value) {
    return "\"" + shortened(value) + "\"";
  }

  static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }
}
