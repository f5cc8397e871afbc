package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.NearestName;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code profiles}: which scenarios each measures when none is named. */
final class ProfilesReader {
  static final List<String> NAMES = List.of("smoke", "quick", "full");
  static final List<String> KEYS = List.of("run", "compare");

  private static final String ADVICE =
      "List names of scenarios, such as [items], or leave it out for all of them.";

  private final List<String> scenarios;
  private final Problems problems;

  /**
   * A reader.
   *
   * @param scenarios names of those that the file has
   */
  ProfilesReader(List<String> scenarios, Problems problems) {
    this.scenarios = List.copyOf(scenarios);
    this.problems = problems;
  }

  /** Those that are given, by name. */
  Map<String, Chosen> read(Node node) {
    Map<String, Chosen> profiles = new TreeMap<>();
    Fields.of(node, "profiles", NAMES, problems)
        .ifPresent(fields ->
            NAMES.forEach(name ->
                fields
                    .get(name)
                    .flatMap(given -> Fields.of(given, name, KEYS, problems))
                    .ifPresent(given ->
                        profiles.put(
                            name, new Chosen(list(given, "run"), list(given, "compare"))))));
    return profiles;
  }

  private List<String> list(Fields fields, String key) {
    return fields.get(key).map(node -> list(node, key)).orElse(List.of());
  }

  private List<String> list(Node node, String key) {
    if (!(node instanceof SequenceNode list) || list.getValue().isEmpty()) {
      problems.add(node, key + " must be a list of scenarios, was " + Scalars.shown(node), ADVICE);
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (Node each : list.getValue()) {
      String name = each instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!scenarios.contains(name)) {
        problems.add(
            each,
            key + " must name scenarios of this file, was " + Scalars.shown(each),
            scenarios.isEmpty() ? ADVICE : NearestName.advice(name, scenarios));
      } else if (names.contains(name)) {
        problems.add(
            each, key + " must name each once, was " + name + " twice", "Remove one of the two.");
      } else {
        names.add(name);
      }
    }
    return names;
  }
}
