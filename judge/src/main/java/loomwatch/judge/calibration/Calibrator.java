package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Seen;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Calibration.Source;
import loomwatch.judge.calibration.Calibration.Unchanged;
import loomwatch.judge.calibration.JudgedComparison.ExpectedEffect;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PValues;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.judge.verdict.MetricKey;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Fingerprint;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Window;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;

/** Computes a calibration from stored comparisons, deterministically. */
public final class Calibrator {
  private Calibrator() {}

  /**
   * Computes a calibration; the order of the records does not matter. Records with a different load
   * than newer ones are left out with a warning, because noise depends on the load.
   *
   * @throws CalibrationException if there is no record, hosts, profiles or generators differ, or a
   *     record compares anything but one service with itself or its injected fault
   */
  public static Calibration of(List<MeasurementRecord> records, Thresholds thresholds) {
    List<JudgedComparison> all = judged(records, thresholds);
    List<JudgedComparison> valid = JudgedComparison.validUnchanged(all);
    List<Noise> noise = NoiseTable.of(valid);
    MeasurementRecord first = all.getFirst().record();
    return new Calibration(
        Calibration.SCHEMA,
        Calibration.RULE,
        Verdict.RULE_OF_COMPARISONS,
        Fingerprint.ofHost(first.host()),
        first.profile(),
        first.generator(),
        thresholds.digest(),
        scenarios(all),
        unchanged(all, valid),
        noise,
        JudgedComparison.faults(all).stream()
            .map(name -> FaultTable.of(name, JudgedComparison.against(name, all)))
            .toList(),
        all.stream().map(Calibrator::source).toList(),
        warnings(records.size() - all.size(), all, valid, noise));
  }

  /**
   * Judges the records in the order measured, without those that {@link #of} leaves out.
   *
   * @throws CalibrationException as {@link #of} does
   */
  public static List<JudgedComparison> judged(
      List<MeasurementRecord> records, Thresholds thresholds) {
    List<MeasurementRecord> ordered = LoadComparability.asInTheNewest(records);
    requireTogether(ordered);
    return ordered.stream().map(record -> JudgedComparison.of(record, thresholds)).toList();
  }

  private static List<Scenario> scenarios(List<JudgedComparison> comparisons) {
    return comparisons.stream()
        .flatMap(one -> one.record().scenarios().stream())
        .distinct()
        .sorted(Comparator.comparing(Scenario::name))
        .toList();
  }

  private static Unchanged unchanged(List<JudgedComparison> all, List<JudgedComparison> valid) {
    int comparisons = (int) all.stream().filter(JudgedComparison::unchanged).count();
    return new Unchanged(
        comparisons,
        comparisons - valid.size(),
        count(valid, one -> one.verdict().verdict() == Outcome.INCONCLUSIVE),
        Share.of(count(valid, one -> !one.regressions().isEmpty()), valid.size()));
  }

  private static int count(List<JudgedComparison> comparisons, Predicate<JudgedComparison> which) {
    return (int) comparisons.stream().filter(which).count();
  }

  private static Source source(JudgedComparison comparison) {
    return new Source(
        comparison.record().id(),
        StoredRecord.of(comparison.record()).sha256(),
        comparison.fault(),
        comparison.verdict().verdict(),
        comparison.rounds());
  }

  private static List<String> warnings(
      int leftOut, List<JudgedComparison> all, List<JudgedComparison> valid, List<Noise> noise) {
    List<String> warnings = new ArrayList<>();
    if (leftOut > 0) {
      warnings.add(
          "of these comparisons "
              + leftOut
              + " are left out: newer ones load their scenarios otherwise, or in windows of another"
              + " length");
    }
    long runtimes = all.stream().map(one -> one.record().fingerprint()).distinct().count();
    if (runtimes > 1) {
      warnings.add(
          "these comparisons are of "
              + runtimes
              + " runtimes (JDK, Tomcat, flags): noise may differ between them");
    }
    if (!noise.stream().allMatch(Noise::decides)) {
      warnings.add(
          "fewer than "
              + Calibration.FEWEST
              + " comparisons of one service with itself: the floors are shown, and refuse no"
              + " tolerance");
    }
    if (valid.stream().anyMatch(one -> one.deciding().isEmpty())) {
      warnings.add(
          "in some comparisons nothing gated: their scenarios have no tolerance that does");
    }
    return warnings;
  }

  private static void requireTogether(List<MeasurementRecord> records) {
    if (records.isEmpty()) {
      throw new CalibrationException(
          "there must be at least one comparison, was none; measure some first");
    }
    Set<String> ids = new HashSet<>();
    for (MeasurementRecord record : records) {
      if (!ids.add(record.id())) {
        throw new CalibrationException(
            "record %s must be given once, was there twice; leave one out".formatted(record.id()));
      }
    }
    requireOne(records, "host", record -> Fingerprint.ofHost(record.host()));
    requireOne(records, "profile", MeasurementRecord::profile);
    requireOne(records, "generator", MeasurementRecord::generator);
  }

  private static void requireOne(
      List<MeasurementRecord> records, String what, Function<MeasurementRecord, String> of) {
    MeasurementRecord first = records.getFirst();
    for (MeasurementRecord record : records) {
      if (!of.apply(record).equals(of.apply(first))) {
        throw new CalibrationException(
            "%s of record %s must be that of %s, %s, was %s; calibrate each by itself"
                .formatted(what, record.id(), first.id(), of.apply(first), of.apply(record)));
      }
    }
  }

  static final class FaultTable {
    private FaultTable() {}

    static InjectedFault of(String fault, List<JudgedComparison> comparisons) {
      ExpectedEffect expected = ExpectedEffect.of(fault);
      long caught = comparisons.stream().filter(JudgedComparison::caught).count();
      return new InjectedFault(
          fault,
          (int) comparisons.stream().filter(JudgedComparison::invalid).count(),
          Share.of(caught, comparisons.size()),
          seen(comparisons, expected),
          median(comparisons, JudgedComparison::rounds),
          median(comparisons, JudgedComparison::minutes));
    }

    private static List<Seen> seen(List<JudgedComparison> comparisons, ExpectedEffect expected) {
      Map<MetricKey, List<DecidingPairs>> moved = new LinkedHashMap<>();
      for (JudgedComparison comparison : comparisons) {
        for (DecidingPairs pairs : comparison.deciding()) {
          if (expected.holds(pairs.key())) {
            moved.computeIfAbsent(pairs.key(), change -> new ArrayList<>()).add(pairs);
          }
        }
      }
      return moved.entrySet().stream()
          .map(entry -> seen(entry.getKey(), entry.getValue(), comparisons))
          .toList();
    }

    private static Seen seen(
        MetricKey change, List<DecidingPairs> moved, List<JudgedComparison> comparisons) {
      DecidingPairs newest = moved.getLast();
      long caught =
          comparisons.stream()
              .filter(one -> one.regressions().contains(change) && one.at(change).isPresent())
              .count();
      double effect = median(moved.stream().mapToDouble(pairs -> mean(pairs.differences())));
      return new Seen(
          newest.scenario(),
          newest.mode(),
          newest.metric(),
          100 * Math.expm1(effect),
          100 * newest.tolerance(),
          Share.of(caught, moved.size()));
    }

    private static double mean(double[] differences) {
      return DoubleStream.of(differences).average().orElseThrow();
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
      return median(all.stream().mapToDouble(value));
    }

    private static double median(DoubleStream values) {
      return SampleStatistics.medianOf(values.toArray());
    }
  }

  static final class NoiseTable {
    /** Quantile of the absolute differences that is the noise floor. */
    private static final double FLOOR = 0.95;

    private NoiseTable() {}

    /** A blocking metric in one comparison. */
    private record Case(JudgedComparison comparison, DecidingPairs pairs) {

      double effect() {
        return known(SampleStatistics.mean(pairs.differences()));
      }

      boolean alarms() {
        return comparison.regressions().contains(pairs.key());
      }

      /** Returns the unadjusted p at the first analysis, on which later rounds depend. */
      double p() {
        double[] first =
            pairs.pairs().stream()
                .filter(pair -> pair.round() <= comparison.firstLook())
                .mapToDouble(DecidingPairs.Pair::difference)
                .toArray();
        return MeanInterval.of(first) instanceof Known<MeanInterval>(MeanInterval m)
            ? m.pOfMore()
            : 1;
      }
    }

    /** Returns one row for each blocking metric, in the order of reports. */
    static List<Noise> of(List<JudgedComparison> unchanged) {
      Map<MetricKey, List<Case>> cases = new LinkedHashMap<>();
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
          SampleStatistics.pooledDeviation(
              cases.stream().map(one -> one.pairs().differences()).toList());
      Estimate<Double> uniform = PValues.uniformity(cases.stream().mapToDouble(Case::p).toArray());
      return new Noise(
          newest.pairs().scenario(),
          newest.pairs().mode(),
          newest.pairs().metric(),
          cases.size(),
          cases.stream().mapToInt(one -> one.pairs().pairs().size()).sum(),
          spread instanceof Known<Double>(Double s) ? percent(s) : null,
          percent(known(SampleStatistics.quantile(sizes, FLOOR))),
          Share.of(alarms, cases.size()),
          uniform instanceof Known<Double>(Double p) ? p : null,
          spread instanceof Known<Double>(Double s) ? smallest(s, newest) : null,
          100 * newest.pairs().tolerance());
    }

    /** Computes the detectable effect as verdicts do, for all rounds of the last analysis. */
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

  /** Compares the load and window lengths of records, on which noise depends (decision 19). */
  public static final class LoadComparability {
    private static final Comparator<MeasurementRecord> NEWEST_FIRST =
        Comparator.comparing(MeasurementRecord::id).reversed();

    private LoadComparability() {}

    /** Returns the records with the load of the newest one of each scenario, in order. */
    public static List<MeasurementRecord> asInTheNewest(List<MeasurementRecord> records) {
      Map<String, Scenario> scenarios = new HashMap<>();
      Map<String, Double> lengths = new HashMap<>();
      List<MeasurementRecord> alike = new ArrayList<>();
      for (MeasurementRecord record : records.stream().sorted(NEWEST_FIRST).toList()) {
        if (isOf(scenarios, record) && isCutInto(lengths, record)) {
          record.scenarios().forEach(scenario -> scenarios.put(scenario.name(), scenario));
          lengths.putAll(seconds(record));
          alike.add(record);
        }
      }
      return List.copyOf(alike.reversed());
    }

    private static boolean isOf(Map<String, Scenario> scenarios, MeasurementRecord record) {
      return record.scenarios().stream()
          .allMatch(one -> scenarios.getOrDefault(one.name(), one).equals(one));
    }

    /**
     * Returns whether the record's windows have these lengths by scenario, in seconds; scenarios
     * that are not in {@code lengths} may have any.
     */
    public static boolean isCutInto(Map<String, Double> lengths, MeasurementRecord record) {
      return seconds(record).entrySet().stream()
          .allMatch(
              one -> lengths.getOrDefault(one.getKey(), one.getValue()).equals(one.getValue()));
    }

    /** Returns window lengths by scenario, without scenarios that have no windows. */
    private static Map<String, Double> seconds(MeasurementRecord record) {
      Map<String, Double> seconds = new HashMap<>();
      for (Launch launch : record.launches()) {
        for (Window window : launch.windows()) {
          seconds.putIfAbsent(launch.scenario(), window.load().durationSeconds());
        }
      }
      return seconds;
    }
  }
}
