package loomwatch.tell.report;

import java.util.List;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Found;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Direction;
import loomwatch.results.Metric;
import loomwatch.tell.comparison.ChangeView.Row;
import org.jspecify.annotations.Nullable;

/** Single lines of a verdict that have a change. */
public final class Lines {
  private Lines() {}

  /** CPU of hello in platform mode, from 170 µs, with a tolerance of 5 % that holds. */
  public static Row cpu(@Nullable Double effect, @Nullable Interval interval) {
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
