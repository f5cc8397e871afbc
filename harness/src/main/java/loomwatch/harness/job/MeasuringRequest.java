package loomwatch.harness.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.JmhSuite;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * A checked request to measure.
 *
 * @param scenarios on servers; may be empty when only JMH was requested
 * @param modes at least one
 * @param out the output directory, or null for a new one
 */
public record MeasuringRequest(
    Profile profile,
    List<Scenario> scenarios,
    boolean jmh,
    List<Mode> modes,
    GeneratorChoice generator,
    long seed,
    @Nullable Path out) {
  public MeasuringRequest {
    scenarios = List.copyOf(scenarios);
    modes = List.copyOf(modes);
  }

  /** Returns all measurements of the request for those variants. */
  public Plan.Matrix matrix(List<String> variants) {
    return new Plan.Matrix(scenarios, modes, variants, jmh ? variants : List.of());
  }

  /** Returns this with a team's own benchmarks, which are known once variants are built. */
  public MeasuringRequest of(List<BuiltVariant> variants) {
    if (variants.stream().noneMatch(variant -> variant.suite().isOwn())) {
      return this;
    }
    Profile with =
        profile.withBenchmarks(
            JmhSuite.common(variants.stream().map(BuiltVariant::suite).toList()),
            profile.jmh().options());
    return new MeasuringRequest(with, scenarios, jmh, modes, generator, seed, out);
  }

  /** Returns the length of a comparison's windows in seconds, by scenario. */
  public Map<String, Double> windowSeconds() {
    Map<String, Double> seconds = new HashMap<>();
    for (Scenario scenario : scenarios) {
      Duration unmeasured = generator.unmeasured(scenario.connections());
      Duration length = profile.windows(scenario, unmeasured).length();
      seconds.put(scenario.name(), length.toNanos() / 1e9);
    }
    return seconds;
  }

  /** Returns this without load: only what requests do is counted. */
  public MeasuringRequest countingAlone() {
    return new MeasuringRequest(
        profile.countingAlone(), scenarios, false, modes, generator, seed, out);
  }

  public MeasuringRequest by(GeneratorChoice other) {
    return new MeasuringRequest(profile, scenarios, jmh, modes, other, seed, out);
  }

  public MeasuringRequest seeded(long other) {
    return new MeasuringRequest(profile, scenarios, jmh, modes, generator, other, out);
  }
}
