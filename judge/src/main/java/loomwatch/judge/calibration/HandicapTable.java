package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import loomwatch.judge.calibration.Calibration.Handicap;
import loomwatch.judge.calibration.Calibration.Seen;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.statistics.Location;
import loomwatch.judge.verdict.ChangeKey;
import loomwatch.judge.verdict.DecidingPairs;

/** What became of comparisons against injected faults. */
final class HandicapTable {
  private HandicapTable() {}

  /** Of comparisons against one handicap, at least one. */
  static Handicap of(String handicap, List<JudgedComparison> comparisons) {
    ExpectedEffect expected = ExpectedEffect.of(handicap);
    long caught = comparisons.stream().filter(JudgedComparison::caught).count();
    return new Handicap(
        handicap,
        (int) comparisons.stream().filter(JudgedComparison::invalid).count(),
        Share.of(caught, comparisons.size()),
        seen(comparisons, expected),
        median(comparisons, JudgedComparison::blocks),
        median(comparisons, JudgedComparison::minutes));
  }

  private static List<Seen> seen(List<JudgedComparison> comparisons, ExpectedEffect expected) {
    Map<ChangeKey, List<DecidingPairs>> moved = new LinkedHashMap<>();
    for (JudgedComparison comparison : comparisons) {
      for (DecidingPairs pairs : comparison.deciding()) {
        if (expected.holds(pairs.key())) {
          moved.computeIfAbsent(pairs.key(), change -> new ArrayList<>()).add(pairs);
        }
      }
    }
    return moved.entrySet().stream()
        .map(entry -> seen(entry.getKey(), entry.getValue(), comparisons))
        .toList();
  }

  private static Seen seen(
      ChangeKey change, List<DecidingPairs> moved, List<JudgedComparison> comparisons) {
    DecidingPairs newest = moved.getLast();
    long caught =
        comparisons.stream()
            .filter(one -> one.regressions().contains(change) && one.at(change).isPresent())
            .count();
    double effect = median(moved.stream().mapToDouble(pairs -> mean(pairs.differences())));
    return new Seen(
        newest.scenario(),
        newest.mode(),
        newest.metric(),
        100 * Math.expm1(effect),
        100 * newest.tolerance(),
        Share.of(caught, moved.size()));
  }

  private static double mean(double[] differences) {
    return DoubleStream.of(differences).average().orElseThrow();
  }

  private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
    return median(all.stream().mapToDouble(value));
  }

  private static double median(DoubleStream values) {
    return Location.medianOf(values.toArray());
  }
}
