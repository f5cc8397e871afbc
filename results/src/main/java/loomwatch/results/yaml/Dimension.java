package loomwatch.results.yaml;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.Metric.Unit;

/** The kind of a quantity, and the units it may be written in. */
public enum Dimension {
  TIME("a time above 0 such as 20 ms", "ns=1e-9 us=1e-6 µs=1e-6 μs=1e-6 ms=1e-3 s=1 min=60"),
  SIZE(
      "a size above 0 such as 40 MiB",
      "B=1 kB=1e3 MB=1e6 GB=1e9 KiB=1024 MiB=1048576 GiB=1073741824"),
  COUNT("a plain number above 0 such as 5", "=1"),
  CHANGE("a percentage above 0 such as 3 %", "%=0.01"),
  RATIO("a plain number above 0 such as 0.5", "=1");

  /** Longest number, in characters, as parsing takes time that grows with the square. */
  private static final int LONGEST = 100;

  private static final Pattern QUANTITY =
      Pattern.compile("(-?\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d{1,3})?)\\s*(\\S*)");

  private final String phrase;
  private final Map<String, BigDecimal> factors = new LinkedHashMap<>();

  Dimension(String phrase, String units) {
    this.phrase = phrase;
    for (String unit : units.split(" ", -1)) {
      int at = unit.indexOf('=');
      factors.put(unit.substring(0, at), new BigDecimal(unit.substring(at + 1)));
    }
  }

  public static Dimension of(Unit unit) {
    return switch (unit) {
      case SECONDS, SECONDS_PER_REQUEST, SECONDS_PER_OPERATION -> TIME;
      case BYTES, BYTES_PER_REQUEST, BYTES_PER_OPERATION -> SIZE;
      case COUNT, PER_REQUEST, PER_SECOND -> COUNT;
    };
  }

  String phrase() {
    return phrase;
  }

  boolean plain() {
    return factors.containsKey("");
  }

  String units() {
    return plain()
        ? "Write the number alone, without a unit."
        : "Write a number and one of " + String.join(", ", factors.keySet()) + ".";
  }

  /** Returns the quantity in its base unit; empty if it has another dimension or is not above 0. */
  public OptionalDouble parse(String text) {
    Matcher quantity = QUANTITY.matcher(text.strip());
    if (text.length() > LONGEST || !quantity.matches() || !factors.containsKey(quantity.group(2))) {
      return OptionalDouble.empty();
    }
    // Decimal arithmetic makes 20 ms the double nearest to 0.02.
    BigDecimal factor = factors.getOrDefault(quantity.group(2), BigDecimal.ONE);
    double value = new BigDecimal(quantity.group(1)).multiply(factor).doubleValue();
    return value > 0 && Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
