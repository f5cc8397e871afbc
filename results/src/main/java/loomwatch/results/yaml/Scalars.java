package loomwatch.results.yaml;

import java.util.Optional;
import java.util.OptionalDouble;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Single YAML values as what they must be; anything else becomes a problem. */
public final class Scalars {
  private static final int SHOWN = 60;

  private final Problems problems;

  public Scalars(Problems problems) {
    this.problems = problems;
  }

  public Optional<String> text(Node node, String name, String advice) {
    if (node instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.STR)
        && !scalar.getValue().isBlank()) {
      return Optional.of(scalar.getValue());
    }
    problems.add(node, name + " must be text, was " + shown(node), advice);
    return Optional.empty();
  }

  /** {@code true} or {@code false}, in the letters of YAML 1.2. */
  public Optional<Boolean> flag(Node node, String name, String advice) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
      return Optional.of(Boolean.parseBoolean(scalar.getValue()));
    }
    problems.add(node, name + " must be true or false, was " + shown(node), advice);
    return Optional.empty();
  }

  /** A quantity above 0 in its base unit. */
  public OptionalDouble quantity(Node node, String name, Dimension dimension) {
    OptionalDouble value =
        node instanceof ScalarNode scalar && (!dimension.plain() || isNumber(scalar))
            ? dimension.parse(scalar.getValue())
            : OptionalDouble.empty();
    if (value.isEmpty()) {
      problems.add(
          node,
          name + " must be " + dimension.phrase() + ", was " + shown(node),
          dimension.units());
    }
    return value;
  }

  private static boolean isNumber(ScalarNode scalar) {
    return scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT);
  }

  /** A node as the file has it, short enough for a message. */
  public static String shown(Node node) {
    return switch (node) {
      case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "nothing";
      case ScalarNode scalar -> quoted(scalar.getValue());
      case SequenceNode list -> list.getValue().isEmpty() ? "an empty list" : "a list";
      default -> "a mapping";
    };
  }

  public static String quoted(String text) {
    return "\"" + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…") + "\"";
  }
}
