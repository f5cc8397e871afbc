package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Differences;
import loomwatch.judge.statistics.Factorial;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;

/**
 * Base, head, and the two arms between them.
 *
 * @param toolchain head's toolchain with base's code
 * @param code base's toolchain with head's code
 */
record FourArms(ArmLaunches base, ArmLaunches toolchain, ArmLaunches code, ArmLaunches head) {

  /** Nothing for a record without arms between. */
  static Optional<FourArms> of(MeasurementRecord record) {
    return record.has(Arm.TOOLCHAIN)
        ? Optional.of(
            new FourArms(
                new ArmLaunches(record, Arm.BASE),
                new ArmLaunches(record, Arm.TOOLCHAIN),
                new ArmLaunches(record, Arm.CODE),
                new ArmLaunches(record, Arm.HEAD)))
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
  record Effects(Differences toolchain, Differences code, Differences interaction) {}

  /** Of the blocks that have all four; nothing without such a block, or where a value is 0. */
  Optional<Effects> effects(ChangeKey key, Mode mode) {
    Map<Integer, List<Launch>> byBlock = new TreeMap<>();
    for (ArmLaunches arm : List.of(base, toolchain, code, head)) {
      for (Launch launch : arm.measuring(key.scenario(), mode, key.metric())) {
        byBlock.computeIfAbsent(launch.block(), block -> new ArrayList<>()).add(launch);
      }
    }
    byBlock.values().removeIf(launches -> launches.size() < 4);
    if (byBlock.isEmpty()
        || byBlock.values().stream()
            .flatMap(List::stream)
            .anyMatch(launch -> Values.compared(key.metric(), launch) <= 0)) {
      return Optional.empty();
    }
    return Optional.of(
        new Effects(
            differences(key.metric(), byBlock, Factorial::toolchain),
            differences(key.metric(), byBlock, Factorial::code),
            differences(key.metric(), byBlock, Factorial::interaction)));
  }

  private Differences differences(
      Metric metric, Map<Integer, List<Launch>> byBlock, ToDoubleFunction<Factorial> effect) {
    return new Differences(
        byBlock.values().stream()
            .map(launches ->
                base.turns()
                    .effect(
                        metric,
                        launches,
                        y -> effect.applyAsDouble(new Factorial(y[0], y[1], y[2], y[3]))))
            .toList());
  }
}
