package loomwatch.gate.report;

import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.gate.verdict.Change;
import loomwatch.gate.verdict.Interval;
import loomwatch.gate.verdict.MetricVerdict;
import org.jspecify.annotations.Nullable;

/** Whether every number of a line is one: what was read may hold more than doubles can. */
final class Finite {
  private Finite() {}

  static boolean line(MetricVerdict line) {
    return numbers(line.value(), line.limit()) && interval(line.interval()) && change(line);
  }

  private static boolean change(MetricVerdict line) {
    Change change = line.change();
    return change == null
        || numbers(
                change.base(),
                change.head(),
                change.effectPercent(),
                change.tolerancePercent(),
                change.pAdjusted(),
                change.pBetter(),
                change.mdePercent())
            && interval(change.effectInterval());
  }

  private static boolean interval(@Nullable Interval interval) {
    return interval == null || numbers(interval.low(), interval.high());
  }

  private static boolean numbers(@Nullable Double... numbers) {
    return Stream.of(numbers).filter(Objects::nonNull).allMatch(Double::isFinite);
  }
}
