package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * The blocks in which both modes measured a metric.
 *
 * @param platform one launch for each such block
 * @param virtual its partner at the same index
 * @param incomplete how many blocks have a launch, but no pair
 */
record ModePairs(List<Launch> platform, List<Launch> virtual, int incomplete) {

  static ModePairs of(ArmLaunches launches, String scenario, Metric metric) {
    Map<Integer, Launch> platform = byBlock(launches, scenario, Mode.PLATFORM, metric);
    Map<Integer, Launch> virtual = byBlock(launches, scenario, Mode.VIRTUAL, metric);
    Set<Integer> blocks = new TreeSet<>();
    for (Mode mode : Mode.values()) {
      launches.of(scenario, mode).forEach(launch -> blocks.add(launch.block()));
    }
    List<Launch> ones = new ArrayList<>();
    List<Launch> others = new ArrayList<>();
    for (int block : blocks) {
      Launch one = platform.get(block);
      Launch other = virtual.get(block);
      if (one != null && other != null) {
        ones.add(one);
        others.add(other);
      }
    }
    return new ModePairs(List.copyOf(ones), List.copyOf(others), blocks.size() - ones.size());
  }

  boolean isEmpty() {
    return platform.isEmpty();
  }

  /** Why these pairs have no ratio, or nothing when they have. */
  Optional<Absence> whyNoContrast(Metric metric) {
    if (isEmpty()) {
      return Optional.of(new LimitFinding.NoSharedBlock());
    }
    for (List<Launch> side : List.of(platform, virtual)) {
      for (Launch launch : side) {
        if (LaunchValues.isBound(metric, launch)) {
          return Optional.of(new LimitFinding.AtLeast(launch.block(), launch.mode()));
        }
        double value = LaunchValues.of(metric, launch);
        if (value <= 0) {
          return Optional.of(
              new LimitFinding.Zero(value, metric.unit().symbol(), launch.block(), launch.mode()));
        }
      }
    }
    return Optional.empty();
  }

  /** A record has at most one valid launch of each block, arm, mode and scenario. */
  private static Map<Integer, Launch> byBlock(
      ArmLaunches launches, String scenario, Mode mode, Metric metric) {
    Map<Integer, Launch> byBlock = new LinkedHashMap<>();
    launches
        .measuring(scenario, mode, metric)
        .forEach(launch -> byBlock.put(launch.block(), launch));
    return byBlock;
  }
}
