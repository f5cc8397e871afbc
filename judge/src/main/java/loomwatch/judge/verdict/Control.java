package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.StepDownMaxT;
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

  /**
   * Two-sided, and the least that five blocks can reach, which is where measuring may end: 2 · 2⁻⁵.
   * Together with {@link #MOVE} a still host is hardly ever accused.
   */
  static final double ALPHA = 0.0625;

  private Control() {}

  /** How it moved; nothing when it did not, or was not measured. */
  static Optional<HostMoved> moved(ArmLaunches base, ArmLaunches head, long seed) {
    Map<Integer, List<Double>> byBlock = new TreeMap<>();
    for (String scenario : head.scenarios()) {
      for (Mode mode : Mode.values()) {
        ArmPairs pairs = ArmPairs.of(base, head, scenario, mode, Metric.CONTROL);
        double[] differences = pairs.differences();
        for (int i = 0; i < differences.length; i++) {
          byBlock
              .computeIfAbsent(pairs.blocks().get(i), block -> new ArrayList<>())
              .add(differences[i]);
        }
      }
    }
    BlockDifferences differences =
        BlockDifferences.of(
            byBlock.keySet().stream().mapToInt(Integer::intValue).toArray(),
            byBlock.values().stream().mapToDouble(Control::mean).toArray());
    Estimate<StepDownMaxT> test =
        StepDownMaxT.different(List.of(differences), new Random(seed)).getFirst();
    return test instanceof Known<StepDownMaxT>(StepDownMaxT known)
            && known.p() <= ALPHA
            && Math.abs(known.mean()) >= MOVE
        ? Optional.of(new HostMoved(known.mean(), known.p(), known.pairs()))
        : Optional.empty();
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
  }
}
