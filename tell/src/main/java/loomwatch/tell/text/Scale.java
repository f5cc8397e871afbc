package loomwatch.tell.text;

import java.util.List;
import java.util.Map;
import loomwatch.results.Metric.Unit;

/**
 * A unit in which values of some base unit are shown. What is per a request or an operation is
 * scaled as what it counts; what it is per is in the metric's name.
 *
 * @param from the smallest value that it is used for, in the base unit
 * @param factor of the base unit
 * @param symbol beside the number; empty for what is counted
 */
public record Scale(double from, double factor, String symbol) {
  /** From here on a number is shown in the larger unit, so that 999.7 µs is not 1000 µs. */
  private static final double NEARLY = 0.9995;

  private static final List<Scale> TIME =
      List.of(of(1, "s"), of(1e-3, "ms"), of(1e-6, "µs"), of(1e-9, "ns"));
  private static final List<Scale> SIZE =
      List.of(of(1 << 30, "GiB"), of(1 << 20, "MiB"), of(1 << 10, "KiB"), of(1, "B"));
  private static final List<Scale> PLAIN = List.of(of(1, ""));

  /** Thousands only from where four digits do not do. */
  private static final List<Scale> COUNT =
      List.of(of(1e9, "G"), of(1e6, "M"), new Scale(NEARLY * 1e4, 1e3, "k"), of(1, ""));

  private static final String PER_SECOND = Unit.PER_SECOND.symbol();

  private static final List<Scale> RATE = List.of(of(1, "req/s"));

  private static final List<Scale> LARGE_RATE =
      List.of(new Scale(NEARLY * 1e4, 1e3, "k req/s"), of(1, "req/s"));

  /**
   * What a picture has room for, by unit or what is counted; other tools' units are shown as they
   * are.
   */
  public static final Map<String, List<Scale>> OF_PICTURES =
      Map.of("s", TIME, "B", SIZE, "1", COUNT, "ratio", PLAIN, PER_SECOND, LARGE_RATE);

  private static Scale of(double factor, String symbol) {
    return new Scale(NEARLY * factor, factor, symbol);
  }

  /** The one that suits a value in a table or a sentence. */
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

  /** {@code s} of {@code s/request}. */
  private static String counted(String unit) {
    int slash = unit.indexOf('/');
    return slash < 0 ? unit : unit.substring(0, slash);
  }
}
