package loomwatch.gate.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import loomwatch.gate.verdict.Interval;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them: scaled, with unit, and no digit the interval does not support. */
final class Quantity {
  private static final int MOST_DIGITS = 4;
  private static final int DIGITS_WITHOUT_INTERVAL = 3;

  private record Scale(double factor, String symbol) {}

  private static final List<Scale> TIME =
      List.of(
          new Scale(1, "s"), new Scale(1e-3, "ms"), new Scale(1e-6, "µs"), new Scale(1e-9, "ns"));
  private static final List<Scale> SIZE =
      List.of(
          new Scale(1 << 30, "GiB"),
          new Scale(1 << 20, "MiB"),
          new Scale(1 << 10, "KiB"),
          new Scale(1, "B"));
  private static final List<Scale> PLAIN = List.of(new Scale(1, ""));

  private static final Map<String, List<Scale>> SCALES =
      Map.of("s", TIME, "B", SIZE, "1", PLAIN, "ratio", List.of(new Scale(1, "×")));

  private Quantity() {}

  /** A value with its unit, such as {@code 1.23 ms} or {@code 41.2 µs/request}. */
  static String of(double value, String unit, @Nullable Interval interval) {
    Scale scale = scale(value, unit);
    String number =
        number(
            value / scale.factor(), interval == null ? null : halfWidth(interval) / scale.factor());
    return (number + " " + scale.symbol() + suffix(unit)).strip();
  }

  /** A value with its interval, such as {@code 1.23 ms [1.20, 1.26]}. */
  static String withInterval(double value, String unit, @Nullable Interval interval) {
    String text = of(value, unit, interval);
    if (interval == null) {
      return text;
    }
    double factor = scale(value, unit).factor();
    double half = halfWidth(interval) / factor;
    return "%s [%s, %s]"
        .formatted(
            text, number(interval.low() / factor, half), number(interval.high() / factor, half));
  }

  /** A value with its interval in short, such as {@code 1.23 ms ±4 %}; half of its width. */
  static String withSpread(double value, String unit, @Nullable Interval interval) {
    String text = of(value, unit, interval);
    if (interval == null || value == 0) {
      return text;
    }
    double percent = 100 * halfWidth(interval) / Math.abs(value);
    return text + String.format(Locale.ROOT, percent < 0.95 ? " ±%.1f %%" : " ±%.0f %%", percent);
  }

  private static double halfWidth(Interval interval) {
    return (interval.high() - interval.low()) / 2;
  }

  private static String suffix(String unit) {
    int slash = unit.indexOf('/');
    return slash < 0 ? "" : unit.substring(slash);
  }

  private static Scale scale(double value, String unit) {
    int slash = unit.indexOf('/');
    List<Scale> scales = SCALES.getOrDefault(slash < 0 ? unit : unit.substring(0, slash), PLAIN);
    return scales.stream()
        .filter(scale -> Math.abs(value) >= scale.factor())
        .findFirst()
        .orElse(value == 0 ? scales.getFirst() : scales.getLast());
  }

  /** Rounds to the second digit of the uncertainty, and to four digits at most. */
  private static String number(double value, @Nullable Double uncertainty) {
    if (value == 0) {
      return "0";
    }
    int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
    int digits =
        uncertainty == null || uncertainty == 0
            ? DIGITS_WITHOUT_INTERVAL
            : magnitude - (int) Math.floor(Math.log10(uncertainty)) + 2;
    int kept =
        Math.clamp(digits, magnitude >= 0 ? Math.min(magnitude + 1, MOST_DIGITS) : 2, MOST_DIGITS);
    if (value == Math.rint(value) && Math.abs(value) < 1e6) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(kept, RoundingMode.HALF_UP));
    return rounded.toPlainString();
  }
}
