package loomwatch.tell.report;

import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Sample;
import loomwatch.tell.report.ScenarioView.Row;
import loomwatch.tell.text.Digits;
import loomwatch.tell.text.Quantity;
import loomwatch.tell.text.Ratio;

/** One row's numbers as text; a dash stands for what was not measured. */
final class Cells {
  private static final String NOTHING = "–";

  private Cells() {}

  /** {@code 52.9 ± 2.1 ms}, or for the contrast {@code 0.065 [0.058, 0.073]}. */
  static String withInterval(Row row, JudgedMode mode) {
    return row.cell(mode).map(Cells::withInterval).orElse(NOTHING);
  }

  static String withInterval(MetricVerdict cell) {
    Double value = cell.value();
    if (value == null) {
      return NOTHING;
    }
    return cell.mode() == JudgedMode.CONTRAST
        ? Ratio.withInterval(value, cell.interval())
        : Quantity.withInterval(value, cell.unit(), cell.interval());
  }

  /** The value without its interval. */
  static String value(Row row, JudgedMode mode) {
    MetricVerdict cell = row.cell(mode).orElse(null);
    if (cell == null || cell.value() == null) {
      return NOTHING;
    }
    return mode == JudgedMode.CONTRAST
        ? Ratio.number(cell.value(), cell.interval())
        : Quantity.of(cell.value(), cell.unit(), cell.interval());
  }

  /**
   * The value of a mode beside the other's, with three digits: virtual's is as many times
   * platform's as the contrast says, which is of pairs.
   */
  static String inWords(Row row, JudgedMode mode) {
    MetricVerdict cell = row.cell(mode).orElse(null);
    Double platform = row.cell(JudgedMode.PLATFORM).map(MetricVerdict::value).orElse(null);
    Double contrast = row.cell(JudgedMode.CONTRAST).map(MetricVerdict::value).orElse(null);
    if (cell == null || cell.value() == null) {
      return NOTHING;
    }
    if (platform == null || contrast == null) {
      return Quantity.inWords(cell.value(), cell.unit(), cell.interval());
    }
    double times = platform * contrast;
    boolean paired = mode == JudgedMode.VIRTUAL && Sample.isValue(times);
    return Quantity.inWords(paired ? times : cell.value(), cell.unit(), null);
  }

  /** The interval without its value; empty when there is none. */
  static String interval(Row row, JudgedMode mode) {
    MetricVerdict cell = row.cell(mode).orElse(null);
    if (cell == null || cell.value() == null || cell.interval() == null) {
      return "";
    }
    Interval interval = cell.interval();
    return mode == JudgedMode.CONTRAST
        ? Ratio.interval(cell.value(), interval)
        : Quantity.uncertainty(cell.value(), cell.unit(), interval);
  }

  /** How many launches each mode, and how many pairs the contrast rests on: {@code 3/3/2}. */
  static String launches(Row row) {
    StringBuilder counts = new StringBuilder();
    for (JudgedMode mode : JudgedMode.values()) {
      int count = row.measured(mode) ? row.cell(mode).map(MetricVerdict::launches).orElse(0) : 0;
      counts.append(counts.isEmpty() ? "" : "/").append(count);
    }
    return counts.toString();
  }

  /** {@code ≤ 50 ms}, or {@code ≥ 2,000} where more is better; empty without a limit. */
  static String bound(MetricVerdict cell) {
    if (cell.limit().isEmpty()) {
      return "";
    }
    boolean most =
        cell.mode() == JudgedMode.CONTRAST || cell.direction() == Direction.LOWER_IS_BETTER;
    return (most ? "≤ " : "≥ ") + limit(cell);
  }

  /** What the policy allows, in the value's unit. */
  static String limit(MetricVerdict cell) {
    if (cell.limit().isEmpty()) {
      return NOTHING;
    }
    double limit = cell.limit().getAsDouble();
    return cell.mode() == JudgedMode.CONTRAST
        ? Digits.number(limit, Digits.decimals(limit, 0.0))
        : Quantity.of(limit, cell.unit(), new Interval(limit, limit));
  }
}
