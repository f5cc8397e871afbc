package loomwatch.judge.calibration;

import static java.util.Comparator.naturalOrder;
import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CAPACITY;
import static loomwatch.results.Metric.COLLECTOR_CPU_PER_REQUEST;
import static loomwatch.results.Metric.CPU_AT_REST;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.CPU_PER_REQUEST_TOTAL;
import static loomwatch.results.Metric.LATENCY_P50;
import static loomwatch.results.Metric.LATENCY_P90;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.LATENCY_TAIL;
import static loomwatch.results.Metric.LIVE_SET;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.PROMOTED_PER_REQUEST;
import static loomwatch.results.Metric.RETAINED_PER_REQUEST;
import static loomwatch.results.Metric.SLOW_SHARE;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricKey;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A judged comparison whose correct result is known.
 *
 * @param deciding pairs of each change that can decide the verdict
 * @param fault fault injected into head, or null for one service with itself
 */
public record JudgedComparison(
    MeasurementRecord record,
    Comparison comparison,
    Verdict verdict,
    List<DecidingPairs> deciding,
    @Nullable String fault) {

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
        comparison.sameService() ? null : fault(record));
  }

  public static List<JudgedComparison> validUnchanged(List<JudgedComparison> all) {
    return all.stream().filter(one -> one.unchanged() && !one.invalid()).toList();
  }

  public static List<JudgedComparison> against(String fault, List<JudgedComparison> all) {
    return all.stream().filter(one -> fault.equals(one.fault())).toList();
  }

  public static List<String> faults(List<JudgedComparison> all) {
    return all.stream()
        .map(JudgedComparison::fault)
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .toList();
  }

  private static String fault(MeasurementRecord record) {
    Variant base = record.variant(Side.BASE);
    Variant head = record.variant(Side.HEAD);
    if (base != null && head != null && base.fault() == null) {
      String fault = head.fault();
      if (fault != null && without(head).equals(base)) {
        return fault;
      }
    }
    throw refused(
        record, "of one service with itself (--aa) or with its fault, was of other services");
  }

  private static Variant without(Variant head) {
    return new Variant(
        head.revision(),
        head.dirty(),
        head.tomcat(),
        head.jdk(),
        head.jdkVendor(),
        head.jvmFlags(),
        null,
        null,
        null);
  }

  private static CalibrationException refused(MeasurementRecord record, String rule) {
    return new CalibrationException(
        "record %s must be %s; leave it out".formatted(record.id(), rule));
  }

  /** Returns whether one service was compared with itself. */
  public boolean unchanged() {
    return fault == null;
  }

  boolean invalid() {
    return verdict.verdict() == Outcome.INVALID;
  }

  /**
   * Returns the blocking changes that regressed; empty if the verdict is not regressed. A ceiling
   * that both variants violate is no change.
   */
  public List<MetricKey> regressions() {
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

  /** Returns whether a metric that the fault is expected to affect regressed. */
  public boolean caught() {
    return fault != null && regressions().stream().anyMatch(ExpectedEffect.of(fault)::holds);
  }

  int rounds() {
    return record.launches().stream().mapToInt(Launch::round).max().orElse(0);
  }

  /** Returns the time from the first launch's start to the last one's end; 0 without a launch. */
  double minutes() {
    List<Launch> last =
        record.launches().stream().filter(launch -> launch.round() == rounds()).toList();
    if (last.isEmpty()) {
      return 0;
    }
    // Launches of one round are up together, but each has only its own phases attributed to it.
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

  /** Returns the pairs of one change, if it has any. */
  Optional<DecidingPairs> at(MetricKey change) {
    return deciding.stream().filter(pairs -> pairs.key().equals(change)).findFirst();
  }

  /** Returns the last round of the first analysis, which every comparison reached. */
  int firstLook() {
    return comparison.looks().getFirst().rounds();
  }

  Comparison.Look lastLook() {
    return comparison.looks().getLast();
  }

  /** Metrics and modes that a fault is expected to affect; only these count as caught. */
  public record ExpectedEffect(Set<Metric> metrics, Set<JudgedMode> modes) {
    private static final Set<JudgedMode> EITHER = Set.of(JudgedMode.PLATFORM, JudgedMode.VIRTUAL);
    private static final Set<JudgedMode> VIRTUAL = Set.of(JudgedMode.VIRTUAL);

    /**
     * Returns the expected effect of {@code KIND:SIZE}.
     *
     * @throws CalibrationException for an unknown kind
     */
    public static ExpectedEffect of(String fault) {
      String kind = fault.split(":", 2)[0];
      return switch (kind) {
        case "cpu" -> new ExpectedEffect(Set.of(CPU_PER_REQUEST, CAPACITY), EITHER);
        case "alloc" -> new ExpectedEffect(Set.of(ALLOCATED_PER_REQUEST), EITHER);
        case "latency" -> new ExpectedEffect(Set.of(LATENCY_P50), EITHER);
        // A pinned carrier thread serves no other request, which affects virtual threads only.
        case "pin" ->
            new ExpectedEffect(Set.of(PINNED, LATENCY_P50, LATENCY_P90, LATENCY_P99), VIRTUAL);
        case "lock" ->
            new ExpectedEffect(
                Set.of(LATENCY_P50, LATENCY_P90, LATENCY_P99, CPU_PER_REQUEST), EITHER);
        case "tail" -> new ExpectedEffect(Set.of(LATENCY_TAIL, SLOW_SHARE, LATENCY_P99), EITHER);
        case "leak" ->
            new ExpectedEffect(
                Set.of(RETAINED_PER_REQUEST, PROMOTED_PER_REQUEST, LIVE_SET), EITHER);
        case "retain" -> new ExpectedEffect(Set.of(LIVE_SET), EITHER);
        case "gc" -> new ExpectedEffect(Set.of(COLLECTOR_CPU_PER_REQUEST), EITHER);
        case "collect" ->
            new ExpectedEffect(
                Set.of(COLLECTOR_CPU_PER_REQUEST, CPU_PER_REQUEST_TOTAL, SLOW_SHARE, LATENCY_P99),
                EITHER);
        case "background" -> new ExpectedEffect(Set.of(CPU_AT_REST, CPU_PER_REQUEST_TOTAL), EITHER);
        default ->
            throw new CalibrationException(
                "fault must be of a known kind (cpu, alloc, latency, pin, lock, tail, leak, retain, gc,"
                    + " collect, background), was \""
                    + fault
                    + "\"; update Loomwatch, or leave its records out");
      };
    }

    /** Returns whether the fault is expected to affect this metric and mode. */
    public boolean holds(MetricKey change) {
      return metrics.contains(change.metric()) && modes.contains(change.mode());
    }
  }
}
