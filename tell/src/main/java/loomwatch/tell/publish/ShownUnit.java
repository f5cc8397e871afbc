package loomwatch.tell.publish;

import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.results.Metric.Unit;

/**
 * The unit in which a base unit is shown where sizes are not known beforehand: one for each,
 * whatever the size, or a series would change its unit half way.
 *
 * @param symbol of the unit
 * @param factor from the base unit
 */
record ShownUnit(String symbol, double factor) {
  static ShownUnit of(Unit unit) {
    return switch (unit) {
      case SECONDS -> new ShownUnit("ms", 1e3);
      case SECONDS_PER_REQUEST -> new ShownUnit("µs/request", 1e6);
      case SECONDS_PER_OPERATION -> new ShownUnit("µs/operation", 1e6);
      case BYTES -> new ShownUnit("MiB", 1.0 / (1 << 20));
      case BYTES_PER_REQUEST -> new ShownUnit("B/request", 1);
      case BYTES_PER_OPERATION -> new ShownUnit("B/operation", 1);
      case COUNT -> new ShownUnit("count", 1);
      case PER_REQUEST -> new ShownUnit("1/request", 1);
      case PER_SECOND -> new ShownUnit("1/s", 1);
    };
  }

  /** Of a unit that may be another tool's; that is shown as it is. */
  static ShownUnit of(String symbol) {
    return Stream.of(Unit.values())
        .filter(unit -> unit.symbol().equals(symbol))
        .findFirst()
        .map(ShownUnit::of)
        .orElse(new ShownUnit(symbol, 1));
  }

  /** Four digits of a value in the base unit, without the unit. */
  String show(double value) {
    return String.format(Locale.ROOT, "%.4g", value * factor);
  }
}
