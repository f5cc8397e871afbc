package loomwatch.measure.arms;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.naming.NearestName;

/**
 * The form of a handicap, {@code KIND:SIZE}, known before a server is built that would refuse it.
 * The server has the last word; a test holds the two to the same answers.
 */
public final class HandicapSyntax {
  private static final Pattern QUANTITY = Pattern.compile("([1-9]\\d{0,8})([A-Za-z]+)");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,5}(?:\\.\\d+)?)%");
  private static final Map<String, Long> TIMES = Map.of("ns", 1L, "us", 1L, "ms", 1L);
  private static final Map<String, Long> BYTES = Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20);
  private static final long MOST_BYTES = 1L << 30;
  private static final double MOST_PERCENT = 10_000;

  private static final Size TIME = new Size(TIMES, false, "a time, such as 1ms or 20us");
  private static final Map<String, Size> KINDS =
      new TreeMap<>(
          Map.of(
              "cpu",
              new Size(TIMES, true, "a time or up to 10000%, such as 20us or 10%"),
              "alloc",
              new Size(BYTES, true, "at most 1024MiB or 10000%, such as 1KiB or 2%"),
              "latency",
              TIME,
              "lock",
              TIME,
              "pin",
              TIME));

  private HandicapSyntax() {}

  /** Which sizes a kind takes; the units' values matter where there is a limit. */
  private record Size(Map<String, Long> units, boolean percent, String meaning) {
    boolean takes(String size) {
      Matcher percentage = PERCENT.matcher(size);
      if (percent && percentage.matches()) {
        double value = Double.parseDouble(percentage.group(1));
        return value > 0 && value <= MOST_PERCENT;
      }
      Matcher quantity = QUANTITY.matcher(size);
      if (!quantity.matches()) {
        return false;
      }
      Long unit = units.get(quantity.group(2));
      return unit != null && Long.parseLong(quantity.group(1)) * unit <= MOST_BYTES;
    }
  }

  /** Why it is none, if so. */
  public static Optional<String> refusal(String handicap) {
    String[] parts = handicap.split(":", 2);
    Size size = KINDS.get(parts[0]);
    if (size == null) {
      return Optional.of(
          "handicap must be a known KIND and a SIZE, such as latency:1ms, was \"%s\"; %s"
              .formatted(handicap, NearestName.suggestion(parts[0], KINDS.keySet())));
    }
    return parts.length == 2 && size.takes(parts[1])
        ? Optional.empty()
        : Optional.of(
            "size of handicap %s must be %s, was \"%s\""
                .formatted(parts[0], size.meaning(), handicap));
  }
}
