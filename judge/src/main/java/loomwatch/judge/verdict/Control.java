package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.judge.statistics.Differences;
import loomwatch.judge.statistics.Differences.Difference;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/**
 * Whether the host was the same for both arms: a fixed piece of work on the server's CPUs, timed
 * before each slice, must take as long beside one arm as beside the other. When it does not, the
 * host moved, and a change of that size may be its own.
 */
final class Control {
  /** A smaller move would not mislead: tolerances are larger. */
  static final double MOVE = 0.01;

  /** Two-sided. With {@link #MOVE}, a steady host hardly ever gives a false positive. */
  static final double ALPHA = 0.05;

  private Control() {}

  /** How it moved; nothing when it did not, or was not measured. */
  static Optional<HostMoved> moved(ArmLaunches base, ArmLaunches head) {
    Map<Integer, List<Difference>> byBlock = new TreeMap<>();
    for (String scenario : head.scenarios()) {
      for (Mode mode : Mode.values()) {
        ArmPairs.of(base, head, scenario, mode, Metric.CONTROL)
            .logRatios()
            .orElse(Differences.NONE)
            .all()
            .forEach(difference ->
                byBlock
                    .computeIfAbsent(difference.block(), block -> new ArrayList<>())
                    .add(difference));
      }
    }
    Differences differences =
        new Differences(byBlock.values().stream().map(Difference::mean).toList());
    return differences.mean(0) instanceof Known<MeanInterval>(MeanInterval mean)
            && mean.pOfEither() <= ALPHA
            && Math.abs(mean.mean()) >= MOVE
        ? Optional.of(new HostMoved(mean.mean(), mean.pOfEither(), mean.samples()))
        : Optional.empty();
  }
}
