package loomwatch.reporting.publish;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.results.Metric.Unit;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;

/**
 * The series that github-action-benchmark is given, and what they are called there. Its page draws
 * a chart for each and its file is written again for each commit, so it gets what decides, and no
 * more than a person looks through; the site has all of them.
 */
final class ChartedSeries {
  /** At most so many. */
  static final int MOST = 30;

  private ChartedSeries() {}

  /** Of those there are the ones with a limit that decides, in the order of thresholds.yaml. */
  static List<SeriesName> of(Thresholds thresholds, Collection<SeriesName> there) {
    Set<SeriesName> measured = Set.copyOf(there);
    return thresholds.limits().stream()
        .filter(ChartedSeries::decides)
        .map(ChartedSeries::name)
        .distinct()
        .filter(measured::contains)
        .limit(MOST)
        .toList();
  }

  /** A tolerance of what is noisy decides only where it is broken, and no failure is no chart. */
  private static boolean decides(Limit limit) {
    return limit.gates()
        && !limit.terms().metric().isCounted()
        && !(limit instanceof Tolerance && !limit.terms().metric().repeats());
  }

  private static SeriesName name(Limit limit) {
    String mode =
        switch (limit) {
          case Ceiling ceiling -> ceiling.mode().label();
          case Tolerance tolerance -> tolerance.mode().label();
          case RatioLimit ratio -> HistorySeries.RATIO;
        };
    return new SeriesName(limit.terms().scenario(), mode, limit.terms().metric().label());
  }

  /** What a chart is called: never another way, as each name is a chart. */
  static String title(SeriesName series) {
    return series.scenario() + " " + series.mode() + " " + series.metric();
  }

  /** More digits than any measurement has, and none that only floating point has. */
  static double value(double inBaseUnit, ShownUnit shown) {
    return new BigDecimal(inBaseUnit * shown.factor()).round(new MathContext(6)).doubleValue();
  }

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
}
