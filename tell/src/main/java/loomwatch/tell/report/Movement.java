package loomwatch.tell.report;

import java.util.function.ToDoubleFunction;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Change.Size.Levels;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Sample;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Quantity;
import loomwatch.tell.text.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * From what to what a metric went, with the digits that the change's interval supports. Head is
 * base and the change, which is of pairs: the middles of all launches may lie otherwise.
 */
final class Movement {
  /** Less than this is left of nothing; an interval of a few pairs may reach below it. */
  private static final double NEARLY_NOTHING = -0.999;

  private Movement() {}

  static String base(MetricVerdict line, Change change) {
    return value(line, change, Levels::base);
  }

  static String head(MetricVerdict line, Change change) {
    return value(line, change, size -> head(line, size));
  }

  /** {@code 183 → 210 µs}; the unit once where it is the same. */
  static String of(MetricVerdict line, Change change) {
    String base = base(line, change);
    String head = head(line, change);
    if (base.equals(Effect.NOTHING) && head.equals(Effect.NOTHING)) {
      return Effect.NOTHING;
    }
    return Quantity.both(base, " → ", head);
  }

  /** Head's value, in the metric's unit. */
  static double head(MetricVerdict line, Levels size) {
    if (!(size instanceof Size.Ratio ratio)) {
      return size.head();
    }
    double worse = 1 + ratio.percent() / 100;
    double times = line.direction() == Direction.LOWER_IS_BETTER ? worse : 1 / worse;
    double head = line.metric().compared(ratio.base()) * times - line.metric().beside();
    return Sample.isValue(head) ? head : size.head();
  }

  private static String value(MetricVerdict line, Change change, ToDoubleFunction<Levels> of) {
    if (!(change.size() instanceof Levels measured)) {
      return Effect.NOTHING;
    }
    double value = of.applyAsDouble(measured);
    Interval known = known(value, change.bounded().map(SeveralPairs::interval).orElse(null));
    return line.mode() == JudgedMode.CONTRAST
        ? Ratio.number(value, known)
        : Quantity.of(value, line.unit(), known);
  }

  private static @Nullable Interval known(double value, @Nullable Interval percent) {
    return percent == null ? null : Quantity.known(value, log(percent.high()) - log(percent.low()));
  }

  /** Of the ratio that so many percent more are. */
  private static double log(double percent) {
    return Math.log1p(Math.max(NEARLY_NOTHING, percent / 100));
  }
}
