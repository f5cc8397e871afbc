package loomwatch.results;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One fresh JVM, from start to stop: the unit of analysis. A JMH fork is a launch too.
 *
 * @param block which block it was measured in, from 1; launches are paired by it
 * @param order its place in the block, from 0
 * @param arm {@code head}; in a comparison {@code base}; in a study the levels that make it another
 *     subject
 * @param mode how the server's threads serve requests; for a JMH benchmark the kind of thread used
 * @param scenario the scenario's name; for JMH the benchmark's
 * @param startedAt when the process was started
 * @param phases where its time went, or null for a JMH fork
 * @param warmUp evidence of the steady state, or null for a JMH fork
 * @param load all its slices pooled, or null for a JMH fork
 * @param slices in the order measured
 * @param samples one value for each metric that could be measured; missing stays missing
 * @param invalid why nothing of it counts; empty for a good launch. One that is given none and has
 *     a {@link DeadCounter} gets that, whoever measured or stored it
 */
public record Launch(
    int block,
    int order,
    String arm,
    Mode mode,
    String scenario,
    Instant startedAt,
    @Nullable Phases phases,
    @Nullable WarmUp warmUp,
    @Nullable LoadResult load,
    List<Slice> slices,
    List<Sample> samples,
    List<Invalid> invalid) {

  static final Set<String> ARMS_COMPARED = Set.of(Arm.BASE.label(), Arm.HEAD.label());

  private static final String ARM_PATTERN = "[a-z0-9][a-z0-9._-]{0,99}";
  private static final String ARM_MEANING =
      "a name of up to 100 lower-case letters, digits, dots, hyphens and underscores";

  /** Those of a measurement's record; a study has others. */
  static final List<String> ARMS = Stream.of(Arm.values()).map(Arm::label).toList();

  public Launch {
    Require.atLeast("block", 1, block);
    Require.atLeast("order", 0, order);
    Require.matches("arm", ARM_PATTERN, ARM_MEANING, arm);
    Require.text("scenario", scenario);
    Sample.requireEachMetricOnce(samples);
    slices = List.copyOf(slices);
    samples = List.copyOf(samples);
    invalid =
        invalid.isEmpty() ? DeadCounter.of(load, samples).stream().toList() : List.copyOf(invalid);
  }

  /** The same launch, which counts for nothing for one reason more. */
  public Launch discarded(Invalid reason) {
    List<Invalid> reasons = new ArrayList<>(invalid);
    reasons.add(reason);
    return new Launch(
        block, order, arm, mode, scenario, startedAt, phases, warmUp, load, slices, samples,
        reasons);
  }

  /** The same with a {@linkplain LoadResult#lean lean} load; the samples taken from it stay. */
  Launch lean() {
    return new Launch(
        block,
        order,
        arm,
        mode,
        scenario,
        startedAt,
        phases,
        warmUp,
        load == null ? null : load.lean(),
        slices,
        samples,
        invalid);
  }

  /**
   * Requires that of each block, arm, mode and scenario at most one is valid, so that pairs are
   * unambiguous.
   *
   * @param place what these four are called where they were measured
   */
  public static void requireOneOfEach(String place, List<Launch> launches) {
    Set<List<Object>> places = new HashSet<>();
    for (Launch launch : launches) {
      if (launch.valid()
          && !places.add(List.of(launch.block, launch.arm, launch.mode, launch.scenario))) {
        throw Require.fault(
            "valid launches",
            "one of each " + place,
            "two of block %d, %s, %s, %s"
                .formatted(launch.block, launch.arm, launch.mode.label(), launch.scenario));
      }
    }
  }

  public boolean isOf(Arm one) {
    return arm.equals(one.label());
  }

  /** Whether its numbers may be used. */
  public boolean valid() {
    return invalid.isEmpty();
  }

  /** Whether it was lost to the load generator, and to nothing else. */
  public boolean spoiltByGenerator() {
    return LoadResult.spoiltByGenerator(invalid);
  }

  /** Its value of a metric, if it was measured. */
  public Optional<Sample> sample(Metric metric) {
    return samples.stream().filter(sample -> sample.metric() == metric).findFirst();
  }
}
