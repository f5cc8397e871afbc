package loomwatch.judge.calibration;

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

import java.util.Set;
import loomwatch.judge.verdict.ChangeKey;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.results.Metric;

/**
 * What a handicap is expected to move: a regression found elsewhere is no catch.
 *
 * @param metrics any of these
 * @param modes in any of these
 */
public record ExpectedEffect(Set<Metric> metrics, Set<JudgedMode> modes) {
  private static final Set<JudgedMode> EITHER = Set.of(JudgedMode.PLATFORM, JudgedMode.VIRTUAL);
  private static final Set<JudgedMode> VIRTUAL = Set.of(JudgedMode.VIRTUAL);

  /**
   * By its kind.
   *
   * @param handicap as {@code KIND:SIZE}
   * @throws CalibrationException for a kind that is not known
   */
  public static ExpectedEffect of(String handicap) {
    String kind = handicap.split(":", 2)[0];
    return switch (kind) {
      case "cpu" -> new ExpectedEffect(Set.of(CPU_PER_REQUEST, CAPACITY), EITHER);
      case "alloc" -> new ExpectedEffect(Set.of(ALLOCATED_PER_REQUEST), EITHER);
      case "latency" -> new ExpectedEffect(Set.of(LATENCY_P50), EITHER);
      // A pinned carrier serves nobody else, which only virtual threads notice.
      case "pin" ->
          new ExpectedEffect(Set.of(PINNED, LATENCY_P50, LATENCY_P90, LATENCY_P99), VIRTUAL);
      case "lock" ->
          new ExpectedEffect(
              Set.of(LATENCY_P50, LATENCY_P90, LATENCY_P99, CPU_PER_REQUEST), EITHER);
      case "tail" -> new ExpectedEffect(Set.of(LATENCY_TAIL, SLOW_SHARE, LATENCY_P99), EITHER);
      case "leak" ->
          new ExpectedEffect(Set.of(RETAINED_PER_REQUEST, PROMOTED_PER_REQUEST, LIVE_SET), EITHER);
      case "retain" -> new ExpectedEffect(Set.of(LIVE_SET), EITHER);
      case "gc" -> new ExpectedEffect(Set.of(COLLECTOR_CPU_PER_REQUEST), EITHER);
      case "collect" ->
          new ExpectedEffect(
              Set.of(COLLECTOR_CPU_PER_REQUEST, CPU_PER_REQUEST_TOTAL, SLOW_SHARE, LATENCY_P99),
              EITHER);
      case "background" -> new ExpectedEffect(Set.of(CPU_AT_REST, CPU_PER_REQUEST_TOTAL), EITHER);
      default ->
          throw new CalibrationException(
              "handicap must be of a known kind (cpu, alloc, latency, pin, lock, tail, leak, retain, gc,"
                  + " collect, background), was \""
                  + handicap
                  + "\"; update Loomwatch, or leave its records out");
    };
  }

  /** Whether a change there is expected of it. */
  public boolean holds(ChangeKey change) {
    return metrics.contains(change.metric()) && modes.contains(change.mode());
  }
}
