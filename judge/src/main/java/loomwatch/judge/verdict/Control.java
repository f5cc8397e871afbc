package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.judge.verdict.ChangeJudge.HostDrift;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * Whether the host was the same for both arms: a fixed piece of work on the server's CPUs, timed
 * before each slice, must take as long beside one arm as beside the other. When it does not, the
 * host moved, and a change of that size may be its own.
 */
final class Control {
  /** A smaller move would not mislead: tolerances are larger. */
  static final double MOVE = 0.01;

  /** Two-sided. With {@link #MOVE}, a steady host hardly ever gives a false alarm. */
  static final double ALPHA = 0.05;

  private Control() {}

  /** How it moved; nothing when it did not, or was not measured. */
  static Optional<HostDrift> moved(ArmLaunches base, ArmLaunches head) {
    Map<Integer, List<Difference>> byBlock = new TreeMap<>();
    for (String scenario : head.scenarios()) {
      for (Mode mode : Mode.values()) {
        ArmPairs.of(base, head, scenario, mode, Metric.CONTROL)
            .logRatios()
            .orElse(PairedDifferences.NONE)
            .all()
            .forEach(difference ->
                byBlock
                    .computeIfAbsent(difference.block(), block -> new ArrayList<>())
                    .add(difference));
      }
    }
    PairedDifferences differences =
        new PairedDifferences(byBlock.values().stream().map(Difference::mean).toList());
    return differences.mean(0) instanceof Known<MeanInterval>(MeanInterval mean)
            && mean.pOfEither() <= ALPHA
            && Math.abs(mean.mean()) >= MOVE
        ? Optional.of(new HostDrift(mean.mean(), mean.pOfEither(), mean.samples()))
        : Optional.empty();
  }
}
