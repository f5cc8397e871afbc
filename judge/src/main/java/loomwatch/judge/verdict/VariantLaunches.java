package loomwatch.judge.verdict;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.judge.verdict.VariantPairs.WindowDifferences;
import loomwatch.results.Invalid;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;
import org.jspecify.annotations.Nullable;

final class VariantLaunches {
  private final List<Launch> launches;
  private final Set<String> loaded;
  private final WindowDifferences cycles;

  VariantLaunches(MeasurementRecord record, Side variant) {
    launches =
        record.launches().stream()
            .filter(launch -> launch.isOf(variant))
            .sorted(comparingInt(Launch::round).thenComparingInt(Launch::order))
            .toList();
    loaded =
        record.scenarios().stream()
            .map(Scenario::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    cycles = new WindowDifferences(record);
  }

  /** Returns the cycles in which the launches of all variants were loaded. */
  WindowDifferences cycles() {
    return cycles;
  }

  /** Returns the requested scenarios in their order, then benchmarks by name. */
  Set<String> scenarios() {
    Set<String> names = new LinkedHashSet<>(loaded);
    launches.stream()
        .map(Launch::scenario)
        .collect(Collectors.toCollection(TreeSet::new))
        .forEach(names::add);
    return names;
  }

  /** Returns whether the scenario can measure the metric: only benchmarks measure operations. */
  boolean couldMeasure(String scenario, Metric metric) {
    return metric.unit().isPerOperation() != loaded.contains(scenario);
  }

  /**
   * Returns whether the scenario's mode was part of the run: it has a launch, valid or not, or the
   * scenario was requested and has none in either mode.
   */
  boolean ran(String scenario, Mode mode) {
    return !of(scenario, mode).isEmpty()
        || loaded.contains(scenario)
            && launches.stream().noneMatch(launch -> launch.scenario().equals(scenario));
  }

  /** Returns valid and invalid launches, by round and order. */
  List<Launch> of(String scenario, Mode mode) {
    return launches.stream()
        .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
        .toList();
  }

  /** Returns valid launches that measured the metric, by round and order. */
  List<Launch> measuring(String scenario, Mode mode, Metric metric) {
    return of(scenario, mode).stream()
        .filter(launch -> launch.valid() && launch.sample(metric).isPresent())
        .toList();
  }

  int validCount(String scenario, Mode mode) {
    return (int) of(scenario, mode).stream().filter(Launch::valid).count();
  }

  /**
   * Returns whether the program cannot measure the metric: there are valid launches, and none has
   * it, in this mode of the scenario or anywhere.
   */
  boolean isUnmeasurable(String scenario, Mode mode, Metric metric) {
    boolean nobody = launches.stream().allMatch(launch -> launch.sample(metric).isEmpty());
    return nobody
        ? anyValid()
        : validCount(scenario, mode) > 0 && measuring(scenario, mode, metric).isEmpty();
  }

  /** Returns whether the metric is measured on request only, and no launch has it. */
  boolean wasNotAskedFor(Metric metric) {
    return metric == Metric.CAPACITY
        && launches.stream().allMatch(launch -> launch.sample(metric).isEmpty());
  }

  boolean anyValid() {
    return launches.stream().anyMatch(Launch::valid);
  }

  /** Returns one line for each rule that each discarded launch violated, by round and order. */
  List<String> invalidLines() {
    return launches.stream().flatMap(launch -> lines(launch).stream()).toList();
  }

  /** Returns why there is no measurement of that mode. */
  Absence whyNothing(String scenario, Mode mode) {
    List<Launch> all = of(scenario, mode);
    if (all.isEmpty()) {
      return new LimitFinding.NoLaunch(scenario);
    }
    int valid = validCount(scenario, mode);
    return valid > 0
        ? new LimitFinding.NotMeasured(valid, mode)
        : new LimitFinding.NoneValid(all.stream().map(VariantLaunches::inShort).toList());
  }

  /** Keeps causes only; the verdict's list of discarded launches has the details. */
  static DiscardedLaunch inShort(Launch launch) {
    return new DiscardedLaunch(
        launch.mode(), launch.round(), launch.invalid().stream().map(Invalid::cause).toList());
  }

  private static List<String> lines(Launch launch) {
    return launch.invalid().stream()
        .map(invalid ->
            launch.scenario()
                + " "
                + launch.mode().label()
                + " round "
                + launch.round()
                + ": "
                + invalid)
        .toList();
  }

  /**
   * The launches that a variant lost by its own fault. A server that dies, fails requests or cannot
   * sustain the rate does so where it is worst, so its remaining launches are a biased selection,
   * and the variant must not pass by them.
   *
   * <p>Rounds in which both variants failed are left out: the cause is more likely the host or the
   * scenario.
   */
  record Failures(VariantLaunches variant, @Nullable VariantLaunches other) {
    private static final Set<Reason> OWN =
        EnumSet.of(
            Reason.CONNECT_FAILED,
            Reason.ERRORS,
            Reason.SERVER_NOT_READY,
            Reason.SERVER_DIED,
            Reason.BENCHMARK_FAILED);

    /** Returns the failed launches of a mode by round, without rounds in which both failed. */
    List<DiscardedLaunch> of(String scenario, Mode mode) {
      Map<Integer, Launch> failed = failed(variant, scenario, mode);
      if (other != null) {
        failed.keySet().removeAll(failed(other, scenario, mode).keySet());
      }
      return failed.values().stream().map(VariantLaunches::inShort).toList();
    }

    /**
     * Returns one line for each scenario and mode whose failures invalidate the whole: in a
     * comparison any failure, in a run those that left no valid launch.
     */
    List<String> discarded() {
      List<String> lines = new ArrayList<>();
      for (String scenario : variant.scenarios()) {
        for (Mode mode : Mode.values()) {
          List<DiscardedLaunch> failed = of(scenario, mode);
          if (!failed.isEmpty() && (other != null || variant.validCount(scenario, mode) == 0)) {
            lines.add(scenario + " " + mode.label() + ": " + Sentences.spoils(failed));
          }
        }
      }
      return lines;
    }

    /** Returns whether a launch of either variant failed. */
    boolean any(String scenario, Mode mode) {
      return !failed(variant, scenario, mode).isEmpty()
          || other != null && !failed(other, scenario, mode).isEmpty();
    }

    /** Returns the p value of Fisher's test (1935) for more failures than the other variant's. */
    double p(String scenario, Mode mode) {
      int failed = failed(variant, scenario, mode).size();
      if (failed == 0 || other == null) {
        return 1;
      }
      int all = variant.of(scenario, mode).size();
      int others = other.of(scenario, mode).size();
      int othersFailed = failed(other, scenario, mode).size();
      return FisherExactTest.withDefaults()
          .with(AlternativeHypothesis.GREATER_THAN)
          .test(new int[][] {{failed, othersFailed}, {all - failed, others - othersFailed}})
          .getPValue();
    }

    private static Map<Integer, Launch> failed(
        VariantLaunches variant, String scenario, Mode mode) {
      Map<Integer, Launch> failed = new TreeMap<>();
      variant.of(scenario, mode).stream()
          .filter(Failures::byItself)
          .forEach(launch -> failed.put(launch.round(), launch));
      return failed;
    }

    /** Returns whether the launch was discarded because the host changed. */
    static boolean hostChanged(Launch launch) {
      return launch.invalid().stream().anyMatch(i -> i.cause() == Reason.HOST_CHANGED);
    }

    private static boolean byItself(Launch launch) {
      if (hostChanged(launch)) {
        return false;
      }
      Set<Reason> causes = launch.invalid().stream().map(i -> i.cause()).collect(toSet());
      return causes.stream().anyMatch(OWN::contains)
          || causes.stream().anyMatch(Reason::mayFollowFromGenerator)
              && causes.stream().noneMatch(Reason::isOfGenerator);
    }
  }
}
