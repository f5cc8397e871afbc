package loomwatch.tell.text;

import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A mean as people read it: scaled, with its unit, and with as many digits as its interval
 * supports. What it is per (request, operation) is in the metric's name.
 */
public final class Quantity {
  private Quantity() {}

  /** The value alone, such as {@code 1.23 ms}, rounded as its interval demands. */
  public static String of(double value, String unit, @Nullable Interval interval) {
    Scale scale = Scale.suiting(value, unit);
    String number = Digits.number(value / scale.factor(), decimals(value, interval, scale));
    return with(number, scale);
  }

  /** The same with three digits at most, for sentences. */
  public static String inWords(double value, String unit, @Nullable Interval interval) {
    Scale scale = Scale.suiting(value, unit);
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
    Scale scale = Scale.suiting(value, unit);
    int decimals = decimals(value, interval, scale);
    return with(
        Digits.number(value / scale.factor(), decimals)
            + " "
            + half(value, interval, decimals, scale),
        scale);
  }

  /**
   * How well a value is known beside its partner; some digit is left, however little.
   *
   * @param logs the width of the interval of their ratio's logarithm
   */
  public static Interval known(double value, double logs) {
    double half = Math.abs(value) * (logs >= 0 && logs < 2 ? logs / 2 : 1);
    return new Interval(value - half, value + half);
  }

  /** Half the interval's width alone, in the unit its value is shown in: {@code ± 0.04 ms}. */
  public static String uncertainty(double value, String unit, Interval interval) {
    Scale scale = Scale.suiting(value, unit);
    return with(half(value, interval, decimals(value, interval, scale), scale), scale);
  }

  /** Two values as shown, the unit once where it is the same: {@code 183 → 210 µs}. */
  public static String both(String first, String between, String second) {
    int space = second.lastIndexOf(' ');
    String unit = space < 0 ? "" : second.substring(space);
    boolean shared = !unit.isEmpty() && first.endsWith(unit);
    return (shared ? first.substring(0, first.length() - unit.length()) : first) + between + second;
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
}
