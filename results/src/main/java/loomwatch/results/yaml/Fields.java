package loomwatch.results.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.results.NearestName;
import loomwatch.results.yaml.BadFileException.Position;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The keys and values of one YAML mapping: none unknown, none given twice. */
public final class Fields {
  private final MappingNode mapping;
  private final Map<String, NodeTuple> values = new LinkedHashMap<>();
  private final Problems problems;

  private Fields(MappingNode mapping, Problems problems) {
    this.mapping = mapping;
    this.problems = problems;
  }

  /** The fields of a mapping, or nothing, as a problem, when the node is none. */
  public static Optional<Fields> of(Node node, String name, List<String> known, Problems problems) {
    if (!(node instanceof MappingNode mapping)) {
      problems.add(
          node,
          name + " must be a mapping, was " + Scalars.shown(node),
          "Its keys are: " + String.join(", ", known) + ".");
      return Optional.empty();
    }
    Fields fields = new Fields(mapping, problems);
    mapping.getValue().forEach(tuple -> fields.add(tuple, known));
    return Optional.of(fields);
  }

  private void add(NodeTuple tuple, List<String> known) {
    Node key = tuple.getKeyNode();
    String name = key instanceof ScalarNode scalar ? scalar.getValue() : Scalars.shown(key);
    if (!known.contains(name)) {
      problems.add(
          key,
          "key must be one of " + String.join(", ", known) + ", was " + Scalars.quoted(name),
          NearestName.advice(name, known));
      return;
    }
    NodeTuple earlier = values.putIfAbsent(name, tuple);
    if (earlier != null) {
      Position first = problems.position(earlier.getKeyNode().getStartMark());
      problems.addClash(
          problems.position(key.getStartMark()),
          first,
          name + " must be given once, was given at " + first + " too",
          "Remove one of the two.");
    }
  }

  public Node node() {
    return mapping;
  }

  public Optional<Node> get(String key) {
    return Optional.ofNullable(values.get(key)).map(NodeTuple::getValueNode);
  }

  public Optional<Node> key(String key) {
    return Optional.ofNullable(values.get(key)).map(NodeTuple::getKeyNode);
  }

  /** The value of a key that must be there; its absence is a problem. */
  public Optional<Node> require(String key, String advice) {
    Optional<Node> value = get(key);
    if (value.isEmpty()) {
      problems.add(mapping, key + " must be given, was missing", advice);
    }
    return value;
  }
}
