package loomwatch.measure.arms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.NearestName;

/**
 * The form of a handicap, {@code KIND:SIZE}, known before a server is built that would refuse it.
 * The server has the last word; a test holds the two to the same answers.
 */
public final class HandicapSyntax {
  private static final Pattern QUANTITY = Pattern.compile("([1-9]\\d{0,8})([A-Za-z]+)");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,5}(?:\\.\\d+)?)%");
  private static final Pattern REQUESTS = Pattern.compile("[1-9]\\d{0,8}");
  private static final Pattern FACTOR = Pattern.compile("\\d{1,2}(\\.\\d{1,3})?");
  private static final double MOST_DEAR = 20;
  private static final Map<String, Long> TIMES = Map.of("ns", 1L, "us", 1L, "ms", 1L);
  private static final Map<String, Long> BYTES =
      Map.of("B", 1L, "KB", 1_000L, "MB", 1_000_000L, "KiB", 1L << 10, "MiB", 1L << 20);
  private static final long MOST_BYTES = 1L << 30;
  private static final double MOST_PERCENT = 10_000;

  private static final Size TIME = new Size(HandicapSyntax::time, "a time, such as 1ms or 20us");

  private static final Size KEPT =
      new Size(HandicapSyntax::bytes, "a number of B, KB, MB, KiB or MiB, at most 1024MiB");

  private static final Map<String, Size> KINDS = new TreeMap<>(kinds());

  private HandicapSyntax() {}

  private record Size(Predicate<String> takes, String meaning) {}

  private static Map<String, Size> kinds() {
    Map<String, Size> kinds = new HashMap<>();
    kinds.put(
        "cpu",
        new Size(
            size -> time(size) || percent(size, MOST_PERCENT),
            "a time or up to 10000%, such as 20us or 10%"));
    kinds.put(
        "alloc",
        new Size(
            size -> bytes(size) || percent(size, MOST_PERCENT),
            "at most 1024MiB or 10000%, such as 1KiB or 2%"));
    List.of("latency", "lock", "pin").forEach(kind -> kinds.put(kind, TIME));
    List.of("leak", "retain").forEach(kind -> kinds.put(kind, KEPT));
    kinds.put("tail", new Size(HandicapSyntax::tail, "SHARE:TIME, such as 1%:20ms"));
    kinds.put("gc", new Size(HandicapSyntax::factor, "a factor above 1, up to 20, such as 2"));
    kinds.put(
        "collect", new Size(REQUESTS.asMatchPredicate(), "a number of requests, such as 20000"));
    kinds.put("background", new Size(size -> percent(size, 100), "up to 100%, such as 1%"));
    return kinds;
  }

  private static boolean tail(String size) {
    String[] parts = size.split(":", 2);
    return parts.length == 2 && percent(parts[0], 100) && time(parts[1]);
  }

  private static boolean factor(String size) {
    return FACTOR.matcher(size).matches()
        && Double.parseDouble(size) > 1
        && Double.parseDouble(size) <= MOST_DEAR;
  }

  private static boolean percent(String size, double most) {
    Matcher percentage = PERCENT.matcher(size);
    if (!percentage.matches()) {
      return false;
    }
    double value = Double.parseDouble(percentage.group(1));
    return value > 0 && value <= most;
  }

  private static boolean time(String size) {
    return quantity(size, TIMES).isPresent();
  }

  private static boolean bytes(String size) {
    return quantity(size, BYTES).stream().anyMatch(bytes -> bytes <= MOST_BYTES);
  }

  private static OptionalLong quantity(String size, Map<String, Long> units) {
    Matcher quantity = QUANTITY.matcher(size);
    Long unit = quantity.matches() ? units.get(quantity.group(2)) : null;
    return unit == null
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(quantity.group(1)) * unit);
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
    return parts.length == 2 && size.takes().test(parts[1])
        ? Optional.empty()
        : Optional.of(
            "size of handicap %s must be %s, was \"%s\""
                .formatted(parts[0], size.meaning(), handicap));
  }
}
