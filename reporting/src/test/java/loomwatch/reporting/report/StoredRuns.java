package loomwatch.reporting.report;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;

/**
 * The runs that the reports are tested with, for those who publish them.
 *
 * @param record what was measured
 * @param verdict judged by the tests' own thresholds
 */
public record StoredRuns(MeasurementRecord record, Verdict verdict) {

  /** Of head alone; breaks limits. */
  public static StoredRuns run() {
    return alone(Runs.typical());
  }

  /** Of head alone; every launch discarded. */
  public static StoredRuns discardedRun() {
    return alone(Runs.discarded());
  }

  /** Of head alone; one round and so no interval. */
  public static StoredRuns oneRound() {
    return alone(Runs.oneRound());
  }

  /** Of head alone; nothing was started. */
  public static StoredRuns empty() {
    return alone(Runs.empty());
  }

  public static StoredRuns regressed() {
    return compared(Comparisons.regressed());
  }

  public static StoredRuns improved() {
    return compared(Comparisons.improved());
  }

  public static StoredRuns passed() {
    return compared(Comparisons.passed());
  }

  /** Passes, with a method that takes so much more. */
  public static StoredRuns timed(double factor) {
    return compared(Comparisons.timed(factor));
  }

  /** One service against itself. */
  public static StoredRuns unchanged() {
    return compared(Comparisons.unchanged());
  }

  /** One service against itself, and yet regressed. */
  public static StoredRuns falseAlarm() {
    return compared(Comparisons.falseAlarm());
  }

  /** Inconclusive. */
  public static StoredRuns noisy() {
    return compared(Comparisons.noisy());
  }

  /** Invalid. */
  public static StoredRuns discarded() {
    return compared(Comparisons.discarded());
  }

  /** Invalid, though the numbers are worse. */
  public static StoredRuns hostMoved() {
    return compared(Comparisons.hostMoved());
  }

  /** Two variants full of tricks. */
  public static StoredRuns hostile() {
    return new StoredRuns(Hostile.twoVariants(), Hostile.comparison());
  }

  /** One variant full of tricks. */
  public static StoredRuns hostileRun() {
    return new StoredRuns(Hostile.record(), Hostile.verdict());
  }

  /** Of so many scenarios that nothing holds them. */
  public static StoredRuns vast(int scenarios) {
    MeasurementRecord record = Hostile.vast(scenarios);
    Verdict compared = Hostile.comparisonOf(record);
    return new StoredRuns(
        record,
        new Verdict(
            compared.schema(),
            compared.verdict(),
            compared.rule(),
            compared.recordId(),
            compared.fingerprint(),
            List.of(),
            List.of(),
            compared.metrics(),
            compared.inputs(),
            null,
            List.of(),
            Optional.empty()));
  }

  private static StoredRuns alone(MeasurementRecord record) {
    return new StoredRuns(record, Runs.judged(record));
  }

  private static StoredRuns compared(MeasurementRecord record) {
    return new StoredRuns(record, Comparisons.judged(record));
  }
}
