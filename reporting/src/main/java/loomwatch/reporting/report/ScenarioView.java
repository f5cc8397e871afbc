package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Ratio;
import loomwatch.reporting.text.Text;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Sample;

/**
 * One scenario's metrics with their numbers, as reports show them.
 *
 * @param name the scenario or benchmark
 * @param rows in the order of metrics
 */
record ScenarioView(String name, List<Row> rows) {
  private static final String NOTHING = "–";

  ScenarioView {
    rows = List.copyOf(rows);
  }

  /** Every scenario of a verdict, in its order. */
  static List<ScenarioView> of(Verdict verdict) {
    Map<String, Map<Metric, Map<JudgedMode, MetricVerdict>>> byScenario = new LinkedHashMap<>();
    for (MetricVerdict metric : verdict.metrics()) {
      byScenario
          .computeIfAbsent(metric.scenario(), key -> new LinkedHashMap<>())
          .computeIfAbsent(metric.metric(), key -> new LinkedHashMap<>())
          .put(metric.mode(), metric);
    }
    List<ScenarioView> views = new ArrayList<>();
    byScenario.forEach((name, metrics) -> {
      List<Row> rows = new ArrayList<>();
      metrics.forEach((metric, cells) -> rows.add(new Row(metric, cells)));
      views.add(new ScenarioView(name, rows));
    });
    return views;
  }

  /** Some of its rows. */
  ScenarioView only(Predicate<Row> some) {
    return new ScenarioView(name, rows.stream().filter(some).toList());
  }

  Optional<Row> row(Metric metric) {
    return rows.stream().filter(row -> row.metric() == metric).findFirst();
  }

  boolean isBenchmark() {
    return rows.stream().anyMatch(row -> row.metric().unit().isPerOperation());
  }

  boolean measured(JudgedMode mode) {
    return rows.stream().anyMatch(row -> row.measured(mode));
  }

  /** How many launches each mean rests on, when that is the same for all. */
  OptionalInt launches() {
    int[] counts =
        rows.stream()
            .flatMap(row -> row.cells().values().stream())
            .filter(cell -> cell.value() != null)
            .mapToInt(MetricVerdict::launches)
            .distinct()
            .toArray();
    return counts.length == 1 ? OptionalInt.of(counts[0]) : OptionalInt.empty();
  }

  /** {@code 52.9 ± 2.1 ms}, or for the ratio {@code 0.065 [0.058, 0.073]}. */
  static String withInterval(MetricVerdict cell) {
    Double value = cell.value();
    if (value == null) {
      return NOTHING;
    }
    return cell.mode() == JudgedMode.RATIO
        ? Ratio.withInterval(value, cell.interval())
        : Quantity.withInterval(value, cell.unit(), cell.interval());
  }

  /**
   * One metric in both modes and their ratio.
   *
   * @param cells by mode, those that exist
   */
  record Row(Metric metric, Map<JudgedMode, MetricVerdict> cells) {
    Row {
      cells = Map.copyOf(cells);
    }

    Optional<MetricVerdict> cell(JudgedMode mode) {
      return Optional.ofNullable(cells.get(mode));
    }

    boolean measured() {
      return measured(JudgedMode.PLATFORM) || measured(JudgedMode.VIRTUAL);
    }

    boolean measured(JudgedMode mode) {
      return cell(mode).filter(cell -> cell.value() != null).isPresent();
    }

    boolean isHeadline() {
      return metric.isHeadline() && measured();
    }

    /** Whether people look for it, or its limit does not hold for certain. */
    boolean isKey() {
      boolean inDoubt =
          cells.values().stream()
              .map(MetricVerdict::verdict)
              .anyMatch(outcome -> outcome != null && outcome != Outcome.PASS);
      return measured() && (metric.isKey() || inDoubt);
    }

    /** What its ratio shows. */
    Difference difference() {
      return cell(JudgedMode.RATIO).map(Difference::of).orElse(Difference.NONE);
    }

    String withInterval(JudgedMode mode) {
      return cell(mode).map(ScenarioView::withInterval).orElse(NOTHING);
    }

    /**
     * The value of a mode beside the other's, with three digits: virtual's is as many times
     * platform's as the ratio says, which is of pairs.
     */
    String inWords(JudgedMode mode) {
      MetricVerdict cell = cells.get(mode);
      Double platform = cell(JudgedMode.PLATFORM).map(MetricVerdict::value).orElse(null);
      Double ratio = cell(JudgedMode.RATIO).map(MetricVerdict::value).orElse(null);
      if (cell == null || cell.value() == null) {
        return NOTHING;
      }
      if (platform == null || ratio == null) {
        return Quantity.inWords(cell.value(), cell.unit(), cell.interval());
      }
      double times = platform * ratio;
      boolean paired = mode == JudgedMode.VIRTUAL && Sample.isValue(times);
      return Quantity.inWords(paired ? times : cell.value(), cell.unit(), null);
    }

    /** Virtual ÷ platform: {@code ÷ 14.2}, {@code +8 %}. */
    String change() {
      MetricVerdict ratio = cells.get(JudgedMode.RATIO);
      return ratio == null || ratio.value() == null
          ? NOTHING
          : Ratio.change(ratio.value(), ratio.interval());
    }

    /** How many launches each mode, and how many pairs the ratio rests on: {@code 3/3/2}. */
    String launches() {
      StringBuilder counts = new StringBuilder();
      for (JudgedMode mode : JudgedMode.values()) {
        int count = measured(mode) ? cell(mode).map(MetricVerdict::launches).orElse(0) : 0;
        counts.append(counts.isEmpty() ? "" : "/").append(count);
      }
      return counts.toString();
    }
  }

  /** What a ratio shows of virtual threads. */
  enum Difference {
    /** The whole interval lies within 2 % of 1: any difference is too small to matter. */
    ALIKE("="),
    /** The whole interval lies on the better side of 1. */
    BETTER("▼"),
    /** The whole interval lies on the worse side of 1. */
    WORSE("▲"),
    /** The interval includes 1. */
    NOT_SHOWN("~"),
    /** There is a ratio, of one round, which gives no interval, or of too few requests. */
    UNKNOWN("?"),
    /** There is no ratio. */
    NONE("");

    /** The smallest change that histories report, too (localised changes are of 2 % at least). */
    private static final double MATTERS = 1.02;

    static final String LEGEND =
        "▼ virtual better, ▲ worse, = alike within 2 %, ~ no difference shown, ? too little to tell";

    private final String mark;

    Difference(String mark) {
      this.mark = mark;
    }

    /** That, after its mark, in its colour. */
    Text marked(String text) {
      Ink ink =
          switch (this) {
            case BETTER -> Ink.GOOD;
            case WORSE -> Ink.BAD;
            case ALIKE, NOT_SHOWN, UNKNOWN, NONE -> Ink.PLAIN;
          };
      return Text.of((mark + " " + text).strip(), ink);
    }

    /** Whether one mode is shown to be better than the other. */
    boolean shown() {
      return this == BETTER || this == WORSE;
    }

    static Difference of(MetricVerdict ratio) {
      Interval interval = ratio.interval();
      if (ratio.value() == null) {
        return NONE;
      }
      if (interval == null) {
        return UNKNOWN;
      }
      if (interval.low() >= 1 / MATTERS && interval.high() <= MATTERS) {
        return ALIKE;
      }
      boolean below = interval.high() < 1;
      if (!below && interval.low() <= 1) {
        return NOT_SHOWN;
      }
      if (ratio.isOfFewRequests()) {
        return UNKNOWN;
      }
      return below == (ratio.direction() == Direction.LOWER_IS_BETTER) ? BETTER : WORSE;
    }
  }
}
