package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.HarrellDavis;
import loomwatch.judge.statistics.Location;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.Spread;
import loomwatch.judge.statistics.Uniformity;
import loomwatch.judge.verdict.ChangeKey;
import loomwatch.judge.verdict.DecidingPairs;

/** What each blocking metric shows in comparisons of one subject with itself. */
final class NoiseTable {
  /** 95 of 100 such comparisons differ by less. */
  private static final double FLOOR = 0.95;

  private NoiseTable() {}

  /** A gated change in one comparison. */
  private record Case(JudgedComparison comparison, DecidingPairs pairs) {

    double effect() {
      return known(Location.mean(pairs.differences()));
    }

    boolean alarms() {
      return comparison.regressions().contains(pairs.key());
    }

    /** Its own, at the first look: what came later depends on it. */
    double p() {
      double[] first =
          pairs.pairs().stream()
              .filter(pair -> pair.block() <= comparison.firstLook())
              .mapToDouble(DecidingPairs.Pair::difference)
              .toArray();
      return MeanInterval.of(first) instanceof Known<MeanInterval>(MeanInterval m)
          ? m.pOfMore()
          : 1;
    }
  }

  /** A row for each blocking metric, in the order of reports. */
  static List<Noise> of(List<JudgedComparison> unchanged) {
    Map<ChangeKey, List<Case>> cases = new LinkedHashMap<>();
    for (JudgedComparison comparison : unchanged) {
      for (DecidingPairs pairs : comparison.deciding()) {
        cases
            .computeIfAbsent(pairs.key(), change -> new ArrayList<>())
            .add(new Case(comparison, pairs));
      }
    }
    return cases.values().stream().map(NoiseTable::noise).toList();
  }

  private static Noise noise(List<Case> cases) {
    Case newest = cases.getLast();
    double[] sizes = cases.stream().mapToDouble(one -> Math.abs(one.effect())).toArray();
    long alarms = cases.stream().filter(Case::alarms).count();
    Estimate<Double> spread =
        Spread.pooled(cases.stream().map(one -> one.pairs().differences()).toList());
    Estimate<Double> uniform = Uniformity.of(cases.stream().mapToDouble(Case::p).toArray());
    return new Noise(
        newest.pairs().scenario(),
        newest.pairs().mode(),
        newest.pairs().metric(),
        cases.size(),
        cases.stream().mapToInt(one -> one.pairs().pairs().size()).sum(),
        spread instanceof Known<Double>(Double s) ? percent(s) : null,
        percent(known(HarrellDavis.quantile(sizes, FLOOR))),
        Share.of(alarms, cases.size()),
        uniform instanceof Known<Double>(Double p) ? p : null,
        spread instanceof Known<Double>(Double s) ? smallest(s, newest) : null,
        100 * newest.pairs().tolerance());
  }

  /** As a verdict's own, with the pooled spread and all blocks of the last look. */
  private static double smallest(double spread, Case of) {
    return of.pairs().smallestPercent(spread, of.comparison().lastLook());
  }

  private static double known(Estimate<Double> estimate) {
    return switch (estimate) {
      case Known<Double>(Double value) -> value;
      case Estimate.Inconclusive<Double> few ->
          throw new IllegalStateException("cannot happen: " + few.reason());
    };
  }

  private static double percent(double log) {
    return 100 * Math.expm1(log);
  }
}
