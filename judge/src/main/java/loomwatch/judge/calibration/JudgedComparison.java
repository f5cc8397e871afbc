package loomwatch.judge.calibration;

import static java.util.Comparator.naturalOrder;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.ChangeKey;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Arm;
import loomwatch.results.Comparison;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Phases;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of which it is known what it should come to.
 *
 * @param record as stored
 * @param comparison of the record
 * @param verdict on it
 * @param deciding the pairs behind each change that can decide it
 * @param handicap of head, or null for one subject with itself
 */
public record JudgedComparison(
    MeasurementRecord record,
    Comparison comparison,
    Verdict verdict,
    List<DecidingPairs> deciding,
    @Nullable String handicap) {

  /**
   * Judges it.
   *
   * @throws CalibrationException when it is neither of one subject with itself nor against a
   *     handicap alone
   */
  public static JudgedComparison of(MeasurementRecord record, Thresholds thresholds) {
    Comparison comparison = record.comparison();
    if (comparison == null) {
      throw refused(record, "a comparison, was of head alone");
    }
    return new JudgedComparison(
        record,
        comparison,
        Judge.judge(record, thresholds),
        DecidingPairs.of(record, thresholds),
        comparison.sameSubject() ? null : handicap(record));
  }

  /** Those of one subject with itself that could be judged. */
  public static List<JudgedComparison> validUnchanged(List<JudgedComparison> all) {
    return all.stream().filter(one -> one.unchanged() && !one.invalid()).toList();
  }

  /** Those against that handicap, whether they could be judged or not. */
  public static List<JudgedComparison> against(String handicap, List<JudgedComparison> all) {
    return all.stream().filter(one -> handicap.equals(one.handicap())).toList();
  }

  /** The handicaps among them, by name. */
  public static List<String> handicaps(List<JudgedComparison> all) {
    return all.stream()
        .map(JudgedComparison::handicap)
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .toList();
  }

  private static String handicap(MeasurementRecord record) {
    Subject base = record.subject(Arm.BASE);
    Subject head = record.subject(Arm.HEAD);
    if (base != null && head != null && base.handicap() == null) {
      String handicap = head.handicap();
      if (handicap != null && without(head).equals(base)) {
        return handicap;
      }
    }
    throw refused(
        record, "of one subject with itself (--aa) or with its handicap, was of other subjects");
  }

  private static Subject without(Subject head) {
    return new Subject(
        head.revision(),
        head.dirty(),
        head.tomcat(),
        head.jdk(),
        head.jdkVendor(),
        head.jvmFlags(),
        null);
  }

  private static CalibrationException refused(MeasurementRecord record, String rule) {
    return new CalibrationException(
        "record %s must be %s; leave it out".formatted(record.id(), rule));
  }

  /** Whether it is of one subject with itself. */
  public boolean unchanged() {
    return handicap == null;
  }

  boolean invalid() {
    return verdict.verdict() == Outcome.INVALID;
  }

  /**
   * Where a change that gates was called regressed; nowhere when the whole was not. A ceiling that
   * both arms break says nothing of a change.
   */
  public List<ChangeKey> regressions() {
    return verdict.verdict() == Outcome.REGRESSED
        ? verdict.metrics().stream()
            .filter(JudgedComparison::gotWorse)
            .map(MetricVerdict::key)
            .toList()
        : List.of();
  }

  private static boolean gotWorse(MetricVerdict line) {
    return line.change()
        .flatMap(Change::found)
        .filter(found -> found.gate() && found.verdict() == Outcome.REGRESSED)
        .isPresent();
  }

  /** Whether the verdict is regressed by what its handicap is expected to move. */
  public boolean caught() {
    return handicap != null && regressions().stream().anyMatch(ExpectedEffect.of(handicap)::holds);
  }

  int blocks() {
    return record.launches().stream().mapToInt(Launch::block).max().orElse(0);
  }

  /** From the first launch's start to the last one's end; 0 without a launch. */
  double minutes() {
    List<Launch> last =
        record.launches().stream().filter(launch -> launch.block() == blocks()).toList();
    if (last.isEmpty()) {
      return 0;
    }
    // Launches of a block are up together, and each is charged with its own stretches alone.
    double seconds = last.stream().map(Launch::phases).mapToDouble(JudgedComparison::total).sum();
    Duration before = Duration.between(firstStart(record.launches()), firstStart(last));
    return before.toMillis() / 60_000.0 + seconds / 60;
  }

  private static Instant firstStart(List<Launch> launches) {
    return launches.stream().map(Launch::startedAt).min(naturalOrder()).orElseThrow();
  }

  private static double total(@Nullable Phases phases) {
    return phases == null ? 0 : phases.totalSeconds();
  }

  /** The pairs of one change, if it has any here. */
  Optional<DecidingPairs> at(ChangeKey change) {
    return deciding.stream().filter(pairs -> pairs.key().equals(change)).findFirst();
  }

  /** The first look's last block: all comparisons got so far, whatever stopped them later. */
  int firstLook() {
    return comparison.looks().getFirst().blocks();
  }

  Comparison.Look lastLook() {
    return comparison.looks().getLast();
  }
}
