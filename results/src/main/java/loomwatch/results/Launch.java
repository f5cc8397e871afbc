package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One fresh JVM, from start to stop: the unit of analysis. A JMH fork is a launch too.
 *
 * @param round in which it was measured, from 1; launches are paired by it
 * @param order its place in the round, from 0
 * @param variant {@code head}; {@code base} in a comparison; in a study the levels of its variant
 * @param mode how the server's threads serve requests; for a JMH benchmark the kind of thread used
 * @param phases its wall time by phase, or null for a JMH fork
 * @param warmUp evidence of the steady state, or null for a JMH fork of few iterations
 * @param load all its windows pooled, or null for a JMH fork
 * @param samples one value for each metric that could be measured
 * @param counts what it did for requests that were counted; null if none were
 * @param methods what the calls of changed methods took; null if none were timed
 * @param invalid why it does not count; empty for a valid launch. Without a reason, a {@link
 *     DeadCounter} adds its own, in stored launches too
 */
public record Launch(
    int round,
    int order,
    String variant,
    Mode mode,
    String scenario,
    Instant startedAt,
    @Nullable Phases phases,
    @Nullable WarmUp warmUp,
    @Nullable LoadResult load,
    List<Window> windows,
    List<Sample> samples,
    @Nullable List<Count> counts,
    @Nullable List<MethodTime> methods,
    List<Invalid> invalid) {

  static final Set<String> VARIANTS_COMPARED = Set.of(Side.BASE.label(), Side.HEAD.label());

  private static final String VARIANT_PATTERN = "[a-z0-9][a-z0-9._-]{0,99}";
  private static final String VARIANT_MEANING =
      "a name of up to 100 lower-case letters, digits, dots, hyphens and underscores";

  public Launch {
    Require.atLeast("round", 1, round);
    Require.atLeast("order", 0, order);
    Require.matches("variant", VARIANT_PATTERN, VARIANT_MEANING, variant);
    Require.text("scenario", scenario);
    Sample.requireEachMetricOnce(samples);
    windows = List.copyOf(windows);
    samples = List.copyOf(samples);
    counts = counts == null ? null : List.copyOf(counts);
    methods = methods == null ? null : List.copyOf(methods);
    invalid =
        invalid.isEmpty() ? DeadCounter.of(load, samples).stream().toList() : List.copyOf(invalid);
  }

  /** Creates a launch whose requests were not counted, and whose methods were not timed. */
  public Launch(
      int round,
      int order,
      String variant,
      Mode mode,
      String scenario,
      Instant startedAt,
      @Nullable Phases phases,
      @Nullable WarmUp warmUp,
      @Nullable LoadResult load,
      List<Window> windows,
      List<Sample> samples,
      List<Invalid> invalid) {
    this(
        round, order, variant, mode, scenario, startedAt, phases, warmUp, load, windows, samples,
        null, null, invalid);
  }

  public Launch discarded(Invalid reason) {
    List<Invalid> reasons = new ArrayList<>(invalid);
    reasons.add(reason);
    return new Launch(
        round, order, variant, mode, scenario, startedAt, phases, warmUp, load, windows, samples,
        counts, methods, reasons);
  }

  /** Returns this with a {@linkplain LoadResult#lean lean} load; its samples stay. */
  Launch lean() {
    return new Launch(
        round,
        order,
        variant,
        mode,
        scenario,
        startedAt,
        phases,
        warmUp,
        load == null ? null : load.lean(),
        windows,
        samples,
        counts,
        methods,
        invalid);
  }

  /** Requires at most one valid launch per round, variant, mode and scenario. */
  public static void requireOneOfEach(String place, List<Launch> launches) {
    Set<List<Object>> places = new HashSet<>();
    for (Launch launch : launches) {
      if (launch.valid()
          && !places.add(List.of(launch.round, launch.variant, launch.mode, launch.scenario))) {
        throw Require.fault(
            "valid launches",
            "one of each " + place,
            "two of round %d, %s, %s, %s"
                .formatted(launch.round, launch.variant, launch.mode.label(), launch.scenario));
      }
    }
  }

  public boolean isOf(Side one) {
    return variant.equals(one.label());
  }

  public boolean valid() {
    return invalid.isEmpty();
  }

  public boolean discardedByGenerator() {
    return LoadResult.discardedByGenerator(invalid);
  }

  public Optional<Sample> sample(Metric metric) {
    return samples.stream().filter(sample -> sample.metric() == metric).findFirst();
  }

  /** The role of a launch: head, or in a comparison base, head, or a step between them. */
  public enum Side {
    BASE,
    HEAD,
    /** Head's runtime with base's code. */
    RUNTIME,
    /** Base's runtime with head's code. */
    CODE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public enum Mode {
    PLATFORM,
    VIRTUAL;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the mode of that label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Mode of(String label) {
      for (Mode mode : values()) {
        if (mode.label().equals(label)) {
          return mode;
        }
      }
      throw new IllegalArgumentException("mode must be platform or virtual, was '" + label + "'");
    }
  }

  /**
   * The wall time of a launch by phase. Launches of one round share the time, so each counts only
   * its own intervals.
   *
   * @param startSeconds from the start of the process until it is ready
   * @param otherSeconds everything else done for this launch: observing, waiting, stopping
   */
  public record Phases(
      double startSeconds, double warmUpSeconds, double measureSeconds, double otherSeconds) {

    public Phases {
      Require.notNegative("startSeconds", startSeconds);
      Require.notNegative("warmUpSeconds", warmUpSeconds);
      Require.notNegative("measureSeconds", measureSeconds);
      Require.notNegative("otherSeconds", otherSeconds);
    }

    public double totalSeconds() {
      return startSeconds + warmUpSeconds + measureSeconds + otherSeconds;
    }

    /** Returns the share, from 0 to 1, that was neither warm-up nor measuring. */
    public double overhead() {
      return totalSeconds() == 0 ? 0 : (startSeconds + otherSeconds) / totalSeconds();
    }
  }

  /**
   * The evidence that a launch was warm when it was measured.
   *
   * @param steady whether compile time, bytes per request and latency were flat at the end
   * @param why in words, with the figures that decided
   */
  public record WarmUp(List<Cycle> cycles, boolean steady, String why) {

    public WarmUp {
      Require.text("why", why);
      cycles = List.copyOf(cycles);
    }

    /**
     * One cycle of load and pause.
     *
     * @param compileSeconds JIT compile time from its start to the end of its pause
     * @param allocatedPerRequest bytes; never NaN, as a cycle without requests ends the launch
     * @param p50Nanos median latency from the intended start
     */
    public record Cycle(
        double loadSeconds, double compileSeconds, double allocatedPerRequest, long p50Nanos) {

      public Cycle {
        Require.notNegative("loadSeconds", loadSeconds);
        Require.notNegative("compileSeconds", compileSeconds);
        Require.notNegative("allocatedPerRequest", allocatedPerRequest);
        Require.atLeast("p50Nanos", 0, p50Nanos);
      }
    }
  }

  /**
   * A short interval of load on one launch.
   *
   * @param position its place in the round's sequence of windows, from 0
   * @param startedAfterSeconds since the round began
   * @param retakes how often it was discarded before, because of the generator alone
   * @param load the generator's result, without histograms, which are pooled in the launch
   */
  public record Window(
      int position,
      double startedAfterSeconds,
      int retakes,
      LoadResult load,
      List<Sample> samples) {

    public Window {
      Require.atLeast("position", 0, position);
      Require.notNegative("startedAfterSeconds", startedAfterSeconds);
      Require.atLeast("retakes", 0, retakes);
      Sample.requireEachMetricOnce(samples);
      samples = List.copyOf(samples);
    }
  }

  /**
   * Detects zeros that are impossible: if requests were answered, CPU time, bytes, latency and rate
   * are above 0, unless their counter failed. Two variants with failed counters would always seem
   * equal.
   */
  static final class DeadCounter {
    private DeadCounter() {}

    static Optional<Invalid> of(@Nullable LoadResult load, List<Sample> samples) {
      if (load != null && (load.completed() == 0 || load.achievedPerSecond() == 0)) {
        return Optional.of(
            dead(
                "%d requests were answered at %s requests/s"
                    .formatted(load.completed(), load.achievedPerSecond())));
      }
      return samples.stream()
          .filter(sample -> sample.value() == 0 && !sample.metric().mayBeZero())
          .findFirst()
          .map(sample -> dead(sample.metric().label() + " was 0"));
    }

    private static Invalid dead(String what) {
      return new Invalid(
          Invalid.Reason.DEAD_COUNTER, what + ", which cannot be: its counter stood still");
    }
  }
}
