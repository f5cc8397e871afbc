package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One fresh JVM, from start to stop: the unit of analysis. A JMH fork is a launch too.
 *
 * @param round which round it was measured in, from 1; launches are paired by it
 * @param order its place in the round, from 0
 * @param variant {@code head}; in a comparison {@code base}; in a study the levels that make it
 *     another variant
 * @param mode how the server's threads serve requests; for a JMH benchmark the kind of thread used
 * @param phases where its time went, or null for a JMH fork
 * @param warmUp evidence of the steady state, or null for a JMH fork
 * @param load all its windows pooled, or null for a JMH fork
 * @param samples one value for each metric that could be measured; missing stays missing
 * @param invalid why nothing of it counts; empty for a good launch. One that is given none and has
 *     a {@link DeadCounter} gets that, whoever measured or stored it
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
    List<Invalid> invalid) {

  static final Set<String> VARIANTS_COMPARED = Set.of(Side.BASE.label(), Side.HEAD.label());

  private static final String VARIANT_PATTERN = "[a-z0-9][a-z0-9._-]{0,99}";
  private static final String VARIANT_MEANING =
      "a name of up to 100 lower-case letters, digits, dots, hyphens and underscores";

  /** Those of a measurement's record; a study has others. */
  static final List<String> VARIANTS = Stream.of(Side.values()).map(Side::label).toList();

  public Launch {
    Require.atLeast("round", 1, round);
    Require.atLeast("order", 0, order);
    Require.matches("variant", VARIANT_PATTERN, VARIANT_MEANING, variant);
    Require.text("scenario", scenario);
    Sample.requireEachMetricOnce(samples);
    windows = List.copyOf(windows);
    samples = List.copyOf(samples);
    invalid =
        invalid.isEmpty() ? DeadCounter.of(load, samples).stream().toList() : List.copyOf(invalid);
  }

  public Launch discarded(Invalid reason) {
    List<Invalid> reasons = new ArrayList<>(invalid);
    reasons.add(reason);
    return new Launch(
        round, order, variant, mode, scenario, startedAt, phases, warmUp, load, windows, samples,
        reasons);
  }

  /** The same with a {@linkplain LoadResult#lean lean} load; the samples taken from it stay. */
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
        invalid);
  }

  /**
   * Requires that of each round, variant, mode and scenario at most one is valid, so that pairs are
   * unambiguous.
   */
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

  /** What a launch is one of: head alone, or in a comparison one side of it or a step between. */
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
     * The mode of that label.
     *
     * @throws IllegalArgumentException when there is none
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
   * Where the wall time of a launch went; launches of one round share it, so each is charged its
   * own stretches only.
   *
   * @param startSeconds from starting the process to its ready line
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

    /** The share, from 0 to 1, that was neither warm-up nor measuring. */
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
     * One load/cool cycle.
     *
     * @param compileSeconds JIT compile time spent from its start to the end of its cooling
     * @param allocatedPerRequest bytes; NaN is never stored: a cycle without requests ends the
     *     launch
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
   * A short stretch of load on one launch.
   *
   * @param position its place in the round's sequence of windows, from 0
   * @param startedAfterSeconds since the round began
   * @param retakes how often it was taken before and left out, the generator alone being at fault
   * @param load what the generator saw; the histograms are pooled in the launch and left out here
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
   * The rule against a zero that cannot be: requests were answered, so CPU time, bytes, latency and
   * rate are above 0, or what counted them did not. Two variants of dead counters would be alike
   * for ever.
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
