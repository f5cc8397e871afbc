package loomwatch.tell.text;

import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A mean as people read it: scaled, with its unit, and with as many digits as its interval
 * supports. What it is per (request, operation) is in the metric's name.
 */
public final class Quantity {
  /** From here on a number is shown in the larger unit, so that 999.7 µs is not 1000 µs. */
  private static final double NEARLY = 0.9995;

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
  private static final Map<String, List<Scale>> SCALES = Map.of("s", TIME, "B", SIZE);

  private Quantity() {}

  /** The value alone, such as {@code 1.23 ms}, rounded as its interval demands. */
  public static String of(double value, String unit, @Nullable Interval interval) {
    Scale scale = scale(value, unit);
    String number = Digits.number(value / scale.factor(), decimals(value, interval, scale));
    return with(number, scale);
  }

  /** The same with three digits at most, for sentences. */
  public static String inWords(double value, String unit, @Nullable Interval interval) {
    Scale scale = scale(value, unit);
    double shown = value / scale.factor();
    int decimals = decimals(value, interval, scale);
    return with(
        Digits.number(shown, shown == 0 ? 0 : Math.min(decimals, Digits.significant(shown, 3))),
        scale);
  }

  /** The value with half its interval's width, such as {@code 1.23 ± 0.04 ms}. */
  public static String withInterval(double value, String unit, @Nullable Interval interval) {
    if (interval == null) {
      return of(value, unit, null);
    }
    Scale scale = scale(value, unit);
    int decimals = decimals(value, interval, scale);
    return with(
        Digits.number(value / scale.factor(), decimals)
            + " "
            + half(value, interval, decimals, scale),
        scale);
  }

  /** Half the interval's width alone, in the unit its value is shown in: {@code ± 0.04 ms}. */
  public static String uncertainty(double value, String unit, Interval interval) {
    Scale scale = scale(value, unit);
    return with(half(value, interval, decimals(value, interval, scale), scale), scale);
  }

  private static String half(double value, Interval interval, int decimals, Scale scale) {
    double half = halfWidth(value, interval) / scale.factor();
    return "± " + Digits.uncertainty(value / scale.factor(), half, decimals);
  }

  private static int decimals(double value, @Nullable Interval interval, Scale scale) {
    return Digits.decimals(
        value / scale.factor(),
        interval == null ? null : halfWidth(value, interval) / scale.factor());
  }

  /** The interval is symmetric but where it was cut at 0, which no metric is below. */
  private static double halfWidth(double value, Interval interval) {
    return Math.max(value - interval.low(), interval.high() - value);
  }

  private static String with(String number, Scale scale) {
    return (number + " " + scale.symbol()).strip();
  }

  private static Scale scale(double value, String unit) {
    int slash = unit.indexOf('/');
    List<Scale> scales = SCALES.getOrDefault(slash < 0 ? unit : unit.substring(0, slash), PLAIN);
    return scales.stream()
        .filter(scale -> Math.abs(value) >= NEARLY * scale.factor())
        .findFirst()
        .orElse(value == 0 ? scales.getFirst() : scales.getLast());
  }
}
