package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Calibration.Source;
import loomwatch.judge.calibration.Calibration.Unchanged;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Fingerprint;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordJson;
import loomwatch.results.Scenario;
import loomwatch.results.files.Sha256;

/** Makes a calibration of stored comparisons: the same records and policy give the same one. */
public final class Calibrator {
  private Calibrator() {}

  /**
   * What they come to, in whatever order they are given. Those of another load than newer ones are
   * left out, with a warning: what a pair differs by depends on it.
   *
   * @param records at least one; each of one subject with itself or against a handicap alone
   * @throws CalibrationException when they are not of one host, profile and engine, or one of them
   *     is something else
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
        first.engine(),
        thresholds.digest(),
        scenarios(all),
        unchanged(all, valid),
        noise,
        JudgedComparison.handicaps(all).stream()
            .map(name -> HandicapTable.of(name, JudgedComparison.against(name, all)))
            .toList(),
        all.stream().map(Calibrator::source).toList(),
        warnings(records.size() - all.size(), all, valid, noise));
  }

  /**
   * Each of them judged, in the order measured; without those that are left out.
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
        Sha256.of(RecordJson.write(comparison.record())),
        comparison.handicap(),
        comparison.verdict().verdict(),
        comparison.blocks());
  }

  private static List<String> warnings(
      int leftOut, List<JudgedComparison> all, List<JudgedComparison> valid, List<Noise> noise) {
    List<String> warnings = new ArrayList<>();
    if (leftOut > 0) {
      warnings.add(
          "of these comparisons "
              + leftOut
              + " are left out: newer ones load their scenarios otherwise, or in slices of another"
              + " length");
    }
    long toolchains = all.stream().map(one -> one.record().fingerprint()).distinct().count();
    if (toolchains > 1) {
      warnings.add(
          "these comparisons are of "
              + toolchains
              + " toolchains (JDK, Tomcat, flags): noise may differ between them");
    }
    if (!noise.stream().allMatch(Noise::decides)) {
      warnings.add(
          "fewer than "
              + Calibration.FEWEST
              + " comparisons of one subject with itself: the floors are shown, and refuse no"
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
    requireOne(records, "engine", MeasurementRecord::engine);
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
}
