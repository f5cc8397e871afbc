package loomwatch.results;

import static loomwatch.results.MetricGroup.LATENCY;
import static loomwatch.results.MetricGroup.OTHER;
import static loomwatch.results.MetricGroup.PAUSES;
import static loomwatch.results.MetricGroup.WORK;
import static loomwatch.results.Nature.Trait.COUNTED;
import static loomwatch.results.Nature.Trait.DECIDES;
import static loomwatch.results.Nature.Trait.HEADLINE;
import static loomwatch.results.Nature.Trait.KEY;
import static loomwatch.results.Nature.Trait.MAY_BE_ZERO;
import static loomwatch.results.Nature.Trait.MEDIAN_OVER_SLICES;
import static loomwatch.results.Nature.Trait.REPEATS;
import static loomwatch.results.Unit.BYTES_PER_OPERATION;
import static loomwatch.results.Unit.BYTES_PER_REQUEST;
import static loomwatch.results.Unit.COUNT;
import static loomwatch.results.Unit.PER_REQUEST;
import static loomwatch.results.Unit.PER_SECOND;
import static loomwatch.results.Unit.SECONDS;
import static loomwatch.results.Unit.SECONDS_PER_OPERATION;
import static loomwatch.results.Unit.SECONDS_PER_REQUEST;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A named quantity: everything Loomwatch measures in a launch, and what is known of it beforehand.
 * Reports and pages are in this order, and hold no list of their own.
 *
 * <p>A launch's value is what its {@link #meaning} says: of what one slice in two shows, the median
 * over its slices (docs/decisions/0018); the other percentiles and the longest are of all its
 * requests. A slice has values of its own, of that slice alone.
 *
 * <p>The list is closed so that thresholds can be checked before anything runs.
 */
public enum Metric {
  LATENCY_P50(
      Nature.ofLatency(
              "p50", 50, "median over slices of the median latency from the intended start")
          .with(HEADLINE, DECIDES, REPEATS, MEDIAN_OVER_SLICES)),
  LATENCY_P75(Nature.ofLatency("p75", 75, "75th percentile from the intended start")),
  LATENCY_P90(Nature.ofLatency("p90", 90, "90th percentile from the intended start").with(DECIDES)),
  LATENCY_P95(Nature.ofLatency("p95", 95, "95th percentile from the intended start")),
  LATENCY_P99(
      Nature.ofLatency("p99", 99, "99th percentile from the intended start")
          .with(HEADLINE, DECIDES)),
  LATENCY_P999(Nature.ofLatency("p99.9", 99.9, "99.9th percentile from the intended start")),
  LATENCY_MAX(
      Nature.ofLatency("max", 100, "longest from the intended start")
          .called(Wording.of("latency max").named("the longest latency", "max"))
          .with(KEY)),
  LATENCY_TAIL(
      Nature.of("latency-tail", SECONDS, LATENCY, "mean latency of the slowest 1 % in quiet slices")
          .called(Wording.of("latency tail").named("the slowest hundredth", "tail"))
          .with(KEY, DECIDES)),
  SLOW_SHARE(
      Nature.of(
              "slow-share",
              PER_REQUEST,
              LATENCY,
              "share of requests later than the objective; without one, ten times as far beyond base's p99 as that is from p50")
          .called(
              Wording.of("slow share")
                  .named("the share of slow requests", "slow")
                  .changing("is late for", "more", "fewer", "requests"))
          .beside(0.001)
          .with(KEY, MAY_BE_ZERO)),
  SERVICE_TIME_P50(
      Nature.ofServiceTime("p50", 50, "median over slices of the median time from the actual send")
          .with(REPEATS, MEDIAN_OVER_SLICES)),
  SERVICE_TIME_P99(Nature.ofServiceTime("p99", 99, "99th percentile of time from the send")),
  CPU_PER_REQUEST(
      Nature.of(
              "cpu-per-request",
              SECONDS_PER_REQUEST,
              WORK,
              "median over slices of the server's CPU time ÷ completed requests")
          .called(
              Wording.of("CPU per request")
                  .named("CPU per request", "CPU")
                  .changing("takes", "more", "less", "CPU per request"))
          .with(HEADLINE, DECIDES, REPEATS, MEDIAN_OVER_SLICES)),
  CPU_PER_REQUEST_TOTAL(
      Nature.of(
              "cpu-per-request-total",
              SECONDS_PER_REQUEST,
              WORK,
              "the server's CPU time from its first slice to its last ÷ completed requests")
          .called(Wording.of("all CPU per request").changing("takes", "more", "less", "CPU in all"))
          .with(KEY, DECIDES)),
  CPU_AT_REST(
      Nature.of(
              "cpu-at-rest", SECONDS, WORK, "CPU time in a second without requests, between slices")
          .called(Wording.of("CPU at rest").named("CPU of an idle second", "CPU at rest"))
          .with(MAY_BE_ZERO)),
  ALLOCATED_PER_REQUEST(
      Nature.of(
              "allocated-per-request",
              BYTES_PER_REQUEST,
              WORK,
              "median over slices of the heap bytes allocated ÷ completed requests")
          .called(
              Wording.of("allocation per request")
                  .named("allocation per request", "allocation")
                  .changing("allocates", "more", "less", "per request"))
          .with(HEADLINE, DECIDES, REPEATS, MEDIAN_OVER_SLICES)),
  GC_PAUSE_TOTAL(
      Nature.of("gc-pause-total", SECONDS, PAUSES, "sum of the GC pauses while measured")
          .called(Wording.of("GC pause total"))
          .with(MAY_BE_ZERO)),
  GC_PAUSE_MAX(
      Nature.of("gc-pause-max", SECONDS, PAUSES, "longest GC pause while measured")
          .called(Wording.of("GC pause max"))
          .with(MAY_BE_ZERO)),
  COLLECTOR_CPU_PER_REQUEST(MemoryNatures.COLLECTOR_CPU_PER_REQUEST),
  PROMOTED_PER_REQUEST(MemoryNatures.PROMOTED_PER_REQUEST),
  PINNED(
      Nature.of(
              "pinned",
              COUNT,
              PAUSES,
              "times a blocked virtual thread kept its carrier 1 ms or longer")
          .with(MAY_BE_ZERO)),
  CONTEXT_SWITCHES_PER_REQUEST(
      Nature.of(
              "context-switches-per-request",
              PER_REQUEST,
              WORK,
              "median over slices of its threads' switches ÷ completed requests")
          .with(MEDIAN_OVER_SLICES, MAY_BE_ZERO)),
  LIVE_SET(MemoryNatures.LIVE_SET),
  RETAINED_PER_REQUEST(MemoryNatures.RETAINED_PER_REQUEST),
  PLATFORM_THREADS_AT_REST(MemoryNatures.PLATFORM_THREADS_AT_REST),
  PLATFORM_THREADS_AFTER_LOAD(MemoryNatures.PLATFORM_THREADS_AFTER_LOAD),
  THREAD_RESERVED_AT_REST(MemoryNatures.THREAD_RESERVED_AT_REST),
  THREAD_RESERVED_AFTER_LOAD(MemoryNatures.THREAD_RESERVED_AFTER_LOAD),
  THREAD_COMMITTED_AT_REST(MemoryNatures.THREAD_COMMITTED_AT_REST),
  THREAD_COMMITTED_AFTER_LOAD(MemoryNatures.THREAD_COMMITTED_AFTER_LOAD),
  COMMITTED_AT_REST(MemoryNatures.COMMITTED_AT_REST),
  COMMITTED_AFTER_LOAD(MemoryNatures.COMMITTED_AFTER_LOAD),
  NATIVE_MEMORY_AFTER_LOAD(MemoryNatures.NATIVE_MEMORY_AFTER_LOAD),
  FILE_DESCRIPTORS_AFTER_LOAD(MemoryNatures.FILE_DESCRIPTORS_AFTER_LOAD),
  RSS_AT_REST(MemoryNatures.RSS_AT_REST),
  RSS_AFTER_LOAD(MemoryNatures.RSS_AFTER_LOAD),
  FAILED_REQUESTS(
      Nature.of("failed-requests", PER_REQUEST, OTHER, "failed requests ÷ all")
          .called(Wording.of("failed requests"))
          .with(COUNTED, MAY_BE_ZERO)),
  REOPENED_CONNECTIONS(
      Nature.of(
              "reopened-connections",
              PER_REQUEST,
              OTHER,
              "connections closed by the server ÷ requests")
          .called(Wording.of("reopened connections"))
          .with(COUNTED, MAY_BE_ZERO)),
  CAPACITY(
      Nature.of(
              "capacity",
              PER_SECOND,
              OTHER,
              "requests answered a second while more are due; with an objective, the highest rate at which it holds")
          .called(Wording.of("capacity").changing("bears", "more", "less", "load"))
          .moreIsBetter()
          .with(HEADLINE, DECIDES, REPEATS)),
  TIME_TO_READY(
      Nature.of("time-to-ready", SECONDS, OTHER, "from starting the process to its ready line")
          .called(Wording.of("time to ready").changing("is ready", "slower", "faster", ""))),
  TIME_PER_OPERATION(
      Nature.of(
              "time-per-operation",
              SECONDS_PER_OPERATION,
              LATENCY,
              "JMH average time of one operation")
          .called(
              Wording.of("time per operation")
                  .named("time per operation", "time/operation")
                  .changing("takes", "more", "less", "time per operation"))
          .with(HEADLINE, DECIDES, REPEATS)),
  ALLOCATED_PER_OPERATION(
      Nature.of(
              "allocated-per-operation",
              BYTES_PER_OPERATION,
              WORK,
              "heap bytes of one operation, JMH's gc.alloc.rate.norm")
          .called(
              Wording.of("allocation per operation")
                  .named("allocation per operation", "allocation/operation")
                  .changing("allocates", "more", "less", "per operation"))
          .with(HEADLINE, DECIDES, REPEATS, MAY_BE_ZERO)),
  STOLEN(
      Nature.of(
              "stolen",
              SECONDS,
              OTHER,
              "time that the host took from the server's CPUs while measured")
          .called(Wording.of("time stolen by the host"))
          .with(MAY_BE_ZERO)),
  CONTROL(
      Nature.of(
              "control",
              SECONDS,
              OTHER,
              "median over slices of the time of a fixed piece of work before each")
          .with(MEDIAN_OVER_SLICES));

  private final Nature nature;

  Metric(Nature nature) {
    this.nature = nature;
  }

  /** The name in records, thresholds and reports. */
  @JsonValue
  public String label() {
    return nature.label();
  }

  /** The base unit of its values. */
  public Unit unit() {
    return nature.unit();
  }

  /** Where it is looked for. */
  public MetricGroup group() {
    return nature.group();
  }

  /** Which way it gets better. */
  public Direction direction() {
    return nature.direction();
  }

  /** One phrase for help texts and reports. */
  public String meaning() {
    return nature.meaning();
  }

  /** What it is called in sentences and headings. */
  public Wording wording() {
    return nature.wording();
  }

  /** Which percentile it is; nothing of what is none. */
  public Optional<Percentile> percentile() {
    return Optional.ofNullable(nature.percentile());
  }

  /** Whether it is told in sentences and wherever there is room for a few numbers. */
  public boolean isHeadline() {
    return nature.traits().contains(HEADLINE);
  }

  /** Whether people look for it first; the others are shown on demand. */
  public boolean isKey() {
    return isHeadline() || nature.traits().contains(KEY);
  }

  /** Whether its changes in history decide; those of the others inform. */
  public boolean decides() {
    return nature.traits().contains(DECIDES);
  }

  /**
   * Whether it repeats from launch to launch, so that a comparison must show that it did not get
   * worse. Of what is noisier it can only be shown that it did.
   */
  public boolean repeats() {
    return nature.traits().contains(REPEATS);
  }

  /**
   * Whether a loaded launch's value is the median over its slices, not that of all its requests.
   */
  public boolean isMedianOverSlices() {
    return nature.traits().contains(MEDIAN_OVER_SLICES);
  }

  /**
   * What is added to both values before they are compared, in its unit; 0 of most. Of what is
   * nothing at best no ratio tells anything: of a byte and two neither is worth a word.
   */
  public double beside() {
    return nature.beside();
  }

  /** What a value is compared by: with that added, where less than nothing is nothing. */
  public double compared(double value) {
    return beside() == 0 ? value : Math.max(0, value) + beside();
  }

  /** Whether it is events out of so many requests, so that their numbers are compared. */
  public boolean isCounted() {
    return nature.traits().contains(COUNTED);
  }

  /** Whether a launch may really have none of it: of all else a 0 was not measured. */
  public boolean mayBeZero() {
    return nature.traits().contains(MAY_BE_ZERO);
  }

  /** The metric of that label, or nothing. */
  public static Optional<Metric> named(String label) {
    return Stream.of(values()).filter(metric -> metric.label().equals(label)).findFirst();
  }

  /** Every label, in the order of reports. */
  public static List<String> labels() {
    return Stream.of(values()).map(Metric::label).toList();
  }
}
