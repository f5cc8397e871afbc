package loomwatch.results;

import static loomwatch.results.Direction.LOWER_IS_BETTER;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A named quantity with unit and direction: everything Loomwatch measures in a launch.
 *
 * <p>A launch's value is what its {@link #meaning} says: of what one slice in two shows, the median
 * over its slices (docs/decisions/0018); the other percentiles and the longest are of all its
 * requests. A slice has values of its own, of that slice alone.
 *
 * <p>The list is closed so that thresholds can be checked before anything runs.
 */
public enum Metric {
  LATENCY_P50(
      "latency-p50",
      Unit.SECONDS,
      "median over slices of the median latency from the intended start"),
  LATENCY_P75("latency-p75", Unit.SECONDS, "75th percentile of latency from the intended start"),
  LATENCY_P90("latency-p90", Unit.SECONDS, "90th percentile of latency from the intended start"),
  LATENCY_P95("latency-p95", Unit.SECONDS, "95th percentile of latency from the intended start"),
  LATENCY_P99("latency-p99", Unit.SECONDS, "99th percentile of latency from the intended start"),
  LATENCY_P999(
      "latency-p99.9", Unit.SECONDS, "99.9th percentile of latency from the intended start"),
  LATENCY_MAX("latency-max", Unit.SECONDS, "longest latency from the intended start"),
  SERVICE_TIME_P50(
      "service-time-p50",
      Unit.SECONDS,
      "median over slices of the median time from the actual send"),
  SERVICE_TIME_P99("service-time-p99", Unit.SECONDS, "99th percentile of time from the send"),
  CPU_PER_REQUEST(
      "cpu-per-request",
      Unit.SECONDS_PER_REQUEST,
      "median over slices of the server process's CPU time, all threads, over completed requests"),
  ALLOCATED_PER_REQUEST(
      "allocated-per-request",
      Unit.BYTES_PER_REQUEST,
      "median over slices of the heap bytes allocated by all threads, over completed requests"),
  GC_PAUSE_TOTAL("gc-pause-total", Unit.SECONDS, "sum of the GC pauses while measured"),
  GC_PAUSE_MAX("gc-pause-max", Unit.SECONDS, "longest GC pause while measured"),
  PINNED("pinned", Unit.COUNT, "times a blocked virtual thread kept its carrier 1 ms or longer"),
  CONTEXT_SWITCHES_PER_REQUEST(
      "context-switches-per-request",
      Unit.PER_REQUEST,
      "median over slices of the switches of the server's threads, voluntary or not, over completed requests"),
  PLATFORM_THREADS_AT_REST(
      "platform-threads-at-rest", Unit.COUNT, "operating-system threads before any load"),
  PLATFORM_THREADS_AFTER_LOAD(
      "platform-threads-after-load", Unit.COUNT, "operating-system threads after the load"),
  THREAD_RESERVED_AT_REST(
      "thread-reserved-at-rest", Unit.BYTES, "address space reserved for thread stacks at rest"),
  THREAD_RESERVED_AFTER_LOAD(
      "thread-reserved-after-load",
      Unit.BYTES,
      "address space reserved for thread stacks after the load"),
  THREAD_COMMITTED_AT_REST(
      "thread-committed-at-rest", Unit.BYTES, "memory committed for thread stacks at rest"),
  THREAD_COMMITTED_AFTER_LOAD(
      "thread-committed-after-load",
      Unit.BYTES,
      "memory committed for thread stacks after the load"),
  COMMITTED_AT_REST("committed-at-rest", Unit.BYTES, "all memory the JVM committed, at rest"),
  COMMITTED_AFTER_LOAD(
      "committed-after-load", Unit.BYTES, "all memory the JVM committed, after the load"),
  RSS_AT_REST("rss-at-rest", Unit.BYTES, "resident set size at rest"),
  RSS_AFTER_LOAD("rss-after-load", Unit.BYTES, "resident set size after the load"),
  TIME_TO_READY("time-to-ready", Unit.SECONDS, "from starting the process to its ready line"),
  TIME_PER_OPERATION(
      "time-per-operation", Unit.SECONDS_PER_OPERATION, "JMH average time of one operation"),
  ALLOCATED_PER_OPERATION(
      "allocated-per-operation",
      Unit.BYTES_PER_OPERATION,
      "heap bytes of one operation, JMH's gc.alloc.rate.norm"),
  CONTROL(
      "control",
      Unit.SECONDS,
      "median over slices of the time of a fixed piece of work on the server's CPUs, done before each");

  /** What one slice in two shows: a disturbed one cannot move it far (decision 18). */
  private static final Set<Metric> OVER_SLICES =
      EnumSet.of(
          LATENCY_P50,
          SERVICE_TIME_P50,
          CPU_PER_REQUEST,
          ALLOCATED_PER_REQUEST,
          CONTEXT_SWITCHES_PER_REQUEST,
          CONTROL);

  /** What counts events that need not happen, or that some kernels and collectors do not tell. */
  private static final Set<Metric> MAY_BE_ZERO =
      EnumSet.of(
          GC_PAUSE_TOTAL,
          GC_PAUSE_MAX,
          PINNED,
          CONTEXT_SWITCHES_PER_REQUEST,
          ALLOCATED_PER_OPERATION);

  private final String label;
  private final Unit unit;
  private final String meaning;

  Metric(String label, Unit unit, String meaning) {
    this.label = label;
    this.unit = unit;
    this.meaning = meaning;
  }

  /** The name in records, thresholds and reports. */
  @JsonValue
  public String label() {
    return label;
  }

  /** The base unit of its values. */
  public Unit unit() {
    return unit;
  }

  /**
   * Whether a loaded launch's value is the median over its slices, not that of all its requests.
   */
  public boolean isMedianOverSlices() {
    return OVER_SLICES.contains(this);
  }

  /** Whether a launch may really have none of it: of all else a 0 was not measured. */
  public boolean mayBeZero() {
    return MAY_BE_ZERO.contains(this);
  }

  /** Which way it gets better. */
  public Direction direction() {
    return LOWER_IS_BETTER;
  }

  /** One phrase for help texts and reports. */
  public String meaning() {
    return meaning;
  }

  /** The metric of that label, or nothing. */
  public static Optional<Metric> named(String label) {
    return Stream.of(values()).filter(metric -> metric.label.equals(label)).findFirst();
  }

  /** Every label, in the order of reports. */
  public static List<String> labels() {
    return Stream.of(values()).map(Metric::label).toList();
  }
}
