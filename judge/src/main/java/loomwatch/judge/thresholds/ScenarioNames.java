package loomwatch.judge.thresholds;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.thresholds.Terms.Scope;
import loomwatch.results.NearestName;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code scenario}: one name, a list of names, or {@code "*"} for every known one. */
final class ScenarioNames {
  private static final String EVERY = "*";

  private final Set<String> known;
  private final Scalars scalars;
  private final Problems problems;

  /** A scenario and how the policy came to it. */
  record Named(String name, Scope scope) {}

  ScenarioNames(Set<String> known, Scalars scalars, Problems problems) {
    this.known = new TreeSet<>(known);
    this.scalars = scalars;
    this.problems = problems;
  }

  List<Named> read(Fields fields) {
    Optional<Node> given =
        fields.require(
            "scenario", "Name one scenario, a list of them, or \"*\" (in quotes) for every one.");
    if (given.isEmpty()) {
      return List.of();
    }
    return given.get() instanceof SequenceNode list ? list(list) : single(given.get());
  }

  private List<Named> single(Node node) {
    Optional<String> name = name(node);
    if (name.filter(EVERY::equals).isPresent()) {
      return known.stream().map(every -> new Named(every, Scope.EVERY)).toList();
    }
    return name.filter(one -> isKnown(one, node))
        .map(one -> List.of(new Named(one, Scope.NAMED)))
        .orElse(List.of());
  }

  private List<Named> list(SequenceNode list) {
    if (list.getValue().isEmpty()) {
      problems.add(list, "scenario must name at least one, was an empty list", "Remove the entry.");
    }
    Set<String> seen = new LinkedHashSet<>();
    List<Named> named = new ArrayList<>();
    for (Node node : list.getValue()) {
      Optional<String> name = name(node).filter(one -> isKnown(one, node));
      if (name.isPresent() && !seen.add(name.get())) {
        problems.add(
            node, "scenario must name each once, was " + name.get() + " twice", "Remove one.");
      }
      name.ifPresent(one -> named.add(new Named(one, Scope.NAMED)));
    }
    return named;
  }

  private Optional<String> name(Node node) {
    return scalars.text(node, "scenario", "Name a scenario, a list of them, or \"*\".");
  }

  private boolean isKnown(String name, Node node) {
    if (known.contains(name)) {
      return true;
    }
    problems.add(
        node,
        "scenario must be a known one, was " + Scalars.quoted(name),
        name.equals(EVERY)
            ? "\"*\" stands alone, not in a list."
            : NearestName.advice(name, known));
    return false;
  }
}
