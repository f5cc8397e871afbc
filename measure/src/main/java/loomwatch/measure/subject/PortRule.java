package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * A service must be told its port in each mode. This looks at the text as it was written, so that
 * it can be told along with whatever else is wrong there.
 */
final class PortRule {
  private static final String ADVICE =
      "Add {port} where the service takes its port from, such as --server.port={port} in start or"
          + " args, or SERVER_PORT: \"{port}\" in environment.";

  private PortRule() {}

  static void check(Fields subject, Problems problems) {
    // Of a start that is no text something else is told.
    Optional<Node> start = subject.get("start").filter(PortRule::isText);
    if (start.isEmpty()
        || isTold(start.get())
        || subject.get("environment").filter(PortRule::oneIsTold).isPresent()) {
      return;
    }
    List<NodeTuple> modes = subject.get("modes").map(PortRule::tuples).orElse(List.of());
    List<NodeTuple> untold = new ArrayList<>(modes);
    untold.removeIf(mode -> tuples(mode.getValueNode()).stream().anyMatch(PortRule::modeIsTold));
    if (untold.size() == modes.size()) {
      problems.add(start.get(), "start must be told the port, had no {port}", ADVICE);
      return;
    }
    untold.forEach(mode ->
        problems.add(
            mode.getKeyNode(), "every mode must be told the port, this had no {port}", ADVICE));
  }

  private static boolean modeIsTold(NodeTuple argsOrEnvironment) {
    Node value = argsOrEnvironment.getValueNode();
    return isTold(value) || oneIsTold(value);
  }

  private static boolean oneIsTold(Node environment) {
    return tuples(environment).stream().anyMatch(variable -> isTold(variable.getValueNode()));
  }

  private static boolean isText(Node node) {
    return node instanceof ScalarNode scalar && !scalar.getValue().isBlank();
  }

  private static boolean isTold(Node node) {
    return node instanceof ScalarNode scalar
        && Placeholders.has(Placeholders.PORT, scalar.getValue());
  }

  private static List<NodeTuple> tuples(Node node) {
    return node instanceof MappingNode mapping ? mapping.getValue() : List.of();
  }
}
