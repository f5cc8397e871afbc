package loomwatch.harness.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.JmhSuite;
import loomwatch.measure.variants.VariantException;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
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
  private static final int MOST_NAMES = 5;

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
    Map<String, Benchmark> common =
        JmhSuite.common(variants.stream().map(BuiltVariant::suite).toList());
    Profile with = profile.withBenchmarks(named(common), profile.jmh().options());
    return new MeasuringRequest(with, scenarios, jmh, modes, generator, seed, out);
  }

  /** Returns the benchmarks that the request names by class, method or parameters, or all. */
  private Map<String, Benchmark> named(Map<String, Benchmark> common) {
    Set<String> asked = profile.jmh().benchmarks().keySet();
    Map<String, Benchmark> named = new TreeMap<>(common);
    if (!asked.isEmpty()) {
      named.entrySet().removeIf(each -> asked.stream().noneMatch(part -> isOf(part, each)));
    }
    if (named.isEmpty() && !common.isEmpty()) {
      asked.forEach(part -> requireKnown(part, common));
    }
    return named;
  }

  /** Requires that each benchmark asked for by name is one of those that all variants have. */
  void requireKnown(List<BuiltVariant> variants) {
    Map<String, Benchmark> common =
        JmhSuite.common(variants.stream().map(BuiltVariant::suite).toList());
    if (!common.isEmpty()) {
      profile.jmh().benchmarks().keySet().forEach(part -> requireKnown(part, common));
    }
  }

  private static void requireKnown(String part, Map<String, Benchmark> common) {
    if (common.entrySet().stream().noneMatch(each -> isOf(part, each))) {
      throw new VariantException(
          "unknown benchmark '%s' of both variants; %s"
              .formatted(
                  part,
                  NearestName.suggestion(
                      part, NearestName.nearest(part, common.keySet(), MOST_NAMES))));
    }
  }

  private static boolean isOf(String part, Map.Entry<String, Benchmark> benchmark) {
    return JmhResults.isOf(part, benchmark.getKey())
        || JmhResults.isOf(part, benchmark.getValue().scenario());
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

  public MeasuringRequest seeded(long other) {
    return new MeasuringRequest(profile, scenarios, jmh, modes, generator, other, out);
  }

  /** Returns the same request without benchmarks. */
  public MeasuringRequest ofServers() {
    return new MeasuringRequest(profile, scenarios, false, modes, generator, seed, out);
  }
}
