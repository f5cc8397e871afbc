package loomwatch.measure.subject;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Entries under names that whoever writes the file chooses: none given twice. */
public final class Entries {
  private Entries() {}

  /**
   * One of them.
   *
   * @param key the name as a node, for its place
   */
  public record Entry(String name, Node key, Node value) {}

  /** Those of a mapping, in the order of the file; none, as a problem, when the node is none. */
  public static List<Entry> of(Node node, String name, String advice, Problems problems) {
    if (!(node instanceof MappingNode mapping)) {
      problems.add(node, name + " must be a mapping, was " + Scalars.shown(node), advice);
      return List.of();
    }
    Map<String, Entry> entries = new LinkedHashMap<>();
    mapping.getValue().forEach(tuple -> add(tuple, entries, problems));
    return List.copyOf(entries.values());
  }

  private static void add(NodeTuple tuple, Map<String, Entry> entries, Problems problems) {
    Node key = tuple.getKeyNode();
    String name = key instanceof ScalarNode scalar ? scalar.getValue() : Scalars.shown(key);
    Entry earlier = entries.putIfAbsent(name, new Entry(name, key, tuple.getValueNode()));
    if (earlier != null) {
      Position first = problems.position(earlier.key().getStartMark());
      problems.addClash(
          problems.position(key.getStartMark()),
          first,
          Scalars.quoted(name) + " must be given once, was given at " + first + " too",
          "Remove one of the two.");
    }
  }
}
