package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loomwatch.gate.report.ScenarioView.Row;
import loomwatch.gate.verdict.Interval;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.results.Direction;
import loomwatch.results.Metric;

/**
 * Says in words which mode serves a scenario better and at what cost. Only a contrast whose whole
 * interval lies on one side of 1 is called a difference.
 */
final class Sentence {
  /** Differences people would call the same are not worth a clause. */
  private static final double WORTH_TELLING = 0.02;

  private static final List<Metric> TOLD =
      List.of(
          Metric.LATENCY_P99,
          Metric.LATENCY_P50,
          Metric.CPU_PER_REQUEST,
          Metric.ALLOCATED_PER_REQUEST,
          Metric.THREAD_RESERVED_AFTER_LOAD,
          Metric.RSS_AFTER_LOAD,
          Metric.TIME_PER_OPERATION,
          Metric.ALLOCATED_PER_OPERATION);

  private Sentence() {}

  static String of(ScenarioView scenario) {
    List<String> better = new ArrayList<>();
    List<String> worse = new ArrayList<>();
    boolean compared = false;
    for (Metric metric : TOLD) {
      Optional<MetricVerdict> contrast =
          scenario.row(metric).flatMap(row -> row.cell(JudgedMode.CONTRAST));
      if (contrast.isEmpty() || contrast.get().value() == null) {
        continue;
      }
      compared = true;
      difference(scenario.row(metric).orElseThrow(), contrast.get())
          .ifPresent(clause -> (clause.better() ? better : worse).add(clause.text()));
    }
    if (!compared) {
      return "no pair of modes to compare.";
    }
    if (better.isEmpty() && worse.isEmpty()) {
      return "no difference between the modes shown.";
    }
    List<String> parts = new ArrayList<>();
    if (!better.isEmpty()) {
      parts.add("virtual threads better in " + String.join(", ", better));
    }
    if (!worse.isEmpty()) {
      parts.add(
          (better.isEmpty() ? "virtual threads worse in " : "worse in ")
              + String.join(", ", worse));
    }
    return String.join("; ", parts) + ".";
  }

  private record Clause(boolean better, String text) {}

  private static Optional<Clause> difference(Row row, MetricVerdict contrast) {
    Interval interval = contrast.interval();
    Double ratio = contrast.value();
    if (interval == null || ratio == null || Math.abs(ratio - 1) < WORTH_TELLING) {
      return Optional.empty();
    }
    boolean below = interval.high() < 1;
    if (!below && interval.low() <= 1) {
      return Optional.empty();
    }
    boolean better = below == (row.metric().direction() == Direction.LOWER_IS_BETTER);
    return Optional.of(
        new Clause(
            better,
            "%s (%s, %s against %s)"
                .formatted(
                    shortName(row.metric()),
                    times(ratio),
                    value(row, JudgedMode.VIRTUAL),
                    value(row, JudgedMode.PLATFORM))));
  }

  private static String shortName(Metric metric) {
    return switch (metric) {
      case LATENCY_P99 -> "p99";
      case LATENCY_P50 -> "p50";
      case CPU_PER_REQUEST -> "CPU per request";
      case ALLOCATED_PER_REQUEST -> "allocation per request";
      case THREAD_RESERVED_AFTER_LOAD -> "thread memory reserved";
      case RSS_AFTER_LOAD -> "resident memory";
      case TIME_PER_OPERATION -> "time per operation";
      case ALLOCATED_PER_OPERATION -> "allocation per operation";
      default -> metric.label();
    };
  }

  private static String times(double ratio) {
    if (ratio >= 2) {
      return String.format(Locale.ROOT, "%.1f × more", ratio);
    }
    if (ratio <= 0.5) {
      return String.format(Locale.ROOT, "%.1f × less", 1 / ratio);
    }
    return String.format(Locale.ROOT, "%+.0f %%", 100 * (ratio - 1)).replace('-', '−');
  }

  private static String value(Row row, JudgedMode mode) {
    MetricVerdict cell = row.cell(mode).orElse(null);
    return cell == null || cell.value() == null
        ? "?"
        : Quantity.of(cell.value(), cell.unit(), cell.interval());
  }
}
