package loomwatch.gate.report;

import java.util.List;
import loomwatch.gate.report.ChangeView.Row;
import loomwatch.gate.verdict.Change;
import loomwatch.gate.verdict.Found;
import loomwatch.gate.verdict.Interval;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.results.Direction;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/** Single lines of a verdict that have a change. */
final class Lines {
  private Lines() {}

  /** CPU of hello in platform mode, from 170 µs, with a tolerance of 5 % that holds. */
  static Row cpu(@Nullable Double effect, @Nullable Interval interval) {
    Found found = new Found(Outcome.PASS, true, "for a reason", null);
    double head = 170e-6 * (1 + (effect == null ? 0 : effect) / 100);
    return row(
        new Change(170e-6, head, 5, effect, interval, 5.0, 0.031, 0.97, 6.1, found, null, null));
  }

  static Row row(Change change) {
    return new Row(
        new MetricVerdict(
            "hello",
            JudgedMode.PLATFORM,
            Metric.CPU_PER_REQUEST,
            "s/request",
            Direction.LOWER_IS_BETTER,
            true,
            null,
            change.head(),
            null,
            5,
            Outcome.PASS,
            "for a reason",
            null,
            List.of(),
            null,
            change),
        change);
  }
}
