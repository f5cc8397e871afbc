package loomwatch.reporting.text;

import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * Formats virtual ÷ platform: up to a half and from two on as a factor ({@code ÷ 15.3}, {@code ×
 * 2.1}), between them as a change in percent ({@code +8 %}).
 */
public final class Ratio {
  private static final double FACTOR_FROM = 2;

  /** A smaller ratio counts as 0, whose reciprocal is meaningless. */
  private static final double SMALLEST = 1e-9;

  private Ratio() {}

  /** Returns the ratio with its interval: {@code 0.429 [0.410, 0.448]}. */
  public static String withInterval(double ratio, @Nullable Interval interval) {
    return number(ratio, interval) + (interval == null ? "" : " " + interval(ratio, interval));
  }

  public static String number(double ratio, @Nullable Interval interval) {
    return interval == null
        ? Digits.number(ratio, Digits.decimals(ratio, null))
        : one(ratio, ratio, interval);
  }

  private static String interval(double ratio, Interval interval) {
    return "["
        + one(interval.low(), ratio, interval)
        + ", "
        + one(interval.high(), ratio, interval)
        + "]";
  }

  /** Uses the same decimals for a narrow interval's numbers, else two digits for each. */
  private static String one(double number, double ratio, Interval interval) {
    boolean narrow = interval.low() > 0 && interval.high() / interval.low() < FACTOR_FROM;
    int decimals =
        narrow
            ? Digits.decimals(ratio, nearer(ratio, interval))
            : number == 0 ? 0 : Digits.significant(number, 2);
    return Digits.number(number, decimals);
  }

  /** Returns the ratio with three digits at most: {@code ÷ 15.3}, {@code +8 %}. */
  public static String change(double ratio, @Nullable Interval interval) {
    if (factor(ratio)) {
      double factor = ratio < 1 ? 1 / ratio : ratio;
      Double half = interval == null ? null : nearerAsFactor(ratio, interval);
      int decimals = Math.min(Digits.decimals(factor, half), Digits.significant(factor, 3));
      return (ratio < 1 ? "÷ " : "× ") + Digits.number(factor, decimals);
    }
    Double half = interval == null ? null : 100 * nearer(ratio, interval);
    return percent(ratio, half);
  }

  /** Returns the range of an interval: {@code −9 % to +112 %}, {@code ÷ 10 to × 7}. */
  public static String range(Interval interval) {
    return end(interval.low()) + " to " + end(interval.high());
  }

  private static String end(double ratio) {
    if (!factor(ratio)) {
      return percent(ratio, Math.abs(ratio - 1) < 0.1 ? 0.4 : 4);
    }
    double factor = ratio < 1 ? 1 / ratio : ratio;
    return (ratio < 1 ? "÷ " : "× ") + Digits.number(factor, factor < 10 ? 1 : 0);
  }

  private static boolean factor(double ratio) {
    return ratio >= FACTOR_FROM || ratio > SMALLEST && ratio <= 1 / FACTOR_FROM;
  }

  /** Returns a percentage with at most one decimal. */
  private static String percent(double ratio, @Nullable Double half) {
    double change = 100 * (ratio - 1);
    int decimals =
        half == null || Math.abs(change) >= 10
            ? 0
            : Math.clamp(Digits.decimals(change, half), 0, 1);
    String number = Digits.number(change, decimals);
    return (change > 0 && number.matches(".*[1-9].*") ? "+" : "") + number + " %";
  }

  /** Returns the distance to the nearer end of the asymmetric interval, which limits the digits. */
  private static double nearer(double ratio, Interval interval) {
    return Math.max(0, Math.min(ratio - interval.low(), interval.high() - ratio));
  }

  private static double nearerAsFactor(double ratio, Interval interval) {
    return ratio >= 1 || interval.low() <= SMALLEST
        ? nearer(ratio, interval)
        : nearer(1 / ratio, new Interval(1 / interval.high(), 1 / interval.low()));
  }
}
