package loomwatch.gate.report;

import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.gate.verdict.Attribution;
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
                change.mdePercent(),
                change.floorPercent())
            && interval(change.effectInterval())
            && attribution(change.attribution());
  }

  private static boolean attribution(@Nullable Attribution attribution) {
    return attribution == null
        || Stream.of(attribution.toolchain(), attribution.code(), attribution.interaction())
            .allMatch(part ->
                numbers(part.effectPercent(), part.pAdjusted()) && interval(part.effectInterval()));
  }

  private static boolean interval(@Nullable Interval interval) {
    return interval == null || numbers(interval.low(), interval.high());
  }

  private static boolean numbers(@Nullable Double... numbers) {
    return Stream.of(numbers).filter(Objects::nonNull).allMatch(Double::isFinite);
  }
}
