package loomwatch.reporting.text;

import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Metric.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Formats a mean: scaled, with its unit, and with as many digits as its interval supports. What it
 * is per (request, operation) is in the metric's name.
 */
public final class Quantity {
  private Quantity() {}

  /** Returns the value, such as {@code 1.23 ms}, rounded according to its interval. */
  public static String of(double value, String unit, @Nullable Interval interval) {
    Scale scale = Scale.suiting(value, unit);
    String number = Digits.number(value / scale.factor(), decimals(value, interval, scale));
    return with(number, scale);
  }

  /** Returns the value with three digits at most, for sentences. */
  public static String inWords(double value, String unit, @Nullable Interval interval) {
    Scale scale = Scale.suiting(value, unit);
    double shown = value / scale.factor();
    int decimals = decimals(value, interval, scale);
    return with(
        Digits.number(shown, shown == 0 ? 0 : Math.min(decimals, Digits.significant(shown, 3))),
        scale);
  }

  /** Returns the value with half its interval's width, such as {@code 1.23 ± 0.04 ms}. */
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

  /** Returns an interval for a value; {@code logs} is the width of its ratio's log interval. */
  public static Interval known(double value, double logs) {
    double half = Math.abs(value) * (logs >= 0 && logs < 2 ? logs / 2 : 1);
    return new Interval(value - half, value + half);
  }

  /** Returns both values, with the unit once where they share it: {@code 183 → 210 µs}. */
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

  /** Returns the larger half, as an interval may be cut at 0. */
  private static double halfWidth(double value, Interval interval) {
    return Math.max(value - interval.low(), interval.high() - value);
  }

  private static String with(String number, Scale scale) {
    return (number + " " + scale.symbol()).strip();
  }

  /**
   * A unit in which values of a base unit are shown. A quantity per request or operation is scaled
   * like what it counts.
   *
   * @param from the smallest value that it is used for, in the base unit
   * @param factor in base units
   * @param symbol after the number; empty for counts
   */
  public record Scale(double from, double factor, String symbol) {
    /** Share of a unit from which values use it, so that 999.7 µs is not 1000 µs. */
    private static final double NEARLY = 0.9995;

    private static final List<Scale> TIME =
        List.of(of(1, "s"), of(1e-3, "ms"), of(1e-6, "µs"), of(1e-9, "ns"));
    private static final List<Scale> SIZE =
        List.of(of(1 << 30, "GiB"), of(1 << 20, "MiB"), of(1 << 10, "KiB"), of(1, "B"));
    private static final List<Scale> PLAIN = List.of(of(1, ""));

    /** Thousands are used from ten thousand on. */
    private static final List<Scale> COUNT =
        List.of(of(1e9, "G"), of(1e6, "M"), new Scale(NEARLY * 1e4, 1e3, "k"), of(1, ""));

    private static final String PER_SECOND = Unit.PER_SECOND.symbol();

    private static final List<Scale> RATE = List.of(of(1, "req/s"));

    private static final List<Scale> LARGE_RATE =
        List.of(new Scale(NEARLY * 1e4, 1e3, "k req/s"), of(1, "req/s"));

    /** The scales of charts by unit; other tools' units are shown unchanged. */
    public static final Map<String, List<Scale>> OF_PICTURES =
        Map.of("s", TIME, "B", SIZE, "1", COUNT, "ratio", PLAIN, PER_SECOND, LARGE_RATE);

    private static Scale of(double factor, String symbol) {
      return new Scale(NEARLY * factor, factor, symbol);
    }

    /** Returns the scale for a value in a table or a sentence. */
    static Scale suiting(double value, String unit) {
      List<Scale> scales =
          switch (counted(unit)) {
            case "s" -> TIME;
            case "B" -> SIZE;
            default -> unit.equals(PER_SECOND) ? RATE : PLAIN;
          };
      return scales.stream()
          .filter(scale -> value == 0 ? scale.factor == 1 : Math.abs(value) >= scale.from)
          .findFirst()
          .orElse(scales.getLast());
    }

    /** Returns {@code s} for {@code s/request}. */
    private static String counted(String unit) {
      int slash = unit.indexOf('/');
      return slash < 0 ? unit : unit.substring(0, slash);
    }
  }
}
