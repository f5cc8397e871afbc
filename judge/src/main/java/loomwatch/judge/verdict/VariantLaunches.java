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

/** The launches of one variant of a record. */
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

  /** In which the launches of all variants were loaded. */
  WindowDifferences cycles() {
    return cycles;
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

  /** Valid and invalid ones, by round and order. */
  List<Launch> of(String scenario, Mode mode) {
    return launches.stream()
        .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
        .toList();
  }

  /** The valid ones that measured the metric, by round and order. */
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
   * Whether there are valid launches and none of them has the metric, of that mode of the scenario
   * or of all: it cannot be measured of such a program.
   */
  boolean isUnmeasurable(String scenario, Mode mode, Metric metric) {
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

  /** One line for each rule each discarded launch broke, by round and order. */
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
        : new LimitFinding.NoneValid(all.stream().map(VariantLaunches::inShort).toList());
  }

  /** The details are in the verdict's list of what was discarded. */
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
   * The launches a variant lost by its own fault. A server that dies, errs or cannot keep the rate
   * does so where it is worst, so what is left of it is chosen by value: such a variant must not
   * pass on the strength of the launches it survived.
   *
   * <p>A round in which both variants failed is left out: there the host, or the scenario, is the
   * likelier reason, and neither variant is favoured.
   */
  static final class Failures {
    private static final Set<Reason> OWN =
        EnumSet.of(
            Reason.CONNECT_FAILED,
            Reason.ERRORS,
            Reason.SERVER_NOT_READY,
            Reason.SERVER_DIED,
            Reason.BENCHMARK_FAILED);

    private final VariantLaunches variant;
    private final @Nullable VariantLaunches other;

    /** The failures of a variant. */
    Failures(VariantLaunches variant, @Nullable VariantLaunches other) {
      this.variant = variant;
      this.other = other;
    }

    /**
     * Those of one mode of a scenario, by round, without the rounds the other variant failed in
     * too.
     */
    List<DiscardedLaunch> of(String scenario, Mode mode) {
      Map<Integer, Launch> failed = failed(variant, scenario, mode);
      if (other != null) {
        failed.keySet().removeAll(failed(other, scenario, mode).keySet());
      }
      return failed.values().stream().map(VariantLaunches::inShort).toList();
    }

    /**
     * One line for each mode of a scenario whose failures spoil the whole: in a comparison any that
     * the other variant did not have, alone those that left nothing.
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

    /** Whether a launch of either variant failed. */
    boolean any(String scenario, Mode mode) {
      return !failed(variant, scenario, mode).isEmpty()
          || other != null && !failed(other, scenario, mode).isEmpty();
    }

    /**
     * The chance that this variant's launches fail so much more often than the other's (Fisher
     * 1935).
     */
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

    /** Whether what it measured was thrown away as the host was no longer the same. */
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
