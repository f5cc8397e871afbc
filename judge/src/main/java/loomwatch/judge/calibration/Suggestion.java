package loomwatch.judge.calibration;

import static java.util.stream.Collectors.groupingBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Calibrator.NoiseTable;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Looks;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;

/**
 * Suggested tolerances for a host, and how its comparisons of one service with itself would have
 * ended under them.
 *
 * @param tolerances one for each scenario and blocking metric, in the order of reports
 */
public record Suggestion(
    List<Suggested> tolerances, Share regressed, int inconclusive, double minutes) {

  /** Smallest tolerance suggested, however quiet the host. */
  private static final double LEAST_PERCENT = 1;

  /** Suggestions are rounded up to two digits. */
  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.CEILING);

  /** A suggested tolerance, at least 1 % and twice the floor of the noisier mode. */
  public record Suggested(
      String scenario, Metric metric, double percent, double floorPercent, double nowPercent) {}

  private record Key(String scenario, Metric metric) {}

  public Suggestion {
    tolerances = List.copyOf(tolerances);
  }

  public static Suggestion of(List<MeasurementRecord> records, Thresholds thresholds) {
    List<JudgedComparison> valid =
        JudgedComparison.validUnchanged(Calibrator.judged(records, thresholds));
    if (valid.isEmpty()) {
      throw new CalibrationException(
          "there must be a comparison of one service with itself, was none; measure some first");
    }
    Map<Key, List<Noise>> byKey =
        NoiseTable.of(valid).stream()
            .collect(
                groupingBy(
                    noise -> new Key(noise.scenario(), noise.metric()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Suggested> tolerances =
        byKey.entrySet().stream()
            .map(entry -> suggested(entry.getKey(), entry.getValue()))
            .toList();
    Thresholds suggested = with(tolerances, thresholds);
    List<Ended> ended = valid.stream().map(one -> ended(one, suggested)).toList();
    return new Suggestion(
        tolerances,
        Share.of(count(ended, Outcome.REGRESSED), ended.size()),
        count(ended, Outcome.INCONCLUSIVE),
        ended.stream().mapToDouble(Ended::minutes).average().orElseThrow());
  }

  private static Suggested suggested(Key key, List<Noise> modes) {
    double floor = modes.stream().mapToDouble(Noise::floorPercent).max().orElseThrow();
    double percent =
        BigDecimal.valueOf(Math.max(LEAST_PERCENT, Calibration.FLOORS * floor))
            .round(TWO_DIGITS)
            .doubleValue();
    return new Suggested(
        key.scenario(), key.metric(), percent, floor, modes.getFirst().tolerancePercent());
  }

  private static Thresholds with(List<Suggested> tolerances, Thresholds thresholds) {
    return new Thresholds(
        thresholds.file(),
        thresholds.digest(),
        thresholds.limits().stream().map(limit -> with(tolerances, limit)).toList(),
        thresholds.inconclusive(),
        thresholds.budget(),
        thresholds.changedMethods());
  }

  private static Limit with(List<Suggested> tolerances, Limit limit) {
    return limit instanceof Tolerance tolerance
        ? tolerances.stream()
            .filter(one -> one.scenario().equals(limit.terms().scenario()))
            .filter(one -> one.metric() == limit.terms().metric())
            .findFirst()
            .<Limit>map(
                one -> new Tolerance(tolerance.terms(), tolerance.mode(), one.percent() / 100))
            .orElse(limit)
        : limit;
  }

  private record Ended(Outcome outcome, double minutes) {}

  /** Judges again with today's interim analyses, as far as the comparison has rounds. */
  private static Ended ended(JudgedComparison comparison, Thresholds thresholds) {
    int rounds = comparison.rounds();
    List<Look> looks = Looks.upTo(Math.max(Looks.FEWEST, comparison.lastLook().rounds()));
    Outcome outcome = Outcome.INCONCLUSIVE;
    int taken = 0;
    for (Look look : looks) {
      taken = Math.min(look.rounds(), rounds);
      Verdict verdict = Judge.judge(first(taken, looks, comparison), thresholds);
      outcome = verdict.verdict();
      if (verdict.decides() || taken == rounds) {
        break;
      }
    }
    return new Ended(outcome, comparison.minutes() * taken / rounds);
  }

  private static MeasurementRecord first(
      int rounds, List<Look> looks, JudgedComparison comparison) {
    MeasurementRecord record = comparison.record();
    Comparison compared = comparison.comparison();
    return record.with(
        record.launches().stream().filter(launch -> launch.round() <= rounds).toList(),
        new Comparison(compared.specs(), compared.sameService(), looks, null, compared.leftOut()));
  }

  private static int count(List<Ended> all, Outcome outcome) {
    return (int) all.stream().filter(one -> one.outcome() == outcome).count();
  }
}
