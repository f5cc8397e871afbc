package loomwatch.measure.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceFile.BenchmarkSpec;
import loomwatch.measure.service.ServiceFile.ProfileScenarios;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;

/**
 * The scenarios, modes and suite of a service.
 *
 * @param scenarios in the order they are listed; each name once
 * @param modes of its server; at least one
 * @param suite whether it has the JMH suite that ships too
 * @param benchmarks a team's own, known by name once they are built
 * @param profiles default scenarios by profile name; all scenarios for a missing profile
 */
public record Catalogue(
    List<Scenario> scenarios,
    List<Mode> modes,
    boolean suite,
    Optional<BenchmarkSpec> benchmarks,
    Map<String, ProfileScenarios> profiles) {
  public static final Catalogue SHIPPED = of(ServiceFile.shipped(), true);

  public Catalogue {
    scenarios = List.copyOf(scenarios);
    modes = List.copyOf(modes);
    profiles = Map.copyOf(profiles);
  }

  public static Catalogue of(ServiceFile file) {
    return of(file, false);
  }

  private static Catalogue of(ServiceFile file, boolean suite) {
    return new Catalogue(
        file.scenarios(),
        List.copyOf(file.service().modes().keySet()),
        suite,
        file.benchmarks(),
        file.profiles());
  }

  public Map<String, Scenario> byName() {
    Map<String, Scenario> byName = new TreeMap<>();
    scenarios.forEach(scenario -> byName.put(scenario.name(), scenario));
    return byName;
  }

  public Set<String> knownNames() {
    Set<String> names = new TreeSet<>(byName().keySet());
    if (suite) {
      names.addAll(JmhBenchmarks.scenarios());
    }
    if (benchmarks.isPresent()) {
      names.add(JmhResults.ALL);
    }
    return names;
  }

  public List<Scenario> named(Collection<String> names) {
    return scenarios.stream().filter(scenario -> names.contains(scenario.name())).toList();
  }

  public List<Scenario> toRun(Profile profile) {
    return profile.isTrial() ? toCompare(profile) : chosen(of(profile).run());
  }

  public List<Scenario> toCompare(Profile profile) {
    return chosen(of(profile).compare());
  }

  /** Returns the scenarios of a profile; a trial uses those of the smallest one. */
  private ProfileScenarios of(Profile profile) {
    String name = (profile.isTrial() ? Profile.SMOKE : profile).name();
    return profiles.getOrDefault(name, ProfileScenarios.ALL);
  }

  private List<Scenario> chosen(List<String> names) {
    return names.isEmpty() ? scenarios : named(names);
  }
}
