package loomwatch.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.gate.statistics.BlockDifferences;
import loomwatch.gate.statistics.Factorial;
import loomwatch.gate.verdict.ChangeRow.Key;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Mode;

/**
 * Base, head, and the two arms between them.
 *
 * @param toolchain head's toolchain with base's code
 * @param code base's toolchain with head's code
 */
record FourArms(ArmLaunches base, ArmLaunches toolchain, ArmLaunches code, ArmLaunches head) {

  /** Nothing for a record without arms between. */
  static Optional<FourArms> of(MeasurementRecord record) {
    return record.subjects().containsKey("toolchain")
        ? Optional.of(
            new FourArms(
                new ArmLaunches(record, "base"),
                new ArmLaunches(record, "toolchain"),
                new ArmLaunches(record, "code"),
                new ArmLaunches(record, "head")))
        : Optional.empty();
  }

  /** One line for each rule each discarded launch between the two broke. */
  List<String> discarded() {
    return Stream.concat(
            toolchain.invalidLines().stream().map(line -> "toolchain " + line),
            code.invalidLines().stream().map(line -> "code " + line))
        .toList();
  }

  /** What the two factors do in each block; positive = worse. */
  record Effects(BlockDifferences toolchain, BlockDifferences code, BlockDifferences interaction) {}

  /** Of the blocks that have all four; nothing without such a block, or where a value is 0. */
  Optional<Effects> effects(Key key, Mode mode) {
    Map<Integer, List<Double>> byBlock = new TreeMap<>();
    for (ArmLaunches arm : List.of(base, toolchain, code, head)) {
      for (Launch launch : arm.measuring(key.scenario(), mode, key.metric())) {
        byBlock
            .computeIfAbsent(launch.block(), block -> new ArrayList<>())
            .add(Values.of(key.metric(), launch));
      }
    }
    byBlock.values().removeIf(values -> values.size() < 4);
    if (byBlock.isEmpty()
        || byBlock.values().stream().flatMap(List::stream).anyMatch(value -> value <= 0)) {
      return Optional.empty();
    }
    int[] blocks = byBlock.keySet().stream().mapToInt(Integer::intValue).toArray();
    Factorial factorial =
        new Factorial(logs(byBlock, 0), logs(byBlock, 1), logs(byBlock, 2), logs(byBlock, 3));
    return Optional.of(
        new Effects(
            BlockDifferences.of(blocks, factorial.toolchain()),
            BlockDifferences.of(blocks, factorial.code()),
            BlockDifferences.of(blocks, factorial.interaction())));
  }

  private static double[] logs(Map<Integer, List<Double>> byBlock, int arm) {
    return byBlock.values().stream().mapToDouble(values -> Math.log(values.get(arm))).toArray();
  }
}
