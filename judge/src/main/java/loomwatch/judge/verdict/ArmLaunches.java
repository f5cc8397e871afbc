package loomwatch.judge.verdict;

import static java.util.Comparator.comparingInt;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.results.Arm;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;

/** The launches of one arm of a record. */
final class ArmLaunches {
  private final List<Launch> launches;
  private final Set<String> loaded;
  private final WindowDifferences turns;

  ArmLaunches(MeasurementRecord record, Arm arm) {
    launches =
        record.launches().stream()
            .filter(launch -> launch.isOf(arm))
            .sorted(comparingInt(Launch::block).thenComparingInt(Launch::order))
            .toList();
    loaded =
        record.scenarios().stream()
            .map(Scenario::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    turns = new WindowDifferences(record);
  }

  /** In which the launches of all arms were loaded. */
  WindowDifferences turns() {
    return turns;
  }

  /** What was asked for, in that order, then benchmarks by name. */
  Set<String> scenarios() {
    Set<String> names = new LinkedHashSet<>(loaded);
    launches.stream()
        .map(Launch::scenario)
        .collect(Collectors.toCollection(TreeSet::new))
        .forEach(names::add);
    return names;
  }

  /** Whether that scenario could have measured the metric: benchmarks measure operations. */
  boolean couldMeasure(String scenario, Metric metric) {
    return metric.unit().isPerOperation() != loaded.contains(scenario);
  }

  /**
   * Whether that mode of the scenario was part of the run: it has a launch, valid or not, or the
   * scenario was asked for and has none at all.
   */
  boolean ran(String scenario, Mode mode) {
    return !of(scenario, mode).isEmpty()
        || loaded.contains(scenario)
            && launches.stream().noneMatch(launch -> launch.scenario().equals(scenario));
  }

  /** Valid and invalid ones, by block and order. */
  List<Launch> of(String scenario, Mode mode) {
    return launches.stream()
        .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
        .toList();
  }

  /** The valid ones that measured the metric, by block and order. */
  List<Launch> measuring(String scenario, Mode mode, Metric metric) {
    return of(scenario, mode).stream()
        .filter(launch -> launch.valid() && launch.sample(metric).isPresent())
        .toList();
  }

  /** How many count. */
  int validCount(String scenario, Mode mode) {
    return (int) of(scenario, mode).stream().filter(Launch::valid).count();
  }

  /**
   * Whether there are valid launches and none of them could tell, of that mode of the scenario or
   * of all: of such a program nobody can.
   */
  boolean cannotTell(String scenario, Mode mode, Metric metric) {
    boolean nobody = launches.stream().allMatch(launch -> launch.sample(metric).isEmpty());
    return nobody
        ? anyValid()
        : validCount(scenario, mode) > 0 && measuring(scenario, mode, metric).isEmpty();
  }

  /** Whether it is measured on demand alone and nobody has it: hardly anybody looked for it. */
  boolean wasNotAskedFor(Metric metric) {
    return metric == Metric.CAPACITY
        && launches.stream().allMatch(launch -> launch.sample(metric).isEmpty());
  }

  boolean anyValid() {
    return launches.stream().anyMatch(Launch::valid);
  }

  /** One line for each rule each discarded launch broke, by block and order. */
  List<String> invalidLines() {
    return launches.stream().flatMap(launch -> lines(launch).stream()).toList();
  }

  /** Why there is no measurement of that mode. */
  Absence whyNothing(String scenario, Mode mode) {
    List<Launch> all = of(scenario, mode);
    if (all.isEmpty()) {
      return new LimitFinding.NoLaunch(scenario);
    }
    int valid = validCount(scenario, mode);
    return valid > 0
        ? new LimitFinding.NotMeasured(valid, mode)
        : new LimitFinding.NoneValid(all.stream().map(ArmLaunches::inShort).toList());
  }

  /** The details are in the verdict's list of what was discarded. */
  static DiscardedLaunch inShort(Launch launch) {
    return new DiscardedLaunch(
        launch.mode(), launch.block(), launch.invalid().stream().map(Invalid::cause).toList());
  }

  private static List<String> lines(Launch launch) {
    return launch.invalid().stream()
        .map(invalid ->
            launch.scenario()
                + " "
                + launch.mode().label()
                + " block "
                + launch.block()
                + ": "
                + invalid)
        .toList();
  }
}
