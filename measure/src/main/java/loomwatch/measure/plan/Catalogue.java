package loomwatch.measure.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;

/**
 * What can be measured of a subject.
 *
 * @param scenarios in the order they are told in; each name once
 * @param modes its server has; at least one
 * @param suite whether it has the JMH suite too
 */
public record Catalogue(List<Scenario> scenarios, List<Mode> modes, boolean suite) {
  /** Of the server that ships. */
  public static final Catalogue SHIPPED =
      new Catalogue(Scenarios.ALL, List.of(Mode.values()), true);

  public Catalogue {
    scenarios = List.copyOf(scenarios);
    modes = List.copyOf(modes);
  }

  /** Every server scenario by name. */
  public Map<String, Scenario> byName() {
    Map<String, Scenario> byName = new TreeMap<>();
    scenarios.forEach(scenario -> byName.put(scenario.name(), scenario));
    return byName;
  }

  /** Every name a limit may speak of: server scenarios and JMH benchmarks. */
  public Set<String> knownNames() {
    Set<String> names = new TreeSet<>(byName().keySet());
    if (suite) {
      names.addAll(JmhBenchmarks.scenarios());
    }
    return names;
  }

  /** The scenarios of those names, in the catalogue's order; each must be known. */
  public List<Scenario> named(Collection<String> names) {
    return scenarios.stream().filter(scenario -> names.contains(scenario.name())).toList();
  }

  /**
   * Those measured when none is named: the profile's own, or all where they are not of its making.
   *
   * @param ofProfile names of scenarios that ship
   */
  public List<Scenario> usual(Collection<String> ofProfile) {
    return suite ? named(ofProfile) : scenarios;
  }
}
