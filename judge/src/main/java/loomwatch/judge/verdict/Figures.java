package loomwatch.judge.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Numbers as people read them: three significant digits and a unit of fitting size. */
final class Figures {
  private static final List<Scale> TIME =
      List.of(
          new Scale(1, "s"), new Scale(1e-3, "ms"), new Scale(1e-6, "µs"), new Scale(1e-9, "ns"));
  private static final List<Scale> SIZE =
      List.of(
          new Scale(1 << 30, "GiB"),
          new Scale(1 << 20, "MiB"),
          new Scale(1 << 10, "KiB"),
          new Scale(1, "B"));

  private Figures() {}

  private record Scale(double size, String symbol) {}

  /**
   * The value with its unit.
   *
   * @param value in that unit
   * @param unit a metric's base unit such as {@code s/request}, or {@code ratio}
   */
  static String of(double value, String unit) {
    int over = unit.indexOf('/');
    String base = over < 0 ? unit : unit.substring(0, over);
    String rest = over < 0 ? "" : unit.substring(over);
    return switch (base) {
      case "s" -> scaled(value, TIME, rest);
      case "B" -> scaled(value, SIZE, rest);
      case "1" -> number(value) + (rest.isEmpty() ? "" : " " + rest);
      default -> number(value);
    };
  }

  private static String scaled(double value, List<Scale> scales, String rest) {
    for (Scale scale : scales) {
      if (Math.abs(value) >= scale.size()) {
        return number(value / scale.size()) + " " + scale.symbol() + rest;
      }
    }
    Scale smallest = value == 0 ? scales.getFirst() : scales.getLast();
    return number(value / smallest.size()) + " " + smallest.symbol() + rest;
  }

  /** Three significant digits, but never fewer than there are before the point. */
  private static String number(double value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    int before = exact.precision() - exact.scale();
    BigDecimal rounded = exact.round(new MathContext(Math.max(3, before)));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
