package loomwatch.tell.comparison;

import java.util.function.ToDoubleFunction;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Size.Measured;
import loomwatch.judge.verdict.Size.SeveralPairs;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Quantity;
import loomwatch.tell.text.Ratio;
import org.jspecify.annotations.Nullable;

/** From what to what a metric went, with the digits that the change's interval supports. */
final class Movement {
  /** Less than this is left of nothing; an interval of a few pairs may reach below it. */
  private static final double NEARLY_NOTHING = -0.999;

  private Movement() {}

  static String base(MetricVerdict line, Change change) {
    return value(line, change, Measured::base);
  }

  static String head(MetricVerdict line, Change change) {
    return value(line, change, Measured::head);
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

  private static String value(MetricVerdict line, Change change, ToDoubleFunction<Measured> of) {
    if (!(change.size() instanceof Measured measured)) {
      return Effect.NOTHING;
    }
    double value = of.applyAsDouble(measured);
    Interval known = known(value, change.bounded().map(SeveralPairs::interval).orElse(null));
    return line.mode() == JudgedMode.CONTRAST
        ? Ratio.number(value, known)
        : Quantity.of(value, line.unit(), known);
  }

  /** How well the value is known beside its partner; some digit is left, however little. */
  private static @Nullable Interval known(double value, @Nullable Interval percent) {
    if (percent == null) {
      return null;
    }
    double logs = log(percent.high()) - log(percent.low());
    double half = Math.abs(value) * Math.min(1, logs / 2);
    return new Interval(value - half, value + half);
  }

  /** Of the ratio that so many percent more are. */
  private static double log(double percent) {
    return Math.log1p(Math.max(NEARLY_NOTHING, percent / 100));
  }
}
