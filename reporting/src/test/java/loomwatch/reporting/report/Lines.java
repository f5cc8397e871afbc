package loomwatch.reporting.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/** Single lines of a verdict that have a change. */
public final class Lines {
  private Lines() {}

  /** CPU of hello in platform mode, from 170 µs, with a tolerance of 5 % that holds. */
  static Row cpu(@Nullable Double effect, @Nullable Interval interval) {
    return row(change(effect, interval, 0.031, 0.97));
  }

  public static MetricVerdict line(@Nullable Double effect, @Nullable Interval interval) {
    return cpu(effect, interval).line();
  }

  /** The same, without its line. */
  public static Change change(
      @Nullable Double effect, @Nullable Interval interval, double worse, double better) {
    return new Change(
        5,
        size(170e-6, effect, interval),
        new Judged(
            5,
            effect == null ? Optional.empty() : Optional.of(new Tested(worse, better)),
            new LimitResult(new Finding.AlwaysZero(), true, null),
            false),
        OptionalDouble.empty());
  }

  private static Size size(double base, @Nullable Double effect, @Nullable Interval interval) {
    double head = base * (1 + (effect == null ? 0 : effect) / 100);
    if (effect == null) {
      return new Size.NoRatio(base, head);
    }
    return interval == null
        ? new Size.OnePair(base, head, effect)
        : new Size.SeveralPairs(base, head, effect, interval, OptionalDouble.of(6.1));
  }

  static Row row(Change change) {
    return new Row(
        new MetricVerdict(
            "hello",
            JudgedMode.PLATFORM,
            Metric.CPU_PER_REQUEST,
            "s/request",
            Direction.LOWER_IS_BETTER,
            OptionalDouble.empty(),
            change.size() instanceof Size.Levels size
                ? new MeanValue.Once(size.head())
                : new MeanValue.Nothing(),
            5,
            new LimitResult(new Finding.AlwaysZero(), true, null),
            List.of(),
            Optional.empty(),
            Optional.of(change)),
        change);
  }
}
