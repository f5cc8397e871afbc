package loomwatch.results;

import static java.util.Objects.requireNonNull;
import static loomwatch.results.Metric.Definition.of;
import static loomwatch.results.Metric.Definition.percentileOf;
import static loomwatch.results.Metric.Direction.HIGHER_IS_BETTER;
import static loomwatch.results.Metric.Direction.LOWER_IS_BETTER;
import static loomwatch.results.Metric.MetricGroup.COUNTS;
import static loomwatch.results.Metric.MetricGroup.LATENCY;
import static loomwatch.results.Metric.MetricGroup.MEMORY;
import static loomwatch.results.Metric.MetricGroup.OTHER;
import static loomwatch.results.Metric.MetricGroup.PAUSES;
import static loomwatch.results.Metric.MetricGroup.WORK;
import static loomwatch.results.Metric.Trait.COUNTED;
import static loomwatch.results.Metric.Trait.DECIDES;
import static loomwatch.results.Metric.Trait.EXACT;
import static loomwatch.results.Metric.Trait.HEADLINE;
import static loomwatch.results.Metric.Trait.KEY;
import static loomwatch.results.Metric.Trait.MAY_BE_ZERO;
import static loomwatch.results.Metric.Trait.MEDIAN_OVER_WINDOWS;
import static loomwatch.results.Metric.Trait.REPEATS;
import static loomwatch.results.Metric.Unit.BYTES;
import static loomwatch.results.Metric.Unit.BYTES_PER_OPERATION;
import static loomwatch.results.Metric.Unit.BYTES_PER_REQUEST;
import static loomwatch.results.Metric.Unit.COUNT;
import static loomwatch.results.Metric.Unit.PER_REQUEST;
import static loomwatch.results.Metric.Unit.PER_SECOND;
import static loomwatch.results.Metric.Unit.SECONDS;
import static loomwatch.results.Metric.Unit.SECONDS_PER_OPERATION;
import static loomwatch.results.Metric.Unit.SECONDS_PER_REQUEST;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.results.Metric.Percentile.Times;
import org.jspecify.annotations.Nullable;

/**
 * A named quantity: all that Loomwatch measures in a launch, and its properties. Reports and pages
 * use this order and have no list of their own; a new metric is one constant here. The list is
 * closed so that thresholds can be checked before a run.
 *
 * <p>A launch's value is what its {@link #meaning} states: for quantities that a typical window
 * shows, the median over its windows (docs/decisions/0018); other percentiles and the maximum are
 * over all its requests. Each window has values of its own.
 */
public enum Metric {
  LATENCY_P50(
      percentileOf(
              50,
              Times.LATENCY,
              "median over windows of the median latency from the intended start")
          .with(HEADLINE, DECIDES, REPEATS, MEDIAN_OVER_WINDOWS)),
  LATENCY_P75(percentileOf(75, Times.LATENCY, "75th percentile from the intended start")),
  LATENCY_P90(
      percentileOf(90, Times.LATENCY, "90th percentile from the intended start").with(DECIDES)),
  LATENCY_P95(percentileOf(95, Times.LATENCY, "95th percentile from the intended start")),
  LATENCY_P99(
      percentileOf(99, Times.LATENCY, "99th percentile from the intended start")
          .with(HEADLINE, DECIDES)),
  LATENCY_P999(percentileOf(99.9, Times.LATENCY, "99.9th percentile from the intended start")),
  LATENCY_MAX(
      percentileOf(100, Times.LATENCY, "longest from the intended start")
          .called("latency max")
          .named("the longest latency", "max")
          .with(KEY)),
  LATENCY_TAIL(
      of(SECONDS, LATENCY, "mean latency of the slowest 1 % in quiet windows")
          .called("latency tail")
          .named("the slowest hundredth", "tail")
          .with(KEY, DECIDES)),
  SLOW_SHARE(
      of(
              PER_REQUEST,
              LATENCY,
              "share of requests later than the objective; without one, ten times as far beyond base's p99 as that is from p50")
          .called("slow share")
          .named("the share of slow requests", "slow")
          .changing("is late for", "more", "fewer", "requests")
          .beside(0.001)
          .with(KEY, MAY_BE_ZERO)),
  SERVICE_TIME_P50(
      percentileOf(
              50, Times.SERVICE_TIME, "median over windows of the median time from the actual send")
          .with(REPEATS, MEDIAN_OVER_WINDOWS)),
  SERVICE_TIME_P99(percentileOf(99, Times.SERVICE_TIME, "99th percentile of time from the send")),
  CPU_PER_REQUEST(
      of(
              SECONDS_PER_REQUEST,
              WORK,
              "median over windows of the server's CPU time ÷ completed requests")
          .called("CPU per request")
          .named("CPU per request", "CPU")
          .changing("takes", "more", "less", "CPU per request")
          .with(HEADLINE, DECIDES, REPEATS, MEDIAN_OVER_WINDOWS)),
  CPU_PER_REQUEST_TOTAL(
      of(
              SECONDS_PER_REQUEST,
              WORK,
              "the server's CPU time from its first window to its last ÷ completed requests")
          .called("all CPU per request")
          .changing("takes", "more", "less", "CPU in all")
          .with(KEY, DECIDES)),
  CPU_AT_REST(
      of(SECONDS, WORK, "CPU time in a second without requests, between windows")
          .called("CPU at rest")
          .named("CPU of an idle second", "CPU at rest")
          .with(MAY_BE_ZERO)),
  ALLOCATED_PER_REQUEST(
      of(
              BYTES_PER_REQUEST,
              WORK,
              "median over windows of the heap bytes allocated ÷ completed requests")
          .called("allocation per request")
          .named("allocation per request", "allocation")
          .changing("allocates", "more", "less", "per request")
          .with(HEADLINE, DECIDES, REPEATS, MEDIAN_OVER_WINDOWS)),
  GC_PAUSE_TOTAL(
      of(SECONDS, PAUSES, "sum of the GC pauses while measured")
          .called("GC pause total")
          .with(MAY_BE_ZERO)),
  GC_PAUSE_MAX(
      of(SECONDS, PAUSES, "longest GC pause while measured")
          .called("GC pause max")
          .with(MAY_BE_ZERO)),
  COLLECTOR_CPU_PER_REQUEST(
      of(
              SECONDS_PER_REQUEST,
              PAUSES,
              "the collectors' CPU time ÷ bytes allocated meanwhile × those of a request")
          .called("collectors' CPU per request")
          .changing("takes", "more", "less", "CPU for collections")
          .with(KEY, DECIDES)),
  PROMOTED_PER_REQUEST(
      of(
              BYTES_PER_REQUEST,
              PAUSES,
              "bytes moved to the old generation ÷ those allocated meanwhile × those of a request")
          .called("promotion per request")
          .changing("promotes", "more", "less", "per request")
          .beside(8)
          .with(MAY_BE_ZERO)),
  PINNED(
      of(COUNT, PAUSES, "times a blocked virtual thread kept its carrier 1 ms or longer")
          .with(MAY_BE_ZERO)),
  CONTEXT_SWITCHES_PER_REQUEST(
      of(PER_REQUEST, WORK, "median over windows of its threads' switches ÷ completed requests")
          .with(MEDIAN_OVER_WINDOWS, MAY_BE_ZERO)),
  LIVE_SET(
      of(BYTES, MEMORY, "heap in use after load and a full collection")
          .called("live set")
          .changing("keeps", "more", "less", "alive")
          .with(HEADLINE, DECIDES)),
  RETAINED_PER_REQUEST(
      of(
              BYTES_PER_REQUEST,
              MEMORY,
              "what the live set grew by since the warm-up ÷ requests answered meanwhile")
          .called("growth of the live set per request")
          .named("what a request leaves behind", "kept/request")
          .changing("keeps", "more", "less", "of each request")
          .beside(8)
          .with(KEY, MAY_BE_ZERO)),
  PLATFORM_THREADS_AT_REST(of(COUNT, MEMORY, "operating-system threads before any load")),
  PLATFORM_THREADS_AFTER_LOAD(
      of(COUNT, MEMORY, "operating-system threads after the load")
          .called("platform threads after load")
          .named("platform threads after load", "platform threads")
          .changing("has", "more", "fewer", "platform threads after the load")
          .with(KEY)),
  THREAD_RESERVED_AT_REST(
      of(BYTES, MEMORY, "address space reserved for thread stacks at rest")
          .called("thread memory reserved at rest")),
  THREAD_RESERVED_AFTER_LOAD(
      of(BYTES, MEMORY, "address space reserved for thread stacks after the load")
          .called("thread memory reserved after load")
          .named("thread memory reserved", "threads' memory")
          .with(HEADLINE, DECIDES)),
  THREAD_COMMITTED_AT_REST(
      of(BYTES, MEMORY, "memory committed for thread stacks at rest")
          .called("thread memory committed at rest")),
  THREAD_COMMITTED_AFTER_LOAD(
      of(BYTES, MEMORY, "memory committed for thread stacks after the load")
          .called("thread memory committed after load")),
  COMMITTED_AT_REST(
      of(BYTES, MEMORY, "all memory the JVM committed, at rest")
          .called("memory committed at rest")),
  COMMITTED_AFTER_LOAD(
      of(BYTES, MEMORY, "all memory the JVM committed, after the load")
          .called("memory committed after load")
          .changing("has", "more", "less", "memory committed after the load")
          .with(DECIDES)),
  NATIVE_MEMORY_AFTER_LOAD(
      of(BYTES, MEMORY, "memory the JVM committed beside the heap, after the load")
          .called("native memory after load")
          .changing("has", "more", "less", "native memory after the load")
          .with(DECIDES)),
  FILE_DESCRIPTORS_AFTER_LOAD(
      of(COUNT, MEMORY, "files, sockets and pipes that are open after the load")
          .called("file descriptors after load")
          .named("file descriptors after load", "file descriptors")
          .changing("has", "more", "fewer", "file descriptors open after the load")
          .with(KEY)),
  RSS_AT_REST(of(BYTES, MEMORY, "resident set size at rest").called("RSS at rest")),
  RSS_AFTER_LOAD(
      of(BYTES, MEMORY, "resident set size after the load")
          .called("RSS after load")
          .named("resident memory", "RSS")
          .changing("has", "more", "less", "memory resident after the load")
          .with(HEADLINE, DECIDES)),
  FAILED_REQUESTS(of(PER_REQUEST, OTHER, "failed requests ÷ all").with(COUNTED, MAY_BE_ZERO)),
  REOPENED_CONNECTIONS(
      of(PER_REQUEST, OTHER, "connections closed by the server ÷ requests")
          .with(COUNTED, MAY_BE_ZERO)),
  CAPACITY(
      of(
              PER_SECOND,
              OTHER,
              "requests answered a second while more are due; with an objective, the highest rate at which it holds")
          .called("capacity")
          .changing("bears", "more", "less", "load")
          .moreIsBetter()
          .with(HEADLINE, DECIDES, REPEATS)),
  TIME_TO_READY(
      of(SECONDS, OTHER, "from starting the process to its ready line")
          .called("time to ready")
          .changing("is ready", "slower", "faster", "")),
  SQL_STATEMENTS(
      of(PER_REQUEST, COUNTS, "executions of SQL statements ÷ requests, while they are counted")
          .called("SQL statements per request")
          .changing("executes", "more", "fewer", "SQL statements per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  OUTGOING_CALLS(
      of(PER_REQUEST, COUNTS, "HTTP and gRPC calls of other services ÷ requests")
          .called("outgoing calls per request")
          .changing("makes", "more", "fewer", "calls of other services per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  ROUND_TRIPS(
      of(PER_REQUEST, COUNTS, "writes to other services that were followed by a read ÷ requests")
          .called("round trips per request")
          .changing("makes", "more", "fewer", "round trips to other services per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  EXCEPTIONS(
      of(PER_REQUEST, COUNTS, "exceptions and errors that were created ÷ requests")
          .called("exceptions per request")
          .changing("throws", "more", "fewer", "exceptions per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  LOG_EVENTS(
      of(PER_REQUEST, COUNTS, "events that Logback, Log4j or the JDK's logging wrote ÷ requests")
          .called("log events per request")
          .changing("writes", "more", "fewer", "log events per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  FILE_READS(
      of(PER_REQUEST, COUNTS, "reads of files ÷ requests")
          .called("file reads per request")
          .changing("does", "more", "fewer", "file reads per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  FILE_WRITES(
      of(PER_REQUEST, COUNTS, "writes to files ÷ requests")
          .called("file writes per request")
          .changing("does", "more", "fewer", "file writes per request")
          .beside(0.05)
          .with(MAY_BE_ZERO, EXACT)),
  CONTENDED_LOCKS(
      of(PER_REQUEST, COUNTS, "waits of platform threads for locks ÷ requests, on all connections")
          .called("waits for locks per request")
          .changing("waits", "more", "less", "often for locks")
          .beside(0.05)
          .with(MAY_BE_ZERO)),
  RESPONSE_BYTES(
      of(
              BYTES_PER_REQUEST,
              COUNTS,
              "median over windows of a response's bytes with headers, as decoded for HTTP/2 and TLS")
          .called("response size")
          .changing("answers with", "more", "fewer", "bytes")
          .beside(16)
          .with(KEY, MEDIAN_OVER_WINDOWS)),
  READ_CALLS(
      of(PER_REQUEST, COUNTS, "median over windows of system calls that read ÷ completed requests")
          .called("read calls per request")
          .changing("makes", "more", "fewer", "read calls per request")
          .beside(0.05)
          .with(MEDIAN_OVER_WINDOWS, MAY_BE_ZERO)),
  WRITE_CALLS(
      of(PER_REQUEST, COUNTS, "median over windows of system calls that write ÷ completed requests")
          .called("write calls per request")
          .changing("makes", "more", "fewer", "write calls per request")
          .beside(0.05)
          .with(MEDIAN_OVER_WINDOWS, MAY_BE_ZERO)),
  DISK_WRITES(
      of(
              BYTES_PER_REQUEST,
              COUNTS,
              "median over windows of the bytes to be written to disks ÷ completed requests")
          .called("disk writes per request")
          .changing("writes", "more", "less", "to disks per request")
          .beside(16)
          .with(MEDIAN_OVER_WINDOWS, MAY_BE_ZERO)),
  THREADS_STARTED(
      of(
              PER_REQUEST,
              COUNTS,
              "median over windows of the platform threads started ÷ completed requests")
          .called("threads started per request")
          .changing("starts", "more", "fewer", "platform threads per request")
          .beside(0.05)
          .with(MEDIAN_OVER_WINDOWS, MAY_BE_ZERO)),
  CLASSES_LOADED(
      of(PER_REQUEST, COUNTS, "median over windows of the classes loaded ÷ completed requests")
          .called("classes loaded per request")
          .changing("loads", "more", "fewer", "classes per request")
          .beside(0.05)
          .with(MEDIAN_OVER_WINDOWS, MAY_BE_ZERO)),
  TIME_PER_OPERATION(
      of(SECONDS_PER_OPERATION, LATENCY, "JMH average time of one operation")
          .called("time per operation")
          .named("time per operation", "time/operation")
          .changing("takes", "more", "less", "time per operation")
          .with(HEADLINE, DECIDES, REPEATS)),
  ALLOCATED_PER_OPERATION(
      of(BYTES_PER_OPERATION, WORK, "heap bytes of one operation, JMH's gc.alloc.rate.norm")
          .called("allocation per operation")
          .named("allocation per operation", "allocation/operation")
          .changing("allocates", "more", "less", "per operation")
          .beside(8)
          .with(HEADLINE, DECIDES, REPEATS, MAY_BE_ZERO)),
  STOLEN(
      of(SECONDS, OTHER, "time that the host took from the server's CPUs while measured")
          .called("time stolen by the host")
          .with(MAY_BE_ZERO)),
  CONTROL(
      of(SECONDS, OTHER, "median over windows of the time of a fixed piece of work before each")
          .with(MEDIAN_OVER_WINDOWS));

  enum Trait {
    /** The metric appears in sentences and wherever space is short. */
    HEADLINE,
    /** The metric is shown by default; others are shown on demand. */
    KEY,
    /** The metric is stable enough between launches for its history to decide. */
    DECIDES,
    /** The metric is so stable that a comparison must show that it did not get worse. */
    REPEATS,
    /** The metric is a median over windows, robust against disturbed ones (decision 18). */
    MEDIAN_OVER_WINDOWS,
    /** The metric counts events among requests and is judged as a count. */
    COUNTED,
    /**
     * The metric counts what requests do, one connection at a time: where equal requests do equal
     * work its value is the same in every launch.
     */
    EXACT,
    /** The metric counts events that may not occur, or that some kernels do not report. */
    MAY_BE_ZERO
  }

  private final Definition defined;
  private final String label;
  private final Wording wording;

  Metric(Definition defined) {
    this.defined = defined;
    label =
        defined.percentile == null
            ? name().toLowerCase(Locale.ROOT).replace('_', '-')
            : defined.percentile.label();
    wording = defined.wording == null ? Wording.of(label.replace('-', ' ')) : defined.wording;
  }

  @JsonValue
  public String label() {
    return label;
  }

  public Unit unit() {
    return defined.unit;
  }

  public MetricGroup group() {
    return defined.group;
  }

  public Direction direction() {
    return defined.direction;
  }

  public String meaning() {
    return defined.meaning;
  }

  public Wording wording() {
    return wording;
  }

  public Optional<Percentile> percentile() {
    return Optional.ofNullable(defined.percentile);
  }

  public boolean isHeadline() {
    return defined.traits.contains(HEADLINE);
  }

  public boolean isKey() {
    return isHeadline() || defined.traits.contains(KEY);
  }

  public boolean decides() {
    return defined.traits.contains(DECIDES);
  }

  public boolean repeats() {
    return defined.traits.contains(REPEATS);
  }

  public boolean isMedianOverWindows() {
    return defined.traits.contains(MEDIAN_OVER_WINDOWS);
  }

  /**
   * Returns what is added to both values before they are compared (the started logarithm of Tukey,
   * Exploratory Data Analysis, 1977), in the metric's unit; 0 for most metrics. Without it, ratios
   * of values near 0 would be large and irrelevant, such as 2 bytes to 1.
   */
  public double beside() {
    return defined.beside;
  }

  /** Returns the value to compare, which is at least 0 where a constant is added. */
  public double compared(double value) {
    return defined.beside == 0 ? value : Math.max(0, value) + defined.beside;
  }

  public boolean isCounted() {
    return defined.traits.contains(COUNTED);
  }

  public boolean isExact() {
    return defined.traits.contains(EXACT);
  }

  /** Reports whether a launch lists what was counted, in {@link Launch#counts}. */
  public boolean hasParts() {
    return isExact() || this == CONTENDED_LOCKS || this == RESPONSE_BYTES;
  }

  public boolean mayBeZero() {
    return defined.traits.contains(MAY_BE_ZERO);
  }

  public static Optional<Metric> named(String label) {
    return Stream.of(values()).filter(metric -> metric.label.equals(label)).findFirst();
  }

  public static List<String> labels() {
    return Stream.of(values()).map(Metric::label).toList();
  }

  /** Properties of a metric. By default less is better and its name is its label. */
  static final class Definition {
    private final Unit unit;
    private final MetricGroup group;
    private final String meaning;
    private final @Nullable Percentile percentile;
    private @Nullable Wording wording;
    private Direction direction = LOWER_IS_BETTER;
    private double beside;
    private Set<Trait> traits = Set.of();

    private Definition(
        Unit unit, MetricGroup group, String meaning, @Nullable Percentile percentile) {
      this.unit = unit;
      this.group = group;
      this.meaning = meaning;
      this.percentile = percentile;
    }

    static Definition of(Unit unit, MetricGroup group, String meaning) {
      return new Definition(unit, group, meaning, null);
    }

    static Definition percentileOf(double rank, Times times, String meaning) {
      Percentile percentile = new Percentile(rank, times);
      Definition defined = new Definition(SECONDS, LATENCY, meaning, percentile);
      return times == Times.SERVICE_TIME || percentile.isMaximum()
          ? defined
          : defined
              .called("latency " + percentile.shortName())
              .named(percentile.shortName(), percentile.shortName())
              .changing("answers", "slower", "faster", "at " + percentile.shortName());
    }

    Definition called(String heading) {
      wording = Wording.of(heading);
      return this;
    }

    Definition named(String sentence, String narrow) {
      Wording before = requireNonNull(wording, "called() comes first");
      wording = new Wording(before.heading(), sentence, narrow, before.change());
      return this;
    }

    Definition changing(String verb, String more, String less, String rest) {
      Wording before = requireNonNull(wording, "called() comes first");
      wording =
          new Wording(
              before.heading(),
              before.name(),
              before.column(),
              new Wording.Change(verb, more, less, rest));
      return this;
    }

    Definition moreIsBetter() {
      direction = HIGHER_IS_BETTER;
      return this;
    }

    Definition beside(double added) {
      beside = added;
      return this;
    }

    Definition with(Trait... some) {
      traits = Set.of(some);
      return this;
    }
  }

  /** The base unit of a metric's stored values. Reports scale them for people. */
  public enum Unit {
    SECONDS("s"),
    SECONDS_PER_REQUEST("s/request"),
    SECONDS_PER_OPERATION("s/op"),
    BYTES("B"),
    BYTES_PER_REQUEST("B/request"),
    BYTES_PER_OPERATION("B/op"),
    COUNT("1"),
    PER_REQUEST("1/request"),
    PER_SECOND("1/s");

    private final String symbol;

    Unit(String symbol) {
      this.symbol = symbol;
    }

    @JsonValue
    public String symbol() {
      return symbol;
    }

    public boolean isOfSpeed() {
      return switch (this) {
        case SECONDS, SECONDS_PER_REQUEST, SECONDS_PER_OPERATION, PER_SECOND -> true;
        case BYTES, BYTES_PER_REQUEST, BYTES_PER_OPERATION, COUNT, PER_REQUEST -> false;
      };
    }

    public boolean isPerOperation() {
      return this == SECONDS_PER_OPERATION || this == BYTES_PER_OPERATION;
    }
  }

  /** The direction in which a metric improves. It belongs to the metric, not to a tool or chart. */
  public enum Direction {
    LOWER_IS_BETTER("lower"),
    HIGHER_IS_BETTER("higher");

    private final String label;

    Direction(String label) {
      this.label = label;
    }

    @JsonValue
    public String label() {
      return label;
    }

    /** Returns +1 if larger is worse, −1 if smaller is. */
    public int sign() {
      return switch (this) {
        case LOWER_IS_BETTER -> 1;
        case HIGHER_IS_BETTER -> -1;
      };
    }
  }

  public enum MetricGroup {
    LATENCY("Latency"),
    WORK("Work for each request"),
    PAUSES("Garbage collection and pinning"),
    COUNTS("Counts of what requests do"),
    MEMORY("Memory and threads, at rest and after load"),
    OTHER("Other");

    private final String heading;

    MetricGroup(String heading) {
      this.heading = heading;
    }

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public String heading() {
      return heading;
    }
  }

  /**
   * A percentile of times.
   *
   * @param rank above 0, at most 100, which is the maximum
   * @param times what it is taken of
   */
  public record Percentile(double rank, Times times) {
    /** Fewest samples beyond it in a launch for a rank that is accurate within 10 %. */
    public static final int ENOUGH_BEYOND = 100;

    public enum Times {
      /** Time since the request was due. */
      LATENCY,
      /** Time since the request was sent. */
      SERVICE_TIME
    }

    String shortName() {
      return isMaximum() ? "max" : "p" + (rank == (int) rank ? String.valueOf((int) rank) : rank);
    }

    String label() {
      return times.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + shortName();
    }

    public boolean isMaximum() {
      return rank == 100;
    }

    public @Nullable LatencyHistogram in(LoadResult load) {
      return switch (times) {
        case LATENCY -> load.latency();
        case SERVICE_TIME -> load.serviceTime();
      };
    }
  }

  /**
   * The names of a metric.
   *
   * @param heading of a chart or a table row: {@code thread memory reserved after load}
   * @param name as a noun in a sentence, maybe shorter: {@code thread memory reserved}
   * @param column of a narrow column of numbers: {@code threads' memory}
   * @param change phrase for a change
   */
  public record Wording(String heading, String name, String column, Change change) {

    /**
     * A phrase such as {@code answers 3 % slower at p99}: verb, size, more or less, rest.
     *
     * @param more the word for a value that grew
     * @param less the word for a value that fell
     */
    public record Change(String verb, String more, String less, String rest) {
      public String of(String size, boolean grew) {
        return (verb + " " + size + " " + (grew ? more : less) + " " + rest).strip();
      }
    }

    static Wording of(String heading) {
      return new Wording(heading, heading, heading, new Change("has", "higher", "lower", heading));
    }
  }
}
