package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code components}: names of artifacts. */
final class ComponentsReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9*][A-Za-z0-9._*-]{0,99}");
  private static final int MOST = 100;
  private static final String ADVICE =
      "Write names of artifacts such as components: [spring-core, \"acme-*\"], or leave it out for"
          + " the usual servers, frameworks and drivers.";

  private final Problems problems;

  ComponentsReader(Problems problems) {
    this.problems = problems;
  }

  /** Those that have no problem. */
  Components read(Node node) {
    if (!(node instanceof SequenceNode list)) {
      problems.add(node, "components must be a list, was " + Scalars.shown(node), ADVICE);
      return Components.USUAL;
    }
    if (list.getValue().size() > MOST) {
      problems.add(
          node,
          "components must be at most " + MOST + ", were " + list.getValue().size(),
          "Write one that stands for several, such as \"acme-*\".");
    }
    List<String> names = new ArrayList<>();
    for (Node each : list.getValue()) {
      if (each instanceof ScalarNode scalar && NAME.matcher(scalar.getValue()).matches()) {
        names.add(scalar.getValue());
      } else {
        problems.add(
            each, "component must be the name of an artifact, was " + Scalars.shown(each), ADVICE);
      }
    }
    return new Components(names);
  }
}
